/** A private-use character: no shell gives it a meaning, and nobody types it. */
export const MARK = '\uE000';

/** A text that stands for a document with the mark in the place of the cursor. Behind the mark it may be mended. */
export interface Reading {
  readonly text: string;
  /** Characters put before the document's text: offsets up to the mark are that much greater. */
  readonly shift: number;
}

/** UTF-16 units past which a text is read as it is only: each reading is evaluated once. */
const MOST_MENDED = 60_000;

/**
 * Ways to read a document whose text is half typed, the likeliest first. As it is; then with what is open at the cursor
 * closed on the cursor's line: a default value, an array, a quote, a heredoc, a function, a line that lacks its backslash.
 * Offsets of the document up to the cursor are those of each reading less its shift.
 */
export function* readings(text: string, offset: number): Generator<Reading> {
  const before = text.slice(0, offset);
  const after = text.slice(offset);
  yield plain(before, after);
  if (text.length > MOST_MENDED) return;

  const unix = text.includes('\r\n');
  const head = unix ? withoutReturns(before) : before;
  const tail = unix ? withoutReturns(after) : after;
  if (unix) yield plain(head, tail);

  const variable = openDefault(head);
  if (variable !== undefined) {
    const prefix = `unset ${variable}\n`;
    yield { text: prefix + head + MARK + tail, shift: prefix.length };
  }
  const lineEnd = endOfLine(tail);
  const line = tail.slice(0, lineEnd);
  const below = tail.slice(lineEnd);
  for (const closing of closings(head, tail)) yield plain(head, `${line}${closing}${below}`);
  for (const name of openFunctions(head)) {
    yield plain(head, `${tail}\n${name}\n`);
    yield plain(head, `${line}\n}\n${name}\n`);
  }
  const joined = joinedLines(head);
  if (joined !== undefined) yield plain(joined, tail);
}

function plain(before: string, after: string): Reading {
  return { text: before + MARK + after, shift: 0 };
}

function endOfLine(text: string): number {
  const end = text.search(/[\r\n]/);
  return end < 0 ? text.length : end;
}

/**
 * CRLF lines with LF, as long as before: a backslash moves to the end of its line; a blank takes the place of the
 * return, but not behind a lone word, which may end a heredoc.
 */
function withoutReturns(text: string): string {
  return text
    .replace(/\\\r\n/g, ' \\\n')
    .replace(/^(\w+)\r\n/gm, '$1\n\n')
    .replace(/\r\n/g, ' \n');
}

/** The variable of `${NAME:-…` or `${NAME-…` that is not closed before the cursor. */
function openDefault(before: string): string | undefined {
  return /\$\{(\w+):?-[^}]*$/.exec(before)?.[1];
}

/** What closes that which is open at the cursor. */
function closings(before: string, after: string): string[] {
  const closings: string[] = [];
  const delimiter = openHeredoc(before);
  if (delimiter !== undefined) closings.push(`\n${delimiter}\n`);
  if (/=\([^)]*$/.test(before)) closings.push('\n)');
  const quote = openQuote(before);
  if (quote !== undefined) closings.push(quote, ...(after.includes(quote) ? [] : [`${quote}\n)`]));
  return closings;
}

/** The word that ends the last heredoc which has no end before the cursor. */
function openHeredoc(before: string): string | undefined {
  const starts = [...before.matchAll(/<<-?[ \t]*(['"]?)(\w+)\1[^\n]*\n/g)];
  for (const start of starts.reverse()) {
    const word = start[2] ?? '';
    const body = before.slice(start.index + start[0].length);
    if (!new RegExp(`^\\t*${word}$`, 'm').test(body)) return word;
  }
  return undefined;
}

/** The quote that is open at the end of a text, as far as its lines tell; comments are passed over. */
function openQuote(before: string): string | undefined {
  const quotes = before.replace(/\\[^]/g, '').matchAll(/'[^']*'|"[^"]*"|(?:^|\s)#[^\n]*|(['"])/g);
  for (const [, quote] of quotes) if (quote !== undefined) return quote;
  return undefined;
}

/** Functions that begin before the cursor, the last first: the cursor may stand in one that nothing calls yet. */
function openFunctions(before: string): string[] {
  const heads = before.matchAll(/^[ \t]*(?:function[ \t]+([\w-]+)[ \t]*(?:\(\))?|([\w-]+)[ \t]*\(\))\s*\{/gm);
  const names = [...heads].map((head) => head[1] ?? head[2] ?? '');
  return [...new Set(names.reverse())].slice(0, 3);
}

/** The text with the lines of flags above the cursor's joined to it, as long as before; only on a line that begins with a dash. */
function joinedLines(before: string): string | undefined {
  const lines = before.split('\n');
  let first = lines.length - 1;
  while (first > 0 && /^\s*-/.test(lines[first] ?? '')) first--;
  if (first === lines.length - 1) return undefined;
  const kept = lines.slice(0, first).map((line) => `${line}\n`);
  const blank = (end: string): string => ' '.repeat(end.length);
  const command = lines.slice(first).map((line) => line.replace(/(?<=\s)#.*$|\\[ \t]*$/, blank));
  return kept.join('') + command.join(' ');
}
