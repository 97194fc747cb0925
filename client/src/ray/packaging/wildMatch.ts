/** A line of an ignore file that says something. */
export interface IgnorePattern {
  /** As written, without white space around it. */
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  /** False for a line that begins with `!`, which takes back what lines above it said. */
  readonly excludes: boolean;
  readonly regex: RegExp;
}

/** The lines of one ignore file, or of `excludes`. */
export interface IgnoreRules {
  /** For a person: `.gitignore`, `src/.rayignore`, `excludes`. */
  readonly source: string;
  readonly patterns: readonly IgnorePattern[];
}

/** White space that Python's `str.strip` takes away; `trim` takes others. */
const blanks = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+';
const strip = new RegExp(`^${blanks}|${blanks}$`, 'gu');

/** Python's `readlines` on a file that is open as text. */
export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/**
 * Reads lines as Ray does: with the matcher `gitwildmatch` of the pathspec that it carries
 * (`ray/_private/thirdparty/pathspec`, the same in 2.48, 2.55 and 2.60). It is not quite git's: a name without a slash
 * excludes what is below a folder of that name but `!name` takes back the folder alone, white space at both ends goes,
 * letter case always counts, and `dir/` does not match the folder itself. The content hash depends on each of these.
 *
 * A line which that matcher cannot read, such as a lone `!`, excludes nothing; Ray's own client fails on it.
 */
export function readIgnoreRules(source: string, lines: readonly string[]): IgnoreRules {
  return { source, patterns: lines.flatMap((line, index) => patternOf(line, index + 1) ?? []) };
}

/** The pattern that excludes a path (`/` between names, relative to where the rules are); the last match decides. */
export function excludedBy(rules: IgnoreRules, path: string): IgnorePattern | undefined {
  for (let at = rules.patterns.length - 1; at >= 0; at--) {
    const pattern = rules.patterns[at];
    if (pattern?.regex.test(path) === true) return pattern.excludes ? pattern : undefined;
  }
  return undefined;
}

function patternOf(line: string, number: number): IgnorePattern | undefined {
  const text = line.replace(strip, '');
  if (text === '' || text === '/' || text.startsWith('#')) return undefined;
  const excludes = !text.startsWith('!');
  const body = (excludes ? text : text.slice(1)).replace(/^\\/, '');
  if (body === '') return undefined;
  try {
    return { text, line: number, excludes, regex: regexOf(anchored(body.split('/')), excludes) };
  } catch {
    // A range such as [z-a].
    return undefined;
  }
}

/** Segments from the root: `**` comes first where the pattern holds at any depth, and last where it is about a folder. */
function anchored(written: readonly string[]): readonly string[] {
  const segments = [...written];
  if (segments[0] === '') {
    segments.shift();
  } else if ((segments.length === 1 || (segments.length === 2 && segments[1] === '')) && segments[0] !== '**') {
    segments.unshift('**');
  }
  if (segments.length > 1 && segments.at(-1) === '') segments[segments.length - 1] = '**';
  return segments;
}

function regexOf(segments: readonly string[], excludes: boolean): RegExp {
  const last = segments.length - 1;
  let regex = '';
  let slash = false;
  for (const [at, segment] of segments.entries()) {
    if (segment === '**') {
      if (at === 0) regex += last === 0 ? '[^\\n]+' : '(?:[^\\n]+/)?';
      else regex += at === last ? '/[^\\n]*' : '(?:/[^\\n]+)?';
      slash = at > 0;
      continue;
    }
    if (slash) regex += '/';
    if (segment === '*') {
      regex += '[^/]+';
    } else {
      regex += globOf(segment);
      if (at === last && excludes) regex += '(?:/[^\\n]*)?';
    }
    slash = true;
  }
  // Python's `$` also holds before a line feed at the end.
  return new RegExp(`^${regex}(?=\\n?$)`, 'u');
}

function globOf(segment: string): string {
  const characters = Array.from(segment);
  let regex = '';
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (character === '\\') {
      at++;
      regex += literal(characters[at] ?? '');
    } else if (character === '*') {
      regex += '[^/]*';
    } else if (character === '?') {
      regex += '[^/]';
    } else if (character === '[') {
      const end = endOfBracket(characters, at + 1);
      regex += end === undefined ? '\\[' : bracketOf(characters.slice(at + 1, end));
      at = end ?? at;
    } else {
      regex += literal(character);
    }
  }
  return regex;
}

/** Place of the `]` that closes; one that comes first is an ordinary character. */
function endOfBracket(characters: readonly string[], start: number): number | undefined {
  let at = start;
  if (characters[at] === '!') at++;
  if (characters[at] === ']') at++;
  const end = characters.indexOf(']', at);
  return end === -1 ? undefined : end;
}

function bracketOf(inside: readonly string[]): string {
  const negated = inside[0] === '!';
  const members = negated ? inside.slice(1) : inside;
  const escaped = members.map((one, at) =>
    one === '-' && at > 0 && at < members.length - 1 ? '-' : literal(one).replace(/^-$/, '\\-'),
  );
  return `[${negated ? '^' : ''}${escaped.join('')}]`;
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&');
}
