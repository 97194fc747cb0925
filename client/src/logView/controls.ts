const escape = '\u001b';
const bell = '\u0007';
const stringEnd = `(?:${bell}|${escape}\\\\|\u009c)`;
const inString = `[^${bell}${escape}\u009c]`;

/** A whole escape sequence (ECMA-48: CSI; OSC, DCS and other strings; escapes of two characters). */
const sequence = new RegExp(
  `${escape}(?:\\[[0-?]*[ -/]*[@-~]|[\\]P^_X]${inString}*${stringEnd}|[ -/]*[0-OQ-WYZ\\\\\`-~])`,
  'g',
);
const openString = new RegExp(`${escape}[\\]P^_X]${inString}*$`);

/** Colours, moves within a few lines, and erasing of a line or below: what progress bars are drawn with. */
const harmless = new RegExp(`^${escape}\\[(?:[\\d;:]*m|\\d{0,3}[ABCDGEF]|[0-2]?K|0?J)$`);

/** Control characters that say nothing in a log; backspace, tab and line ends stay. */
const silent = /(?![\b\t\n\r])\p{Cc}/gu;

/** Stands for the escape character of what may stay, while the others go; a private character that logs do not have. */
const kept = '\uf8ff';

/**
 * Text of a log as a terminal may show it: a log cannot set the title, the clipboard, the screen or the mode of the
 * terminal, and asks it nothing. Sequences have to be whole, see {@link unfinishedControl}.
 */
export function withoutControls(text: string): string {
  return text
    .replaceAll(kept, '\ufffd')
    .replace(sequence, (found) => (harmless.test(found) ? kept + found.slice(1) : ''))
    .replace(silent, '')
    .replaceAll(kept, escape);
}

/** Longest sequence that is waited for; what is longer is no sequence. */
const longest = 4096;

/** Where an escape sequence begins that the text ends in; the length of the text where there is none. */
export function unfinishedControl(text: string): number {
  const from = Math.max(0, text.length - longest);
  const tail = text.slice(from);
  const at = tail.lastIndexOf(escape);
  if (at < 0) return text.length;
  const string = openString.exec(tail.endsWith(escape) ? tail.slice(0, -1) : tail);
  if (string !== null) return from + string.index;
  return tail.slice(at).search(sequence) === 0 ? text.length : from + at;
}

/** Text without any escape sequence, for documents. */
export function plainText(text: string): string {
  return text.replace(sequence, '').replace(silent, '');
}
