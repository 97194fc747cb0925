/**
 * The words of a line as bash splits them, with quotes and backslashes and nothing else: no variables, globs, comments or
 * operators; all other characters stand for themselves. `null` where a quote is not closed.
 */
export function splitWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i);
    if (/[ \t\n]/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
      continue;
    }
    word ??= '';
    if (character === '\\') {
      i++;
      if (line.charAt(i) !== '\n') word += line.charAt(i);
    } else if (character === "'" || character === '"') {
      const quoted = character === "'" ? single(line, i + 1) : double(line, i + 1);
      if (quoted === null) return null;
      word += quoted.text;
      i = quoted.end;
    } else word += character;
  }
  if (word !== null) words.push(word);
  return words;
}

interface Quoted {
  readonly text: string;
  /** Index of the closing quote. */
  readonly end: number;
}

function single(line: string, from: number): Quoted | null {
  const end = line.indexOf("'", from);
  return end < 0 ? null : { text: line.slice(from, end), end };
}

/** Between double quotes a backslash counts only before the characters that are special there. */
function double(line: string, from: number): Quoted | null {
  let text = '';
  for (let i = from; i < line.length; i++) {
    const character = line.charAt(i);
    if (character === '"') return { text, end: i };
    const next = line.charAt(i + 1);
    if (character !== '\\' || !/["\\$`\n]/.test(next)) text += character;
    else {
      i++;
      if (next !== '\n') text += next;
    }
  }
  return null;
}
