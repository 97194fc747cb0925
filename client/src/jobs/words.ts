/**
 * The words of a job's entry point as `/bin/sh` reads them, for showing and comparing: quotes and backslashes are taken
 * away, nothing is expanded, and `&&`, `;` or a line end are words like others. Text with a quote that never closes keeps
 * the rest as one word.
 */
export function splitCommand(text: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "'") {
      const end = closing(text, at);
      word = (word ?? '') + text.slice(at + 1, end);
      at = end;
    } else if (character === '"') {
      const quoted = doubleQuoted(text, at + 1);
      word = (word ?? '') + quoted.text;
      at = quoted.end;
    } else if (character === '\\') {
      at += 1;
      if (text.charAt(at) !== '\n') word = (word ?? '') + text.charAt(at);
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + character;
    }
  }
  if (word !== undefined) words.push(word);
  return words;
}

function closing(text: string, start: number): number {
  const end = text.indexOf("'", start + 1);
  return end < 0 ? text.length : end;
}

function doubleQuoted(text: string, start: number): { readonly text: string; readonly end: number } {
  let result = '';
  let at = start;
  for (; at < text.length && text.charAt(at) !== '"'; at += 1) {
    const next = text.charAt(at + 1);
    if (text.charAt(at) !== '\\' || !'$`"\\\n'.includes(next) || next === '') {
      result += text.charAt(at);
      continue;
    }
    if (next !== '\n') result += next;
    at += 1;
  }
  return { text: result, end: at };
}
