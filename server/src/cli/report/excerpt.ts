import { cellsOf, type Cell } from './visible.ts';

/** Columns shown of a line; a longer one is shown as a window with the finding in view. */
export const WINDOW = 120;
/** Columns kept before the finding where the window begins within the line. */
const BEFORE = 20;

/** A line and, below it, the marks under the characters from `start` to `end`. */
interface Excerpt {
  readonly line: string;
  /** Blanks that bring the marks below their characters; tabs stay, since the terminal decides how wide they are. */
  readonly indent: string;
  /** At least one. */
  readonly marks: string;
}

/**
 * What a report shows of a line.
 *
 * @param start UTF-16 offset in the line of the first character to mark
 * @param end offset behind the last one; past the end of the line for a finding that goes on below
 */
export function excerptOf(line: string, start: number, end: number): Excerpt {
  const cells = cellsOf(line);
  const { from, to } = windowOf(cells, start);
  const seen = cells.slice(from, to);
  const before = seen.filter(({ at }) => at < start);
  const marked = seen.filter(({ at }) => at >= start && at < end);
  const cut = from > 0;
  return {
    line: `${cut ? '…' : ''}${textOf(seen)}${to < cells.length ? '…' : ''}`,
    indent: `${cut ? ' ' : ''}${before.map((cell) => (cell.text === '\t' ? '\t' : ' '.repeat(cell.width))).join('')}`,
    marks: '^'.repeat(Math.max(1, columns(marked))),
  };
}

/** The cells to show, by index. */
function windowOf(cells: readonly Cell[], start: number): { readonly from: number; readonly to: number } {
  if (columns(cells) <= WINDOW) return { from: 0, to: cells.length };
  const first = cells.findIndex(({ at }) => at >= start);
  const marked = first < 0 ? cells.length : first;
  let from = marked;
  let room = columns(cells.slice(0, marked)) <= WINDOW - 2 * BEFORE ? WINDOW : BEFORE;
  for (let cell = cells[from - 1]; cell !== undefined && cell.width <= room; cell = cells[from - 1]) {
    room -= cell.width;
    from -= 1;
  }
  let to = from;
  let left = WINDOW;
  for (let cell = cells[to]; cell !== undefined && cell.width <= left; cell = cells[to]) {
    left -= cell.width;
    to += 1;
  }
  for (let cell = cells[from - 1]; cell !== undefined && cell.width <= left; cell = cells[from - 1]) {
    left -= cell.width;
    from -= 1;
  }
  return { from, to };
}

function columns(cells: readonly Cell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0);
}

function textOf(cells: readonly Cell[]): string {
  return cells.map(({ text }) => text).join('');
}
