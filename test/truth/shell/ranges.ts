import type { LaunchCommand } from '../../../server/src/shell/model.ts';
import type { Item, Word } from '../../../server/src/text/items.ts';
import type { Location } from '../../../server/src/text/location.ts';
import { pathOf } from './model.ts';

/** A literal of a script that words of our model name as the place they come from. */
export interface Literal {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export function keyOf(literal: Literal): string {
  return `${literal.path}:${literal.start}-${literal.end}`;
}

/** What a piece of bash text reads as when quotes and backslashes are taken off; only to tell literals from expansions. */
function bare(text: string): string {
  return text.replaceAll(/\$?['"]|\\\n|\\/g, '');
}

function literalAt(location: Location, value: string, files: ReadonlyMap<string, string>): Literal | undefined {
  const path = pathOf(location.uri);
  const text = files.get(path ?? '');
  if (path === undefined || text === undefined) return undefined;
  const { start, end } = location.range;
  const source = text.slice(start, end);
  if (source === '') return undefined;
  // Of `$'…'` only the text says what its escapes mean: it is a literal as a whole.
  if (source === value || source.includes("$'") || text.slice(start - 2, start) === "$'") return { path, start, end };
  if (/[$`]/.test(source.replaceAll(/\$'|'[^']*'|\\[$`]/g, ''))) return undefined;
  return bare(source) === bare(value) ? { path, start, end } : undefined;
}

/** The literals that a word names: its own place, or those of its parts. */
export function literalsOf(word: Word, files: ReadonlyMap<string, string>): Literal[] {
  const parts = word.parts ?? [];
  const own = word.kind === 'known' && parts.length === 0 ? [literalAt(word.location, word.value, files)] : [];
  const ofParts = parts.map((part) => (part.text === null ? undefined : literalAt(part.location, part.text, files)));
  return [...own, ...ofParts].filter((literal) => literal !== undefined);
}

function* wordsOf(items: readonly Item[]): Generator<Word> {
  for (const item of items) {
    if (item.kind === 'branches') for (const branch of item.oneOf) yield* wordsOf(branch);
    else yield item;
  }
}

/** Every distinct literal that the argv of a launch names. */
export function literalsIn(launches: readonly LaunchCommand[], files: ReadonlyMap<string, string>): Literal[] {
  const found = new Map<string, Literal>();
  for (const launch of launches) {
    for (const word of wordsOf(launch.argv)) {
      for (const literal of literalsOf(word, files)) found.set(keyOf(literal), literal);
    }
  }
  return [...found.values()];
}

/** Other literals of the same shape: one changed at its end, one at its beginning. */
export function replacements(source: string): string[] {
  if (/^["']?-?\d+["']?$/.test(source)) return [source.replace(/\d(?=\D*$)/, '$&1'), source.replace(/\d/, '1$&')];
  const places = [...source.matchAll(/[A-Za-z0-9]/g)]
    .map((match) => match.index)
    .filter((i) => source[i - 1] !== '\\' && !/\\[xuU0-7][0-9a-fA-F]*$/.test(source.slice(0, i)));
  const first = places[0];
  const last = places.at(-1);
  if (first === undefined || last === undefined) return [`${source}Z9`];
  const after = (at: number): string => `${source.slice(0, at + 1)}Z9${source.slice(at + 1)}`;
  return first === last ? [after(first)] : [after(last), after(first)];
}
