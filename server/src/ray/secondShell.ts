/** What a second `/bin/sh` does to a word. */
export type ShellChange =
  /** It puts something else in the place of `$NAME`, `$(…)` or backquotes. */
  | 'expansion'
  /** It ends the command: `;`, `&`, `|`, a line end; or redirects: `<`, `>`; or groups: `(`, `)`. */
  | 'operator'
  | 'quote'
  | 'backslash'
  /** `~` or `~root` in front; other users of the cluster are not known. */
  | 'home'
  /** `#` in front: the rest of the line is gone. */
  | 'comment'
  /** `*`: names of files that fit come in its place; without such files it stays. */
  | 'pattern';

export interface SecondShellChange {
  readonly change: ShellChange;
  /** The characters of the word that it is about. */
  readonly from: number;
  readonly to: number;
}

/**
 * The command line of a program as Ray up to 2.55 makes it: `subprocess.list2cmdline`, which quotes as Windows reads.
 */
export function joinedForWindows(words: readonly string[]): string {
  return words
    .map((word) => {
      const escaped = word.replace(/(\\*)"/g, '$1$1\\"');
      return isQuoted(word) ? `"${escaped.replace(/(\\+)$/, '$1$1')}"` : escaped;
    })
    .join(' ');
}

function isQuoted(word: string): boolean {
  return word === '' || /[ \t]/.test(word);
}

/**
 * The first thing that `/bin/sh` changes in an argument of a command line made by `joinedForWindows`; `undefined` where
 * the program gets the word as it is. Not for the first word, which may also be a keyword of the shell.
 */
export function secondShellChange(word: string): SecondShellChange | undefined {
  const quoted = isQuoted(word);
  const found = (change: ShellChange, from: number, length = 1): SecondShellChange => ({
    change,
    from,
    to: from + length,
  });
  if (!quoted && word.startsWith('#')) return found('comment', 0);
  if (!quoted && /^~(?:root)?(?:\/|$)/.test(word)) return found('home', 0);
  for (let at = 0; at < word.length; at++) {
    const rest = word.slice(at);
    const expansion = /^(?:\$(?:[A-Za-z_]\w*|[0-9@*#?$!-]|\{[^}]*\}?|\([^)]*\)?)|`[^`]*`?)/.exec(rest);
    if (expansion) return found('expansion', at, expansion[0].length);
    const slashes = /^\\+/.exec(rest)?.[0].length ?? 0;
    if (slashes > 0) {
      const next = rest.charAt(slashes);
      const kept = next === '"' || (quoted && (next === '' || (slashes === 1 && !/[$`\n]/.test(next))));
      if (!kept) return found('backslash', at, slashes);
      at += slashes - 1;
      continue;
    }
    if (quoted) continue;
    const character = word.charAt(at);
    if (/[|&;<>()\n]/.test(character)) return found('operator', at);
    if (character === "'") return found('quote', at);
  }
  const star = quoted ? -1 : word.indexOf('*');
  return star < 0 || word.includes('://') ? undefined : found('pattern', star);
}
