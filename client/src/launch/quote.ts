/** What POSIX sh takes as it is anywhere in a word. */
const plain = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Words that sh or bash reads as its own in the place of a command. */
const reserved = new Set(
  'case do done elif else esac fi for if in then until while function select time coproc namespace'.split(' '),
);

/** A word as `/bin/sh` reads it back to the same characters, wherever arguments stand. */
export function quoteWord(word: string): string {
  return plain.test(word) ? word : inQuotes(word);
}

/**
 * Words as a command for `/bin/sh -c` that runs exactly these. The first is quoted also where sh would take it for an
 * assignment or for a word of its own.
 */
export function joinWords(words: readonly string[]): string {
  return words
    .map((word, at) => (at === 0 && (word.includes('=') || reserved.has(word)) ? inQuotes(word) : quoteWord(word)))
    .join(' ');
}

function inQuotes(word: string): string {
  return `'${word.replaceAll("'", `'"'"'`)}'`;
}
