/** Finds one text in a stream of bytes in linear time, whatever both hold (Knuth, Morris, Pratt). */
export interface Search {
  /** Takes the next bytes and calls `found` with the offset, from the start of the stream, behind every occurrence. */
  readonly push: (bytes: Uint8Array, found: (end: number) => void) => void;
}

/** For every prefix of the text, the length of its longest proper prefix that is also its end. */
function borders(text: Uint8Array): Int32Array {
  const table = new Int32Array(text.length);
  let length = 0;
  for (let index = 1; index < text.length; index += 1) {
    while (length > 0 && text[index] !== text[length]) length = table[length - 1] ?? 0;
    if (text[index] === text[length]) length += 1;
    table[index] = length;
  }
  return table;
}

/** Occurrences may overlap. An empty needle is found nowhere. */
export function searchFor(needle: Uint8Array): Search {
  const table = borders(needle);
  let matched = 0;
  let offset = 0;
  return {
    push: (bytes, found) => {
      if (needle.length === 0) return;
      for (const byte of bytes) {
        offset += 1;
        while (matched > 0 && byte !== needle[matched]) matched = table[matched - 1] ?? 0;
        if (byte === needle[matched]) matched += 1;
        if (matched < needle.length) continue;
        found(offset);
        matched = table[matched - 1] ?? 0;
      }
    },
  };
}

/** Offsets behind the occurrences of a text, at most `limit` of them. */
export function occurrences(text: Uint8Array, needle: Uint8Array, limit: number): readonly number[] {
  const ends: number[] = [];
  searchFor(needle).push(text, (end) => {
    if (ends.length < limit) ends.push(end);
  });
  return ends;
}

/** Length of the shortest piece whose repetition gives the text; the last repetition may be cut off. */
export function shortestPeriod(text: Uint8Array): number {
  return text.length - (borders(text)[text.length - 1] ?? 0);
}

/**
 * True if the end of a text tells where in a longer one it is: it does not repeat itself and occurs only once in what is
 * known. Logs of equal lines have no such end, however long.
 */
export function isDistinctEnd(text: Uint8Array, length: number): boolean {
  if (text.length < length || length === 0) return false;
  const end = text.subarray(text.length - length);
  return shortestPeriod(end) > length / 2 && occurrences(text, end, 2).length === 1;
}
