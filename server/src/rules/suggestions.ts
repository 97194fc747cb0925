import type { EntryPointSpec } from '../catalogue/schema.ts';

/** Flags that are spelled like this one, nearest first, at most three; none where nothing is close. */
export function nearest(spec: EntryPointSpec, flag: string): readonly string[] {
  return nearestNames(
    flag.replace(/^-+/, ''),
    spec.flags.map(({ name }) => name.slice(2)),
  ).map((name) => `--${name}`);
}

/** Names that are spelled like this one, nearest first, at most three. */
export function nearestNames(text: string, names: readonly string[]): readonly string[] {
  const wanted = text.toLowerCase();
  const limit = Math.max(2, Math.floor(wanted.length / 4));
  return names
    .map((name) => ({ name, score: distance(wanted, name.toLowerCase(), limit) }))
    .filter(({ score }) => score <= limit)
    .sort((a, b) => a.score - b.score)
    .slice(0, 3)
    .map(({ name }) => name);
}

function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replace, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? limit + 1;
}
