import type { KnownWord, Word } from '../text/items.ts';
import type { OffsetRange } from '../text/location.ts';
import { afterGap, deletion, isPlain, isReference } from './edits.ts';
import type { TextEdit } from './model.ts';
import { literalOf, spanOf } from './words.ts';
import type { TextOf } from './words.ts';

/** An option on the line with the words that go with it. */
export interface Given {
  readonly word: KnownWord;
  readonly spelled: string;
  readonly inline?: string;
  readonly values: readonly Word[];
}

/** Writes another option in the place of this one; values stay. */
export function replaceFlag({ word, spelled }: Given, name: string, textOf: TextOf): TextEdit[] | undefined {
  const location = literalOf(word, textOf, 0, spelled.length);
  return location && isPlain(name) ? [{ location, newText: name }] : undefined;
}

/** Writes another text in the place of the characters `from` to `to` of a word. */
export function replaceText(
  word: Word,
  newText: string,
  textOf: TextOf,
  from?: number,
  to?: number,
): TextEdit[] | undefined {
  const location = word.kind === 'known' ? literalOf(word, textOf, from, to) : undefined;
  return location && isPlain(newText) ? [{ location, newText }] : undefined;
}

/** Writes another text where the variable that holds the word is used, for a literal that serves other words too. */
export function replaceUse({ use }: Word, newText: string, textOf: TextOf): TextEdit[] | undefined {
  const raw = use && textOf(use.uri)?.slice(use.range.start, use.range.end);
  if (!use || raw === undefined || !isReference(raw) || !isPlain(newText)) return undefined;
  return [{ location: use, newText }];
}

/**
 * Takes options away with their values, so that the argv is the same without them. Not where a value is unknown: what
 * looks like one may be more than that.
 */
export function remove(options: readonly Given[], textOf: TextOf): TextEdit[] | undefined {
  const ranges = new Map<string, OffsetRange[]>();
  for (const { word, values } of options) {
    if (values.some((value) => value.kind === 'many')) return undefined;
    const span = spanOf(word, values, textOf);
    if (!span) return undefined;
    ranges.set(span.uri, [...(ranges.get(span.uri) ?? []), span.range]);
  }
  const edits: TextEdit[] = [];
  for (const [uri, spans] of ranges) {
    const text = textOf(uri);
    if (text === undefined) return undefined;
    for (const stretch of joined(text, spans)) {
      const range = deletion(text, stretch);
      if (!range) return undefined;
      edits.push({ location: { uri, range }, newText: '' });
    }
  }
  return withoutOverlap(edits);
}

/**
 * Puts an option in several names, each with the same values: `--l2 0.01` as `--a 0.01 --b 0.01`. The values are copied
 * as they are written, so `"$X"` stays a reference.
 */
export function split(option: Given, names: readonly string[], textOf: TextOf): TextEdit[] | undefined {
  const [first, ...others] = names;
  if (first === undefined || !names.every(isPlain)) return undefined;
  if (others.length > 0 && option.values.some((value) => value.kind === 'many')) return undefined;
  const renamed = replaceFlag(option, first, textOf);
  if (!renamed || others.length === 0) return renamed;
  const span = spanOf(option.word, option.values, textOf);
  const text = span && textOf(span.uri);
  const [flag] = span?.tokens ?? [];
  if (!span || text === undefined || !flag) return undefined;
  const [edit] = renamed;
  if (!edit || !isWithin(edit, span.uri, flag)) return undefined;
  // What follows the name: `=value`, a closing quote, the values.
  const written = text.slice(flag.start, edit.location.range.start);
  const rest = text.slice(edit.location.range.end, span.range.end);
  const added = others.map((name) => ` ${written}${name}${rest}`).join('');
  return [...renamed, { location: { uri: span.uri, range: at(span.range.end) }, newText: added }];
}

/**
 * Writes words in the place of options: the first option becomes `words`, the others go. With no words, all go.
 */
export function replaceGroup(
  options: readonly Given[],
  words: readonly string[],
  textOf: TextOf,
): TextEdit[] | undefined {
  const [first, ...others] = options;
  const [name, ...following] = words;
  if (!first || name === undefined) return remove(options, textOf);
  const location = literalOf(first.word, textOf);
  const span = spanOf(first.word, first.values, textOf);
  const [flag] = span?.tokens ?? [];
  if (!location || !span || !flag || !words.every(isPlain)) return undefined;
  if (!isWithin({ location, newText: name }, span.uri, flag)) return undefined;
  const rest = { uri: span.uri, range: { start: flag.end, end: span.range.end } };
  const edits: TextEdit[] = [{ location, newText: name }];
  const added = following.map((word) => ` ${word}`).join('');
  if (added !== '' || rest.range.end > rest.range.start) edits.push({ location: rest, newText: added });
  const gone = remove(others, textOf);
  return gone && withoutOverlap([...edits, ...gone]);
}

/** The edit is in the text of the word itself, not in the variable that it comes from. */
function isWithin({ location }: TextEdit, uri: string, token: OffsetRange): boolean {
  return location.uri === uri && token.start <= location.range.start && location.range.end <= token.end;
}

function at(offset: number): OffsetRange {
  return { start: offset, end: offset };
}

/** Ranges that have only white space between them, as one. */
function joined(text: string, ranges: readonly OffsetRange[]): OffsetRange[] {
  const result: OffsetRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && afterGap(text, last.end) === range.start)
      result[result.length - 1] = { start: last.start, end: range.end };
    else result.push(range);
  }
  return result;
}

/** The edits in the order of the text, those that touch made one; `undefined` if two change the same characters. */
function withoutOverlap(edits: readonly TextEdit[]): TextEdit[] | undefined {
  const result: TextEdit[] = [];
  for (const edit of [...edits].sort(byStart)) {
    const last = result.at(-1);
    const gap =
      last?.location.uri === edit.location.uri ? edit.location.range.start - last.location.range.end : undefined;
    if (last && gap !== undefined && gap < 0) return undefined;
    if (last && gap === 0) {
      const range = { start: last.location.range.start, end: edit.location.range.end };
      result[result.length - 1] = { location: { uri: last.location.uri, range }, newText: last.newText + edit.newText };
    } else result.push(edit);
  }
  return result;
}

function byStart(a: TextEdit, b: TextEdit): number {
  const x = a.location;
  const y = b.location;
  if (x.uri !== y.uri) return x.uri < y.uri ? -1 : 1;
  return x.range.start - y.range.start || x.range.end - y.range.end;
}
