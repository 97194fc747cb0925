import type { OffsetRange } from '../../text/location.ts';

/**
 * What stands around a place in a Python file, by lines and their indentation alone: while somebody types, the text is mostly
 * not Python.
 */
export interface Around {
  /** The function whose body or head the place is in. */
  readonly fn: { readonly name: string; readonly parameters: readonly string[]; readonly inHead: boolean } | null;
  /** The class around it, or around the function. */
  readonly cls: { readonly name: string; readonly bases: readonly string[] } | null;
  /** The line up to the place. */
  readonly before: string;
  readonly line: string;
  readonly lineStart: number;
}

const DEF = /^(\s*)(?:async\s+)?def\s+(\w+)\s*\(([^)]*)/;
const CLASS = /^(\s*)class\s+(\w+)\s*(?:\(([^)]*)\))?/;

export function around(text: string, offset: number): Around {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const lineEnd = text.indexOf('\n', offset);
  const line = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd);
  const before = text.slice(lineStart, offset);
  const lines = text.slice(0, lineStart).split('\n').slice(0, -1);
  let indent = /^\s*/.exec(line.trim() === '' ? before : line)?.[0].length ?? 0;
  let fn: Around['fn'] = null;
  const own = DEF.exec(line);
  if (own !== null && before.length > (own[1] ?? '').length) {
    fn = { name: own[2] ?? '', parameters: namesOf(own[3] ?? ''), inHead: true };
  }
  for (let index = lines.length - 1; index >= 0 && indent > 0; index--) {
    const above = lines[index] ?? '';
    const depth = /^\s*/.exec(above)?.[0].length ?? 0;
    if (above.trim() === '' || depth >= indent) continue;
    const head = lines.slice(index, index + 12).join(' ');
    const def = DEF.exec(head);
    if (fn === null && DEF.test(above) && def !== null) {
      fn = { name: def[2] ?? '', parameters: namesOf(def[3] ?? ''), inHead: false };
    }
    const cls = CLASS.exec(head);
    if (CLASS.test(above) && cls !== null) {
      const bases = (cls[3] ?? '').split(',').map((base) => base.trim());
      return { fn, cls: { name: cls[2] ?? '', bases }, before, line, lineStart };
    }
    // The end of a bracket stands at the depth of what it belongs to.
    if (!/^\s*[)\]}]/.test(above)) indent = depth;
  }
  return { fn, cls: null, before, line, lineStart };
}

function namesOf(parameters: string): string[] {
  return parameters.split(',').flatMap((part) => /^\s*\**(\w+)/.exec(part)?.[1] ?? []);
}

/** A string that a place is in, on one line. */
export interface StringAt {
  readonly text: string;
  /** Without the quotes. */
  readonly range: OffsetRange;
  readonly quote: string;
  readonly isClosed: boolean;
  /** What stands before it on its line. */
  readonly before: string;
  readonly after: string;
}

export function stringAt({ line, lineStart }: Around, offset: number): StringAt | null {
  const at = offset - lineStart;
  for (const match of line.matchAll(/(["'])((?:\\.|(?!\1).)*)(\1?)/g)) {
    const [whole, quote = '', text = '', end = ''] = match;
    const start = match.index + 1;
    if (at < start || at > start + text.length) continue;
    return {
      text,
      range: { start: lineStart + start, end: lineStart + start + text.length },
      quote,
      isClosed: end !== '',
      before: line.slice(0, match.index),
      after: line.slice(match.index + whole.length),
    };
  }
  return null;
}
