import { History } from './history.ts';
import type { LogLimits } from './limits.ts';
import { isDistinctEnd } from './overlap.ts';

/** New bytes of a log; `offset` is that of the first in the file, if it is known. */
export interface LogPiece {
  readonly offset: number | null;
  readonly bytes: Buffer;
}

/** The file is shorter than what was read of it, or holds something else there. */
export class LogReplacedError extends Error {}

/** Where a reader is in a log, and what it remembers of the bytes before. */
export class LogPosition {
  readonly limits: LogLimits;
  /** Offset of the opening in the file; `null` while it is not known. */
  base: number | null;
  /** Bytes delivered since the opening. */
  count = 0;
  history: History;
  /** A text that ends `count` bytes behind the opening, by which it is found in the file while `base` is not known. */
  anchor: { readonly text: Buffer; readonly count: number } | null = null;
  #distinct: boolean | null = null;

  constructor(base: number | null, limits: LogLimits) {
    this.base = base;
    this.limits = limits;
    this.history = new History(limits.memory);
  }

  /** Offset in the file behind the last byte delivered. */
  get offset(): number | null {
    return this.base === null ? null : this.base + this.count;
  }

  /** Takes bytes as delivered, in pieces. They count once they are handed on. */
  *deliver(bytes: Buffer): Generator<LogPiece> {
    for (let start = 0; start < bytes.length; start += this.limits.piece) {
      const piece = bytes.subarray(start, start + this.limits.piece);
      const { offset } = this;
      this.history.push(piece);
      this.count += piece.length;
      this.#distinct = null;
      yield { offset, bytes: piece };
    }
  }

  /** True if the last bytes delivered are enough to find the place in a longer text. */
  isDistinct(): boolean {
    this.#distinct ??= isDistinctEnd(this.history.last(), this.limits.overlap);
    return this.#distinct;
  }

  /** The opening is right behind these bytes, none of which are delivered. */
  remember(before: Buffer): void {
    this.history = new History(this.limits.memory);
    this.history.push(before);
    this.#distinct = null;
  }
}
