import { plainText } from './controls.ts';

interface Bar {
  /** Who draws it, and what it is of. */
  readonly key: string;
  readonly percent: number;
  /** Columns, at most. */
  readonly width: number;
}

/** To the beginning of the row above, with this row and that one empty. */
const rowAbove = '\r\u001b[2K\u001b[1A\u001b[2K';

/**
 * Progress bars of actors. Ray's driver puts a line end behind whatever part of a bar it has read (`print_worker_logs` of
 * `ray/_private/worker.py`, 2.48 to 2.60), so every state of a bar comes as a row of its own; here each takes the place of the
 * state before it.
 */
export class ActorBars {
  private last: Bar | undefined;

  /**
   * Hears of a row before it is written.
   *
   * @param source Ray's prefix, which the row has been written over; empty for a row of the driver
   * @returns what brings the cursor to where the row belongs
   */
  before(source: string, row: string, columns: number): string {
    const { last } = this;
    this.last = source === '' ? undefined : barOf(source, row);
    if (last === undefined || this.last === undefined) return '';
    const follows = last.key === this.last.key && last.percent <= this.last.percent;
    // A row that is wrapped is more than one to go up.
    return follows && last.width < columns ? rowAbove : '';
  }

  /** Something else is written now, so that the last bar stays. */
  interrupt(): void {
    this.last = undefined;
  }
}

/** Reads a bar of tqdm that has a total. */
function barOf(source: string, row: string): Bar | undefined {
  const text = plainText(row);
  const [, name, percent] = /^(.*?)(\d{1,3})%\|.*\|/.exec(text) ?? [];
  if (name === undefined) return undefined;
  const width = text.length + text.split('').filter((unit) => unit > '\u2e7f').length;
  return { key: `${plainText(source)}${name.trim()}`, percent: Number(percent), width };
}
