import type { Item, KnownWord, Word } from '../text/items.ts';
import type { Location, OffsetRange } from '../text/location.ts';
import { afterGap, isAssignedAlone, isReference, referenceAfter, tokenAround } from './edits.ts';

/** Text of a file of the launch, `undefined` where it is not at hand. */
export type TextOf = (uri: string) => string | undefined;

/**
 * The place where the characters `from` to `to` of a word's value are written literally; `undefined` where they are
 * not, such as behind an escape or across two pieces.
 */
export function literalOf(word: KnownWord, textOf: TextOf, from = 0, to = word.value.length): Location | undefined {
  const whole = pieceAt(word.location, word.value, from, to, textOf);
  if (whole) return whole;
  let offset = 0;
  for (const part of word.parts ?? []) {
    if (part.text === null) return undefined;
    const end = offset + part.text.length;
    if (offset <= from && to <= end) return pieceAt(part.location, part.text, from - offset, to - offset, textOf);
    offset = end;
  }
  return undefined;
}

function pieceAt(at: Location, value: string, from: number, to: number, textOf: TextOf): Location | undefined {
  const raw = textOf(at.uri)?.slice(at.range.start, at.range.end);
  if (raw === undefined) return undefined;
  const quotes = raw === `"${value}"` || raw === `'${value}'` ? 1 : 0;
  if (raw !== value && quotes === 0) return undefined;
  const start = at.range.start + quotes;
  return { uri: at.uri, range: { start: start + from, end: start + to } };
}

/**
 * Where to point for the characters `from` to `to` of a word: at them where they are written as they are, else at the
 * word; at its quotes where it is empty, so that there is something to see.
 */
export function placeOf(word: Word, textOf: TextOf, from?: number, to?: number): Location {
  const place = (word.kind === 'known' ? literalOf(word, textOf, from, to) : undefined) ?? word.location;
  const { uri, range } = place;
  if (range.start < range.end) return place;
  const token = tokenAround(textOf(uri) ?? '', range);
  return token ? { uri, range: { start: token.start, end: token.end } } : place;
}

/** Every word of an item, whatever branch it is in. */
export function wordsOf(item: Item): readonly Word[] {
  return item.kind === 'branches' ? item.oneOf.flatMap((items) => items.flatMap(wordsOf)) : [item];
}

/** Words that stand next to each other in one text, and the range of each with its own quotes. */
interface Span {
  readonly uri: string;
  readonly range: OffsetRange;
  readonly tokens: readonly OffsetRange[];
}

/**
 * The stretch of text that yields exactly these words, a flag and its values: where the flag is written, with the
 * literals, composed words or references to variables that follow it there. `undefined` where they do not stand
 * together or where words could not be added or taken away, such as in `X="--flag"` that is used as `"$X"`.
 */
export function spanOf(flag: KnownWord, values: readonly Word[], textOf: TextOf): Span | undefined {
  const { uri, token: first } = tokenOf(flag, textOf) ?? {};
  const text = uri === undefined ? undefined : textOf(uri);
  if (!first || uri === undefined || text === undefined) return undefined;
  const tokens: OffsetRange[] = [first];
  let end = first.end;
  for (const value of values) {
    const token = valueToken(value, uri, text, end, textOf);
    if (!token) return undefined;
    tokens.push(token);
    end = token.end;
  }
  return { uri, range: { start: first.start, end }, tokens };
}

/** The word as it stands where its literal is written, or else where the variable that holds it is used. */
function tokenOf(word: KnownWord, textOf: TextOf): { readonly uri: string; readonly token: OffsetRange } | undefined {
  const literal = literalOf(word, textOf);
  const { uri } = literal ?? word.location;
  const text = textOf(uri);
  if (text === undefined) return undefined;
  const token = literal ? tokenAround(text, literal.range) : composedToken(word, text);
  const { use } = word;
  if (token && !(token.fillsString && use && !isUnquoted(use, textOf))) return { uri, token };
  const used = use && textOf(use.uri);
  if (!use || used === undefined || !literal || !isAssignedAlone(text, literal.range)) return undefined;
  if (!isReference(used.slice(use.range.start, use.range.end))) return undefined;
  return { uri: use.uri, token: use.range };
}

/** The word after `end` in `text` if it is what yields `value`. */
function valueToken(value: Word, uri: string, text: string, end: number, textOf: TextOf): OffsetRange | undefined {
  const start = afterGap(text, end);
  if (start === undefined || value.kind === 'many') return undefined;
  const literal = value.kind === 'known' ? literalOf(value, textOf) : undefined;
  const candidates: (OffsetRange | undefined)[] = [];
  if (literal?.uri === uri) candidates.push(tokenAround(text, literal.range));
  if (value.location.uri === uri) candidates.push(composedToken(value, text));
  if (value.use?.uri === uri) candidates.push(value.use.range);
  candidates.push(referenceAfter(text, end));
  return candidates.find((candidate) => candidate?.start === start);
}

/** A word that is written where it is used; its location is all of it, quotes included. */
function composedToken(word: Word, text: string): (OffsetRange & { readonly fillsString: false }) | undefined {
  const { start, end } = word.location.range;
  const around = tokenAround(text, { start, end });
  return around && !around.fillsString ? { start: around.start, end: around.end, fillsString: false } : undefined;
}

function isUnquoted(use: Location, textOf: TextOf): boolean {
  return textOf(use.uri)?.charAt(use.range.start) === '$';
}
