/** Damerau-Levenshtein distance (optimal string alignment): edits, with a swap of neighbours counted as one. */
export function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  // Three rows that take turns: this one, the one above and the one above that, for swaps.
  let row = new Uint16Array(width);
  let above = Uint16Array.from({ length: width }, (_, index) => index);
  let aboveThat = new Uint16Array(width);
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    row[0] = i;
    let left = i;
    for (let j = 1; j < width; j++) {
      const other = b.charCodeAt(j - 1);
      let best = (above[j - 1] ?? 0) + (letter === other ? 0 : 1);
      best = Math.min(best, (above[j] ?? 0) + 1, left + 1);
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        best = Math.min(best, (aboveThat[j - 2] ?? 0) + 1);
      row[j] = best;
      left = best;
    }
    [aboveThat, above, row] = [above, row, aboveThat];
  }
  return above[b.length] ?? 0;
}

/** 1 for equal texts, 0 for texts with nothing in common. */
export function similarity(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - editDistance(a, b) / longest;
}
