import type { KnownWord } from '../text/items.ts';
import type { OffsetRange } from '../text/location.ts';
import type { SourceDocument } from './document.ts';
import { MARK, type Reading } from './readings.ts';

/** The word at the cursor. */
export interface WordAtCursor {
  /** What the word has before the replaced text, from a variable or an expansion; mostly empty. */
  readonly before: string;
  /** What the replaced text has before the cursor, as the program gets it. */
  readonly typed: string;
  /** What the word has behind the replaced text. */
  readonly after: string;
  /** The text to replace: on one line, the cursor in it or at an end. */
  readonly replace: OffsetRange;
}

/** A word in three: what the program gets before, in and behind the piece with the cursor, which is split there. */
interface Pieces extends OffsetRange {
  readonly before: string;
  readonly typed: string;
  readonly rest: string;
  readonly after: string;
}

/**
 * The piece of a marked word that holds the mark, as a range of the document; `null` where its text is written elsewhere or
 * over several lines. Blanks end it behind the cursor, since a quote that is still open goes on to the end of its line.
 *
 * @param stop another character that ends it, such as the `=` behind a flag
 */
export function wordAtCursor(
  { text, uri }: SourceDocument,
  offset: number,
  { shift }: Reading,
  word: KnownWord,
  stop = '',
): WordAtCursor | null {
  const part = word.parts?.find((candidate) => candidate.text?.includes(MARK) === true);
  const inner = part?.text ?? word.value;
  const { range, uri: writtenIn } = part?.location ?? word.location;
  const start = range.start - shift;
  const end = Math.min(range.end - shift - MARK.length, text.length);
  if (writtenIn !== uri || start > offset || end < offset || /[\r\n]/.test(text.slice(start, offset))) return null;
  const typed = inner.slice(0, inner.indexOf(MARK));
  const before = word.value.slice(0, word.value.indexOf(MARK) - typed.length);
  const rest = inner.slice(typed.length + MARK.length);
  const after = word.value.slice(before.length + inner.length);
  const pieces = withinQuotes(text, offset, { before, typed, rest, after, start, end });
  const behind = text.slice(offset, pieces.end);
  const cut = endOf(behind, isQuoted(text, pieces) ? /[\r\n]/ : /\s/, stop);
  return {
    before: pieces.before,
    typed: pieces.typed,
    // A carriage return at the end of a line is part of its last word, but nobody means it.
    after: cut < 0 ? pieces.after.replace(/\r$/, '') : '',
    replace: { start: pieces.start, end: cut < 0 ? pieces.end : offset + cut },
  };
}

/** Where a word is written with quotes in it, as in `--flag="value"`, the piece between the quotes around the cursor. */
function withinQuotes(text: string, offset: number, pieces: Pieces): Pieces {
  const { start, end, before, typed, rest, after } = pieces;
  const written = text.slice(start, offset);
  const quote = Math.max(written.lastIndexOf('"'), written.lastIndexOf("'"));
  const piece = written.slice(quote + 1);
  if (quote < 0 || written === typed || !typed.endsWith(piece)) return pieces;
  const behind = text.slice(offset, end);
  const closing = behind.search(/['"]/);
  const inside = closing < 0 ? behind : behind.slice(0, closing);
  if (!rest.startsWith(inside)) return pieces;
  return {
    before: before + typed.slice(0, typed.length - piece.length),
    typed: piece,
    rest: inside,
    after: rest.slice(inside.length) + after,
    start: start + quote + 1,
    end: offset + inside.length,
  };
}

/** True for a range that fills a pair of quotes. */
function isQuoted(text: string, { start, end }: OffsetRange): boolean {
  const opening = text.charAt(start - 1);
  return (opening === '"' || opening === "'") && text.charAt(end) === opening;
}

function endOf(text: string, blank: RegExp, stop: string): number {
  const ends = [text.search(blank), stop === '' ? -1 : text.indexOf(stop)].filter((end) => end >= 0);
  return ends.length ? Math.min(...ends) : -1;
}
