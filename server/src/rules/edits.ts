import type { OffsetRange } from '../text/location.ts';

/**
 * Changes of the text of a command line that leave valid bash behind, whatever holds the words: the command itself, an
 * array, a heredoc, a string that is split or run. Everything here is about characters; where it cannot tell what a
 * change would do, the answer is `undefined` and no fix is offered.
 */

const OPENS = /[\s("'`]/;
const CLOSES = /[\s)"'`;|&<>]/;

function opensAt(text: string, start: number): boolean {
  return start <= 0 || OPENS.test(text.charAt(start - 1));
}

function closesAt(text: string, end: number): boolean {
  return end >= text.length || CLOSES.test(text.charAt(end));
}

/** A shell word as it stands in the text, with the quotes that are its own. */
export interface Token extends OffsetRange {
  /** It fills a quoted string that is something else than this word alone, such as `X="--flag"`. */
  readonly fillsString: boolean;
}

/** The shell word around a literal; `undefined` where the literal is only a piece of one. */
export function tokenAround(text: string, literal: OffsetRange): Token | undefined {
  const { start, end } = literal;
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  const quoted = (before === '"' || before === "'") && before === after;
  if (quoted) {
    const outside = text.charAt(start - 2) === '$' ? start - 2 : start - 1;
    if (isBreak(text.charAt(outside - 1), 'before') && isBreak(text.charAt(end + 1), 'after')) {
      return { start: outside, end: end + 1, fillsString: false };
    }
  }
  if (!opensAt(text, start) || !closesAt(text, end)) return undefined;
  return { start, end, fillsString: quoted };
}

function isBreak(character: string, side: 'before' | 'after'): boolean {
  return character === '' || (side === 'before' ? /[\s(]/ : /[\s);|&<>]/).test(character);
}

/** Escapes nothing, so only text that means itself everywhere: inside and outside all quotes. */
export function isPlain(text: string): boolean {
  return /^[A-Za-z0-9_./:,=+@%-]+$/.test(text);
}

/**
 * The range to delete so that the words in `words` are gone and the others stand: with the white space before them, or
 * with their whole line where nothing else is on it, together with its line continuation.
 */
export function deletion(text: string, words: OffsetRange): OffsetRange | undefined {
  const { start, end } = words;
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const lineEnd = newline < 0 ? text.length : newline;
  const before = text.slice(lineStart, start);
  const after = text.slice(end, lineEnd);
  if (before.includes('\r') || after.includes('\r') || text.charAt(lineStart - 2) === '\r') return undefined;
  const gapAfter = /^[ \t]*/.exec(after)?.[0].length ?? 0;
  if (before.trim() !== '') {
    const gapBefore = /[ \t]*$/.exec(before)?.[0].length ?? 0;
    if (gapBefore > 0) return { start: start - gapBefore, end };
    return /[("'`]$/.test(before) ? { start, end: end + gapAfter } : undefined;
  }
  const previous = endOfContinuedLine(text, lineStart);
  const rest = after.slice(gapAfter);
  if (rest === '\\' && newline >= 0) return { start: lineStart, end: newline + 1 };
  if (rest === '') {
    if (previous !== undefined) return { start: previous, end };
    return newline < 0 ? { start: Math.max(0, lineStart - 1), end } : { start: lineStart, end: newline + 1 };
  }
  if (gapAfter > 0) return { start, end: end + gapAfter };
  return { start: previous ?? start, end };
}

/** Where the content of the line before `lineStart` ends if that line is continued by a backslash. */
function endOfContinuedLine(text: string, lineStart: number): number | undefined {
  if (lineStart < 2 || text.charAt(lineStart - 2) !== '\\') return undefined;
  const backslashes = /\\*$/.exec(text.slice(0, lineStart - 1))?.[0].length ?? 0;
  if (backslashes % 2 === 0) return undefined;
  const content = text.slice(0, lineStart - 2).replace(/[ \t]+$/, '');
  return content.length;
}

const GAP = /(?:[ \t\n]|\\\n)+/y;
const REFERENCE = /"?\$(?:\w+|\{\w+(?::?-[^{}"'\s]*)?\})"?/y;

/** The reference to one variable that follows white space at `offset`: `$X`, `"${X}"`, `${X:-1}`; what it yields is one word if the caller knows so. */
export function referenceAfter(text: string, offset: number): OffsetRange | undefined {
  const start = afterGap(text, offset);
  if (start === undefined) return undefined;
  REFERENCE.lastIndex = start;
  const match = REFERENCE.exec(text);
  if (!match) return undefined;
  const raw = match[0];
  // A closing quote without an opening one ends the string around the reference.
  const end = start + (raw.endsWith('"') && !raw.startsWith('"') ? raw.length - 1 : raw.length);
  if (raw.startsWith('"') && !raw.endsWith('"')) return undefined;
  return closesAt(text, end) ? { start, end } : undefined;
}

/** True for a reference to one variable and nothing else: `$X`, `"${X}"`. */
export function isReference(text: string): boolean {
  return /^(?:"\$(?:\w+|\{\w+\})"|\$(?:\w+|\{\w+\}))$/.test(text);
}

/** True where the literal is all that is assigned: `X=text`, `X="text"`. */
export function isAssignedAlone(text: string, { start, end }: OffsetRange): boolean {
  const quote = /["']/.exec(text.charAt(start - 1))?.[0] ?? '';
  const before = text.charAt(start - 1 - quote.length);
  return before === '=' && text.startsWith(quote, end) && closesAt(text, end + quote.length);
}

/** The first offset after the white space and continuations at `offset`; `undefined` if there are none. */
export function afterGap(text: string, offset: number): number | undefined {
  GAP.lastIndex = offset;
  const match = GAP.exec(text);
  return match ? offset + match[0].length : undefined;
}
