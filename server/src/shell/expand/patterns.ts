import type { Text } from '../values.ts';
import { knownText } from '../values.ts';
import type { Segment } from './segments.ts';

/** A pattern of bash as a regular expression without anchors; `null` where it is not known or uses extended globs. */
export function patternSource(segments: readonly Segment[]): string | null {
  let glob = '';
  for (const segment of segments) {
    if (segment.kind === 'quote') continue;
    if (segment.kind !== 'piece') return null;
    const text = knownText([segment.piece] satisfies Text);
    if (text === null) return null;
    glob += segment.mode === 'quoted' ? text.replace(/[\\*?[\]()!+@|^-]/g, '\\$&') : text;
  }
  return globSource(glob);
}

/** The text of a pattern in which nothing matches more than itself; `null` for any other. */
export function literalPattern(segments: readonly Segment[]): string | null {
  let out = '';
  for (const segment of segments) {
    if (segment.kind === 'quote') continue;
    if (segment.kind !== 'piece' || segment.piece.kind !== 'text') return null;
    if (segment.mode !== 'quoted' && /[*?[\\(]/.test(segment.piece.text)) return null;
    out += segment.piece.text;
  }
  return out;
}

function globSource(glob: string): string | null {
  if (/[?*+@!]\(/.test(glob)) return extendedSource(glob);
  return simpleSource(glob);
}

/** `@(a|b)`, `?(…)`, `*(…)`, `+(…)` without nesting; `!(…)` is left alone. */
function extendedSource(glob: string): string | null {
  let out = '';
  let rest = glob;
  while (rest !== '') {
    const found = /([?*+@!])\(([^()]*)\)/.exec(rest);
    if (found === null) {
      const tail = simpleSource(rest);
      return tail === null ? null : out + tail;
    }
    const [whole, operator = '@', inner = ''] = found;
    if (operator === '!') return null;
    const head = simpleSource(rest.slice(0, found.index));
    const alternatives = inner.split('|').map(simpleSource);
    if (head === null || alternatives.some((alternative) => alternative === null)) return null;
    out += `${head}(?:${alternatives.join('|')})${operator === '@' ? '' : operator}`;
    rest = rest.slice(found.index + whole.length);
  }
  return out;
}

function simpleSource(glob: string): string | null {
  let out = '';
  for (let i = 0; i < glob.length; i++) {
    const char = glob.charAt(i);
    if (char === '\\') {
      i++;
      out += escapeRegExp(glob.charAt(i) || '\\');
    } else if (char === '*') {
      while (glob.charAt(i + 1) === '*') i++;
      out += '.*';
    } else if (char === '?') out += '.';
    else if (char === '[') {
      const bracket = bracketSource(glob, i);
      if (bracket === null) out += '\\[';
      else {
        out += bracket.source;
        i = bracket.end - 1;
      }
    } else out += escapeRegExp(char);
  }
  return out;
}

const CLASSES: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  blank: ' \\t',
  digit: '0-9',
  lower: 'a-z',
  punct: '!-\\/:-@\\[-`{-~',
  space: '\\s',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
};

function bracketSource(glob: string, open: number): { source: string; end: number } | null {
  let at = open + 1;
  let out = '[';
  if (glob.charAt(at) === '!' || glob.charAt(at) === '^') {
    out += '^';
    at++;
  }
  for (let first = true; at < glob.length; first = false) {
    const char = glob.charAt(at);
    if (char === ']' && !first) return { source: `${out}]`, end: at + 1 };
    const named = /^\[:(\w+):\]/.exec(glob.slice(at));
    if (named) {
      const members = CLASSES[named[1] ?? ''];
      if (members === undefined) return null;
      out += members;
      at += named[0].length;
    } else if (char === '\\') {
      out += escapeRegExp(glob.charAt(at + 1));
      at += 2;
    } else {
      out += char === '-' ? '-' : escapeRegExp(char);
      at++;
    }
  }
  return null;
}

export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Characters of a pattern past which it counts as not known: V8 compiles one when it is first used, and refuses very long ones only then. */
export const LONGEST_PATTERN = 10_000;

/** True if the whole of `text` matches. */
export function matchesPattern(source: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${source})$`, 's').test(text);
  } catch {
    return false;
  }
}
