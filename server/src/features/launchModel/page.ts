import { render } from '../../messages/render.ts';
import type { Location } from '../../text/location.ts';
import { fileOfUri } from '../../text/uri.ts';
import type { LinesOf } from '../diagnostics.ts';
import type { LaunchModel, ModelLink } from './model.ts';

/** A piece of a line: text, or text that leads to a place. */
export type Piece = string | { readonly text: string; readonly at: Location };

/** A cell of a table. */
export type Cell = readonly Piece[];

/** Cells past this width do not widen their column: one long value shall not push all others out of sight. */
const WIDEST = 48;

/** Markdown under way, line by line, with the places that its pieces lead to. */
export class Page {
  readonly #lines: string[] = [];
  readonly #links: ModelLink[] = [];
  readonly #uri: string;
  readonly #linesOf: LinesOf;

  /** @param uri the script that the text is about; lines of other files are named with their file */
  constructor(uri: string, linesOf: LinesOf) {
    this.#uri = uri;
    this.#linesOf = linesOf;
  }

  /** `line 12`, or `line 3 of common.sh`, as a link; without one where the file is not at hand. */
  place(at: Location): Piece {
    const lines = this.#linesOf(at.uri);
    if (lines === undefined) return fileOfUri(at.uri);
    const line = lines.position(at.range.start).line + 1;
    const text =
      at.uri === this.#uri
        ? render({ key: 'model-line', args: { line } })
        : render({ key: 'model-line-of', args: { line, file: fileOfUri(at.uri) } });
    return { text, at };
  }

  line(...pieces: readonly Piece[]): void {
    let text = '';
    for (const piece of pieces) {
      if (typeof piece !== 'string') this.#link(text.length, piece);
      text += typeof piece === 'string' ? piece : piece.text;
    }
    this.#lines.push(text);
  }

  /** A heading with blank lines around it. */
  heading(level: number, ...pieces: readonly Piece[]): void {
    if (this.#lines.length > 0) this.line();
    this.line(`${'#'.repeat(level)} `, ...pieces);
    this.line();
  }

  /** A table with columns in line; none without rows. */
  table(head: readonly string[], rows: readonly (readonly Cell[])[]): void {
    if (rows.length === 0) return;
    const cells = rows.map((row) => row.map(escaped));
    const widths = head.map((title, column) =>
      Math.max(title.length, 3, ...cells.map((row) => Math.min(WIDEST, widthOf(row[column] ?? [])))),
    );
    const write = (row: readonly Cell[]): void => {
      const pieces = widths.flatMap((width, column): Piece[] => {
        const cell = row[column] ?? [];
        const last = column === widths.length - 1;
        return ['| ', ...cell, last ? ' |' : `${' '.repeat(Math.max(0, width - widthOf(cell)))} `];
      });
      this.line(...pieces);
    };
    write(head.map((title) => [title]));
    this.line(`|${widths.map((width, column) => '-'.repeat(column === widths.length - 1 ? 5 : width + 2)).join('|')}|`);
    for (const row of cells) write(row);
  }

  done(): LaunchModel {
    return { text: `${this.#lines.join('\n')}\n`, links: this.#links };
  }

  #link(start: number, { text, at }: Exclude<Piece, string>): void {
    const target = this.#linesOf(at.uri)?.position(at.range.start);
    if (target === undefined) return;
    this.#links.push({ line: this.#lines.length, start, end: start + text.length, uri: at.uri, target });
  }
}

function widthOf(cell: Cell): number {
  return cell.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece : piece.text).length, 0);
}

/** A cell ends at a bar and at the end of its line. */
function escaped(cell: Cell): Cell {
  return cell.map((piece) => (typeof piece === 'string' ? oneLine(piece).replaceAll('|', '\\|') : piece));
}

/** Text on one line; what breaks it is shown as an escape. */
export function oneLine(text: string): string {
  return text.replace(/[\n\r\t\0]/g, (char) => ESCAPES[char] ?? ' ');
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' };
