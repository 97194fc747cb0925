import type { OffsetRange, Position, PositionRange } from './location.ts';

/** Converts between offsets and line/character positions of one text. Lines end in `\n`, `\r\n` or `\r`, as in LSP. */
export class LineIndex {
  readonly text: string;
  readonly #lineStarts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [0];
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
    }
    this.#lineStarts = starts;
  }

  get lineCount(): number {
    return this.#lineStarts.length;
  }

  /** Offset of the first character of a line; past the last line, the length of the text. */
  lineStart(line: number): number {
    return this.#lineStarts[Math.max(0, line)] ?? this.text.length;
  }

  /** Text of a line without its line break. */
  lineText(line: number): string {
    return this.text.slice(this.lineStart(line), this.lineStart(line + 1)).replace(/[\r\n]+$/, '');
  }

  /** Position of an offset; offsets outside the text are clamped to it. */
  position(offset: number): Position {
    const at = Math.min(Math.max(0, offset), this.text.length);
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lineStart(middle) <= at) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: at - this.lineStart(low) };
  }

  /** Offset of a position; a character past the end of its line is the end of that line. */
  offset(position: Position): number {
    if (position.line < 0) return 0;
    const start = this.lineStart(position.line);
    return Math.min(start + Math.max(0, position.character), start + this.lineText(position.line).length);
  }

  range(range: OffsetRange): PositionRange {
    return { start: this.position(range.start), end: this.position(range.end) };
  }

  offsets(range: PositionRange): OffsetRange {
    return { start: this.offset(range.start), end: this.offset(range.end) };
  }
}
