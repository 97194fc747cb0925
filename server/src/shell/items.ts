import type { Item, ItemPart, Word } from '../text/items.ts';
import type { Location } from '../text/location.ts';
import { waysOfText } from './merge.ts';
import type { Field, FieldItem, Fields, Many, Text, Tree } from './values.ts';

/** Ways of one composed word past which it counts as unknown. */
const WAYS_LIMIT = 32;

/** The words of a command as the later stages see them. */
export function toItems(fields: Fields, use: Location): Item[] {
  return fields.map((item) => toItem(item, use));
}

function toItem(item: FieldItem, use: Location): Item {
  switch (item.kind) {
    case 'many':
      return manyWord(item.word.uri === '' ? { ...item, word: use } : item, item.use ?? use);
    case 'choice':
      return { kind: 'branches', choice: item.choice, oneOf: item.alts.map((alt) => toItems(alt, use)) };
    case 'field':
      return fieldItem(item.word.uri === '' ? { ...item, word: use } : item, item.use ?? use);
  }
}

function manyWord(item: Many, use: Location): Word {
  return { kind: 'many', why: item.why, location: item.word, ...elsewhere(item.word, use) };
}

function fieldItem(field: Field, use: Location): Item {
  const ways = waysOfText(field.text, WAYS_LIMIT);
  if (ways === null)
    return {
      kind: 'unknown',
      why: { reason: 'unknown-condition' },
      location: field.word,
      ...elsewhere(field.word, use),
    };
  return treeItem(ways, field, use);
}

function treeItem(tree: Tree<Text>, field: Field, use: Location): Item {
  if (tree.leaf) return wordOfText(tree.value, field.word, use);
  return { kind: 'branches', choice: tree.choice, oneOf: tree.alts.map((alt) => [treeItem(alt, field, use)]) };
}

/** A word without choices, with its place: that of its literal if it comes whole from one. */
export function wordOfText(text: Text, word: Location, use: Location): Word {
  const only = text.length === 1 ? text[0] : undefined;
  if (only?.kind === 'text' && only.literal !== undefined)
    return { kind: 'known', value: only.text, location: only.at, ...elsewhere(only.at, use) };
  const why = text.find((piece) => piece.kind === 'unknown');
  if (why?.kind === 'unknown') {
    const parts = partsOf(text, use);
    return {
      kind: 'unknown',
      why: why.why,
      location: word,
      ...elsewhere(word, use),
      ...(parts.length > 1 ? { parts } : {}),
    };
  }
  const value = text.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  const place = literalPlace(text, value);
  if (place !== null) return { kind: 'known', value, location: place, ...elsewhere(place, use) };
  const parts = partsOf(text, use);
  return { kind: 'known', value, location: word, ...elsewhere(word, use), ...(parts.length > 0 ? { parts } : {}) };
}

function literalPlace(text: Text, value: string): Location | null {
  const first = text[0];
  if (first?.kind !== 'text' || first.literal === undefined) return null;
  let end = first.at.range.start;
  let joined = true;
  for (const piece of text) {
    if (piece.kind !== 'text' || piece.literal !== first.literal) return null;
    if (piece.at.range.start !== end || piece.at.uri !== first.at.uri) joined = false;
    end = piece.at.range.end;
  }
  if (joined) return { uri: first.at.uri, range: { start: first.at.range.start, end } };
  return value.length === first.literal.size ? first.literal.whole : null;
}

/** What bash itself puts in, such as the blanks of `"${A[*]}"`, stands where it is used. */
function somewhere(place: Location, use: Location): Location {
  return place.uri === '' ? use : place;
}

function partsOf(text: Text, use: Location): ItemPart[] {
  const parts: ItemPart[] = [];
  for (const piece of text) {
    if (piece.kind === 'choice') continue;
    const known = piece.kind === 'text' ? piece.text : null;
    const last = parts[parts.length - 1];
    if (
      typeof last?.text === 'string' &&
      known !== null &&
      last.location.uri === piece.at.uri &&
      last.location.range.end === piece.at.range.start
    ) {
      const range = { start: last.location.range.start, end: piece.at.range.end };
      parts[parts.length - 1] = { text: last.text + known, location: { uri: piece.at.uri, range } };
    } else {
      parts.push({ text: known, location: somewhere(piece.at, use) });
    }
  }
  return parts;
}

function elsewhere(place: Location, use: Location): { use?: Location } {
  const inside = place.uri === use.uri && place.range.start >= use.range.start && place.range.end <= use.range.end;
  return inside ? {} : { use };
}
