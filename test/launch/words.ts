import type { ManyWords, UnknownWord, Word } from '../../server/src/text/items.ts';
import type { Location } from '../../server/src/text/location.ts';

/** Words of a line at their index: `start` of the n-th is n. */

/** One word that is not known. */
export const UNKNOWN = Symbol('?');
/** Any number of words. */
export const MANY = Symbol('*');

export type Sketch = string | typeof UNKNOWN | typeof MANY;

export function line(...sketch: readonly Sketch[]): Word[] {
  return sketch.map((item, index) => {
    const location = at(index);
    if (item === UNKNOWN) return unknown(location);
    if (item === MANY) return many(location);
    return { kind: 'known', value: item, location };
  });
}

/** A line as people read it: `?` for a word that is not known, `*` for any number of words. */
export function sketch(text: string): Word[] {
  const words = text.split(' ').filter((word) => word !== '');
  return line(...words.map((word) => (word === '?' ? UNKNOWN : word === '*' ? MANY : word)));
}

export function at(index: number): Location {
  return { uri: 'test:line', range: { start: index, end: index + 1 } };
}

function unknown(location: Location): UnknownWord {
  return { kind: 'unknown', location, why: { reason: 'unset-variable', name: `U${location.range.start}` } };
}

function many(location: Location): ManyWords {
  return { kind: 'many', location, why: { reason: 'positional-parameter', name: '@' } };
}
