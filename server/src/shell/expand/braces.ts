import type { Word, WordPart } from 'unbash';
import type { OffsetRange } from '../../text/location.ts';
import type { Source } from '../source.ts';
import type { TextPiece } from '../values.ts';
import { computed } from '../values.ts';

/** What a word is made of before expansion: parts of the tree, plain stretches of text, items of a `{1..3}`. */
export type Atom =
  | WordPart
  | { readonly type: 'Range'; readonly pos: number; readonly end: number }
  | { readonly type: 'Computed'; readonly piece: TextPiece };

/** Most words of a brace expansion; more count as a number that is not known. */
const WORD_LIMIT = 1024;

/** The words that brace expansion makes of one; `null` if they are too many. */
export function braceWords(source: Source, word: Word): readonly (readonly Atom[])[] | null {
  const opaque = new Map<number, WordPart>();
  const collect = (parts: readonly WordPart[]): void => {
    for (const part of parts) {
      if (part.type === 'BraceExpansion') collect(part.parts ?? []);
      else if (part.type !== 'Literal' && part.type !== 'Glob') opaque.set(part.pos, part);
    }
  };
  collect(word.parts ?? []);
  const words = sequence(source, { start: word.pos, end: word.end }, opaque);
  return words?.some((atoms) => joinsName(source, atoms)) === true ? null : words;
}

/** `{$X,b}c` reads as `$Xc bc`: a name may grow by the letters that come to stand behind it. */
function joinsName(source: Source, atoms: readonly Atom[]): boolean {
  return atoms.some((atom, i) => {
    const next = atoms[i + 1];
    if (atom.type !== 'SimpleExpansion' || next === undefined || !/\w$/.test(atom.text)) return false;
    return (
      next.type === 'Computed' ||
      ((next.type === 'Range' || next.type === 'Literal') &&
        next.pos !== atom.end &&
        /\w/.test(source.text.charAt(next.pos)))
    );
  });
}

function sequence(
  source: Source,
  range: OffsetRange,
  opaque: ReadonlyMap<number, WordPart>,
): readonly (readonly Atom[])[] | null {
  let words: Atom[][] = [[]];
  let from = range.start;
  const text = (end: number): void => {
    if (end > from) for (const word of words) word.push({ type: 'Range', pos: from, end });
  };
  let at = range.start;
  while (at < range.end) {
    const part = opaque.get(at);
    if (part !== undefined && part.end > at) {
      text(at);
      for (const word of words) word.push(part);
      at = from = part.end;
      continue;
    }
    const char = source.text.charAt(at);
    if (char === '\\') {
      at += 2;
      continue;
    }
    const items = char === '{' ? braceItems(source, at, range.end, opaque) : undefined;
    if (items === undefined) {
      at++;
      continue;
    }
    if (items === null) return null;
    text(at);
    if (words.length * items.words.length > WORD_LIMIT) return null;
    words = words.flatMap((word) => items.words.map((item) => [...word, ...item]));
    at = from = items.end;
  }
  text(range.end);
  return words;
}

interface BraceItems {
  readonly words: readonly (readonly Atom[])[];
  readonly end: number;
}

/** The alternatives of a brace that opens at `open`; `undefined` if it is no brace expansion, `null` if they are too many. */
function braceItems(
  source: Source,
  open: number,
  limit: number,
  opaque: ReadonlyMap<number, WordPart>,
): BraceItems | null | undefined {
  const commas: number[] = [];
  let depth = 0;
  let close = -1;
  for (let at = open; at < limit; at++) {
    const part = opaque.get(at);
    if (part !== undefined && part.end > at) {
      at = part.end - 1;
      continue;
    }
    const char = source.text.charAt(at);
    if (char === '\\') at++;
    else if (char === '{') depth++;
    else if (char === ',' && depth === 1) commas.push(at);
    else if (char === '}' && --depth === 0) {
      close = at;
      break;
    }
  }
  if (close === -1) return undefined;
  const end = close + 1;
  if (commas.length === 0) {
    const items = range(source.text.slice(open + 1, close));
    if (items === undefined || items === null) return items;
    const at = source.location({ start: open, end });
    return { words: items.map((item) => [{ type: 'Computed' as const, piece: computed(item, at) }]), end };
  }
  const words: (readonly Atom[])[] = [];
  const starts = [open + 1, ...commas.map((comma) => comma + 1)];
  for (const [i, start] of starts.entries()) {
    const alternative = sequence(source, { start, end: commas[i] ?? close }, opaque);
    if (alternative === null) return null;
    words.push(...alternative);
    if (words.length > WORD_LIMIT) return null;
  }
  return { words, end };
}

/** `1..5`, `01..10..2`, `a..e`. */
function range(inner: string): string[] | null | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(inner);
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(inner);
  const found = numbers ?? letters;
  if (found === null) return undefined;
  const [, first = '', last = '', stepText = '1'] = found;
  const from = numbers ? Number(first) : first.charCodeAt(0);
  const to = numbers ? Number(last) : last.charCodeAt(0);
  const by = Math.abs(Number(stepText)) || 1;
  if (Math.abs(to - from) / by > WORD_LIMIT) return null;
  const padded = numbers !== null && [first, last].some((text) => /^-?0\d/.test(text));
  const width = padded ? Math.max(first.length, last.length) : 0;
  const out: string[] = [];
  for (let n = from; from <= to ? n <= to : n >= to; n += from <= to ? by : -by)
    out.push(numbers ? pad(n, width) : String.fromCharCode(n));
  return out;
}

function pad(n: number, width: number): string {
  return n < 0 ? `-${String(-n).padStart(width - 1, '0')}` : String(n).padStart(width, '0');
}
