/** The value of `--reward.remote_url` in the text of a script, nearest to an offset; empty where there is none that is plain. */
export function addressesIn(text: string, offset: number): string {
  const found = [...text.matchAll(/--reward\.remote_url[\s=\\]+["']?(https?:\/\/[^\s"'\\]+)/g)];
  const [nearest] = found.sort((a, b) => Math.abs(a.index - offset) - Math.abs(b.index - offset));
  return nearest?.[1] ?? '';
}

/** The addresses of a list with commas. @returns the first item that is no address, where there is one */
export function readAddresses(list: string): { readonly urls: readonly URL[] } | { readonly wrong: string } {
  const urls: URL[] = [];
  for (const item of list.split(',').map((one) => one.trim())) {
    if (!/^https?:\/\//i.test(item) || !URL.canParse(item)) return { wrong: item };
    urls.push(new URL(item));
  }
  return { urls };
}
