import type { Cursor, Peeled } from './launchers.ts';
import { around, isChoice, spanOf, textAt, wrap } from './launchers.ts';
import { basename } from './paths.ts';
import type { Fields } from './values.ts';

export const SHELLS = /^(?:ba|da|z|k)?sh$/;

/** `bash -c STRING [name args…]`; `undefined` if the shell is given no string. */
export function shellString(cursor: Cursor, at: number, start: number): Peeled | undefined {
  for (let i = at + 1; i < cursor.words.length; i++) {
    const item = cursor.words[i];
    if (item !== undefined && isChoice(item)) return { kind: 'undecided', before: i + 1 };
    const text = textAt(cursor.words, i);
    if (text === null || !/^[-+]/.test(text)) return undefined;
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(text)) {
      let string = i + 1;
      while (/^[-+][a-zA-Z]+$/.test(textAt(cursor.words, string) ?? '')) string++;
      const field = cursor.words[string];
      if (field?.kind !== 'field') return undefined;
      wrap(cursor, start, at);
      const first = cursor.words[at];
      if (first !== undefined) {
        cursor.wrappers.push({
          kind: `${basename(textAt(cursor.words, at) ?? 'sh')} -c`,
          location: spanOf(first, cursor.words[i] ?? first),
        });
      }
      return {
        kind: 'string',
        text: field,
        args: cursor.words.slice(string + 2),
        clean: true,
        ...around(cursor),
      };
    }
    if (text === '-o' || text === '+o' || text === '-O' || text === '--rcfile' || text === '--init-file') i++;
  }
  return undefined;
}

/** `bash <<EOF`, `bash -s args`; a shell that is given a file runs what we do not see. */
export function shellInput(cursor: Cursor, at: number, start: number): Peeled {
  let args: Fields = [];
  for (let i = at + 1; i < cursor.words.length; i++) {
    const text = textAt(cursor.words, i);
    if (text === null) return { kind: 'none' };
    if (text === '-s' || text === '-' || text === '--') {
      args = cursor.words.slice(textAt(cursor.words, i + 1) === '--' ? i + 2 : i + 1);
      break;
    }
    if (/^-[a-zA-Z]*s$/.test(text)) {
      args = cursor.words.slice(i + 1);
      break;
    }
    if (!/^[-+]/.test(text)) return { kind: 'none' };
    if (/^[-+][oO]$/.test(text)) i++;
  }
  wrap(cursor, start, at);
  const first = cursor.words[at];
  if (first !== undefined)
    cursor.wrappers.push({ kind: basename(textAt(cursor.words, at) ?? 'sh'), location: spanOf(first, first) });
  return { kind: 'stdin', args, ...around(cursor) };
}
