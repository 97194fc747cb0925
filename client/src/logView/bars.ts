import { plainText } from './controls.ts';

interface Bar {
  /** Who draws it, and what it is of. */
  readonly key: string;
  readonly percent: number;
  /** Columns of Ray's prefix and of the bar that is written over it; `null` where they are not certain. */
  readonly widths: readonly [prefix: number, bar: number] | null;
}

/** Erases this row; goes up one and erases that. */
const erase = '\r\u001b[2K';
const up = '\u001b[1A\u001b[2K';

/** A bar that is wrapped into more rows is left alone. */
const mostRows = 8;

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
   * @param columns width of the terminal; 0 where it is not known
   * @returns what brings the cursor to where the row belongs
   */
  before(source: string, row: string, columns: number): string {
    const { last } = this;
    this.last = source === '' ? undefined : barOf(source, row);
    if (last === undefined || this.last === undefined) return '';
    if (last.key !== this.last.key || last.percent > this.last.percent) return '';
    if (last.widths === null) return '';
    const [prefix, bar] = last.widths;
    // The prefix of this bar is there already, in this row.
    if (prefix > columns) return '';
    const rows = Math.max(1, Math.ceil(bar / columns));
    return rows > mostRows ? '' : erase + up.repeat(rows);
  }

  /** Something else is written now, so that the last bar stays. */
  interrupt(): void {
    this.last = undefined;
  }
}

/** Reads a bar of tqdm that has a total. */
function barOf(source: string, row: string): Bar | undefined {
  const prefix = plainText(source);
  const text = plainText(row);
  const [, name, percent] = /^(.*?)(\d{1,3})%\|.*\|/.exec(text) ?? [];
  if (name === undefined) return undefined;
  // Blocks of a bar are one column wide, and so is all that is not of East Asia or a picture.
  const certain = /^[\x20-\u2dff]*$/.test(prefix + text);
  const widths = certain ? ([prefix.length, text.length] as const) : null;
  return { key: `${prefix}${name.trim()}`, percent: Number(percent), widths };
}
