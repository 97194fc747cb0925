import type { OffsetRange } from './location.ts';

/** Ranges of one text, each with something; finds those that a range touches without a look at all of them. */
export class Intervals<T> {
  readonly #sorted: readonly (readonly [OffsetRange, T])[];
  /** The farthest end of the ranges up to each one. */
  readonly #reach: readonly number[];

  constructor(entries: readonly (readonly [OffsetRange, T])[]) {
    this.#sorted = [...entries].sort(([a], [b]) => a.start - b.start);
    let reach = -Infinity;
    this.#reach = this.#sorted.map(([{ end }]) => (reach = Math.max(reach, end)));
  }

  /** What has a character in common with the range, by its start. */
  overlapping({ start, end }: OffsetRange): T[] {
    const found: T[] = [];
    for (let at = this.#firstFrom(end) - 1; at >= 0 && (this.#reach[at] ?? -Infinity) > start; at--) {
      const entry = this.#sorted[at];
      if (entry !== undefined && entry[0].end > start) found.push(entry[1]);
    }
    return found.reverse();
  }

  /** How many ranges start before an offset. */
  #firstFrom(offset: number): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle]?.[0].start ?? Infinity) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
