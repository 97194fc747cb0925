import { LineIndex } from '../../text/lineIndex.ts';
import type { Location, OffsetRange } from '../../text/location.ts';
import type { Directive } from './directive.ts';

/** A file with its comments, as the parser of its language reads it. */
export interface CommentedText {
  readonly text: string;
  readonly comments: readonly OffsetRange[];
  /** Commands that may go over several lines; none in Python. */
  readonly commands: readonly OffsetRange[];
}

/** The comments of one file that ask for something to be ignored, and what each covers. */
export class IgnoreScopes {
  readonly directives: readonly Directive[];
  readonly lines: LineIndex;
  readonly #commands: readonly OffsetRange[];
  readonly #commentLines: ReadonlySet<number>;

  constructor({ text, comments, commands }: CommentedText, directives: readonly Directive[]) {
    this.directives = directives;
    this.lines = new LineIndex(text);
    this.#commands = commands;
    this.#commentLines = new Set(
      comments.flatMap(({ start }) => {
        const { line, character } = this.lines.position(start);
        return this.lines.lineText(line).slice(0, character).trim() === '' ? [line] : [];
      }),
    );
  }

  /** True if a comment has its line to itself. */
  isAlone({ range }: Directive): boolean {
    return this.#commentLines.has(this.lines.position(range.start).line);
  }

  /** True if what begins at a place is covered by a comment of this file. */
  covers({ kind, range }: Directive, at: Location): boolean {
    const offset = at.range.start;
    const own = this.lines.position(range.start).line;
    switch (kind) {
      case null:
        return false;
      case 'ignore-file':
        return true;
      case 'ignore':
        return this.lines.position(offset).line === own;
      case 'ignore-next-line': {
        const target = this.#after(own);
        if (this.lines.position(offset).line === target) return true;
        return this.#commands.some(
          ({ start, end }) => start <= offset && offset <= end && this.lines.position(start).line === target,
        );
      }
    }
  }

  /** The next line; comments on lines of their own are passed over, so that several can stand above each other. */
  #after(line: number): number {
    let next = line + 1;
    while (this.#commentLines.has(next)) next++;
    return next;
  }
}
