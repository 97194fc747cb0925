import type { Location, OffsetRange } from './location.ts';

/**
 * One stretch of an inner text and the place it was written. A `linear` run maps character by character; any other run
 * (an escape such as `\"`, the value of an expansion) stands as a whole for its place.
 */
export interface Run {
  readonly inner: OffsetRange;
  readonly outer: Location;
  readonly linear: boolean;
}

/** Maps offsets of an inner text (a string that is a script, the body of backticks, a repaired file) to files. */
export class SourceMap<R extends Run = Run> {
  readonly runs: readonly R[];

  /** `runs` are sorted, do not overlap and leave no gap. */
  constructor(runs: readonly R[]) {
    this.runs = runs;
  }

  /** The runs that a half-open inner range touches; for an empty range the run it lies in. */
  touching(range: OffsetRange): readonly R[] {
    const found: R[] = [];
    for (let i = this.#indexAt(range.start); i < this.runs.length; i++) {
      const run = this.runs[i];
      if (run === undefined || (run.inner.start >= range.end && run.inner.start > range.start)) break;
      if (run.inner.end > range.start || run.inner.end >= range.end) found.push(run);
    }
    return found;
  }

  /** The smallest place that covers an inner range; where its ends lie in two files, the place of its first run. */
  location(range: OffsetRange): Location | undefined {
    const runs = this.touching(range);
    const first = runs[0];
    const last = runs[runs.length - 1];
    if (first === undefined || last === undefined) return undefined;
    const start = outerStart(first, range.start);
    const end = outerEnd(last, range.end);
    if (first.outer.uri !== last.outer.uri || end < start) return first.outer;
    return { uri: first.outer.uri, range: { start, end } };
  }

  #indexAt(offset: number): number {
    let low = 0;
    let high = this.runs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.runs[middle]?.inner.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function outerStart(run: Run, inner: number): number {
  return run.linear ? run.outer.range.start + Math.max(0, inner - run.inner.start) : run.outer.range.start;
}

function outerEnd(run: Run, inner: number): number {
  return run.linear ? run.outer.range.start + Math.min(inner, run.inner.end) - run.inner.start : run.outer.range.end;
}
