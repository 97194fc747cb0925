/**
 * Waits for something to hold.
 *
 * @param what said in the error when it does not
 * @param look gives the value that is waited for, or something falsy as long as it is not there
 * @param limit milliseconds
 * @throws Error when it does not come in time
 */
export async function until<T>(
  what: string,
  look: () => T | PromiseLike<T>,
  limit = 20_000,
): Promise<Exclude<T, undefined | null | false | 0 | ''>> {
  const end = Date.now() + limit;
  for (;;) {
    const found = await look();
    if (isThere(found)) return found;
    if (Date.now() > end) throw new Error(`not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

function isThere<T>(value: T): value is Exclude<T, undefined | null | false | 0 | ''> {
  return Boolean(value);
}
