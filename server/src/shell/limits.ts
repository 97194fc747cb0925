import type { Location } from '../text/location.ts';
import type { Cell, Value } from './state.ts';
import type { ChoicePiece, FieldChoice, Fields, Many, Shape, Text, UnknownPiece } from './values.ts';
import { NOWHERE, canonical, canonicalFields } from './values.ts';

/**
 * Values must not grow with the number of ways through a script: past these sizes what hangs on conditions is not known.
 */

/** Ends of one choice, those of the choices inside it included. */
const ALTERNATIVES_LIMIT = 32;
/** Pieces of a text, or words of a list. */
const PIECES_LIMIT = 8192;
/** Characters of a text. */
const LENGTH_LIMIT = 2_000_000;

/** How many ends the choices of a text have; counting stops past `limit`. */
function endsOfText(text: Text, limit: number): number {
  let ends = 0;
  for (const piece of text) {
    if (piece.kind !== 'choice') continue;
    for (const alt of piece.alts) {
      ends += Math.max(1, endsOfText(alt, limit - ends));
      if (ends > limit) return ends;
    }
  }
  return ends;
}

function endsOfFields(fields: Fields, limit: number): number {
  let ends = 0;
  for (const item of fields) {
    if (item.kind === 'field') ends += endsOfText(item.text, limit - ends);
    if (item.kind !== 'choice') continue;
    for (const alt of item.alts) {
      ends += Math.max(1, endsOfFields(alt, limit - ends));
      if (ends > limit) return ends;
    }
  }
  return ends;
}

/** The choice, or a text that nobody knows where it has too many ends. */
export function limitedPiece(piece: ChoicePiece): ChoicePiece | UnknownPiece {
  if (endsOfText([piece], ALTERNATIVES_LIMIT) <= ALTERNATIVES_LIMIT) return piece;
  const shape = shapeOf([piece]);
  return {
    kind: 'unknown',
    why: { reason: 'unknown-condition' },
    at: placeOf([piece]) ?? NOWHERE,
    symbol: `ways:${fingerprint(canonical([piece]))}`,
    shape,
    ...(shape === 'any' ? {} : { filled: true }),
  };
}

export function limitedItem(item: FieldChoice): FieldChoice | Many {
  if (endsOfFields([item], ALTERNATIVES_LIMIT) <= ALTERNATIVES_LIMIT) return item;
  return {
    kind: 'many',
    why: { reason: 'unknown-condition' },
    word: placeOfFields([item]) ?? NOWHERE,
    symbol: `ways:${fingerprint(canonicalFields([item]))}`,
  };
}

/** Ends of a value that is not the same kind of thing on all ways. */
export function tooManyEnds(value: Value): boolean {
  return endsOfValue(value, ALTERNATIVES_LIMIT) > ALTERNATIVES_LIMIT;
}

function endsOfValue(value: Value, limit: number): number {
  if (value.kind === 'scalar') return endsOfText(value.text, limit);
  if (value.kind === 'array') return endsOfFields(value.items, limit);
  if (value.kind !== 'choice') return 0;
  let ends = 0;
  for (const alt of value.alts) {
    ends += Math.max(1, endsOfValue(alt, limit - ends));
    if (ends > limit) return ends;
  }
  return ends;
}

/** A cell whose value is not known where it has grown past what any script needs, as by `X=$X$X` in a loop. */
export function limitedCell(cell: Cell, name: string, symbol: () => string): Cell {
  const { value } = cell;
  if (value.kind === 'scalar' && isLong(value.text)) {
    const piece: UnknownPiece = {
      kind: 'unknown',
      why: { reason: 'too-many-executions', name },
      at: placeOf(value.text) ?? NOWHERE,
      symbol: symbol(),
      shape: 'any',
    };
    return { ...cell, value: { kind: 'scalar', text: [piece] } };
  }
  if (value.kind === 'array' && value.items.length > PIECES_LIMIT) {
    const why = { reason: 'too-many-executions', name } as const;
    const word = placeOfFields(value.items) ?? NOWHERE;
    return { ...cell, value: { kind: 'array', items: [{ kind: 'many', why, word, symbol: symbol() }] } };
  }
  return cell;
}

function isLong(text: Text): boolean {
  if (text.length > PIECES_LIMIT) return true;
  let length = 0;
  for (const piece of text) if (piece.kind === 'text') length += piece.text.length;
  return length > LENGTH_LIMIT;
}

/** What all ways of a text have in common. */
function shapeOf(text: Text): Shape {
  const [piece, ...more] = text;
  if (piece === undefined || more.length > 0) return 'any';
  if (piece.kind === 'unknown') return piece.shape;
  if (piece.kind === 'text')
    return /^[-+]?\d+$/.test(piece.text) ? 'integer' : /^[\w.-]+$/.test(piece.text) ? 'word' : 'any';
  const shapes = new Set(piece.alts.map(shapeOf));
  return shapes.has('any') ? 'any' : shapes.has('word') ? 'word' : 'integer';
}

function placeOf(text: Text): Location | undefined {
  for (const piece of text) {
    if (piece.kind !== 'choice') {
      if (piece.at.uri !== '') return piece.at;
      continue;
    }
    for (const alt of piece.alts) {
      const place = placeOf(alt);
      if (place !== undefined) return place;
    }
  }
  return undefined;
}

function placeOfFields(fields: Fields): Location | undefined {
  for (const item of fields) {
    if (item.kind !== 'choice') {
      if (item.word.uri !== '') return item.word;
      continue;
    }
    for (const alt of item.alts) {
      const place = placeOfFields(alt);
      if (place !== undefined) return place;
    }
  }
  return undefined;
}

/** A short name of a text, equal for equal texts: 53 bits of it. */
export function fingerprint(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
