import type { Unknown } from '../text/items.ts';
import type { Location } from '../text/location.ts';

/**
 * What the evaluator knows of strings and lists of words. All of it is immutable. A string is a row of pieces; a piece
 * knows where it was written; a piece that depends on an undecided condition is a `ChoicePiece`.
 */

/** A literal of the script: a word, or the text between the quotes of a word that is one quoted string. Compared by identity. */
export class Literal {
  readonly whole: Location;
  /** Number of characters of text in it; a field of fewer is a part of it. */
  size = 0;

  constructor(whole: Location) {
    this.whole = whole;
  }
}

/** Known text. With a `literal` and as long as its place it maps character by character; without, it was computed. */
export interface TextPiece {
  readonly kind: 'text';
  readonly text: string;
  readonly at: Location;
  readonly literal?: Literal;
}

/** `word`: not empty, no blanks, no glob characters; `integer`: digits with an optional sign. */
export type Shape = 'any' | 'word' | 'integer';

/** Text that is not known before the script runs. Equal symbols are equal texts. */
export interface UnknownPiece {
  readonly kind: 'unknown';
  readonly why: Unknown;
  readonly at: Location;
  readonly symbol: string;
  readonly shape: Shape;
  /** It is not empty. */
  readonly filled?: boolean;
  /** If it is empty, so are the blanks before it: a text was trimmed behind it. */
  readonly loose?: boolean;
  /** The file or folder it names, where it is a path that we know in this workspace but not on the machine that runs it. */
  readonly path?: string;
}

export interface ChoicePiece {
  readonly kind: 'choice';
  readonly choice: string;
  readonly alts: readonly Text[];
}

export type Piece = TextPiece | UnknownPiece | ChoicePiece;
export type Text = readonly Piece[];

/** One word of a list, with the place where it stands as a whole word. */
export interface Field {
  readonly kind: 'field';
  readonly text: Text;
  readonly word: Location;
  /** Where it is used in a command, when that is not where it stands. */
  readonly use?: Location;
}

/** Any number of words. */
export interface Many {
  readonly kind: 'many';
  readonly why: Unknown;
  readonly word: Location;
  readonly symbol: string;
  readonly use?: Location;
}

export interface FieldChoice {
  readonly kind: 'choice';
  readonly choice: string;
  readonly alts: readonly Fields[];
}

export type FieldItem = Field | Many | FieldChoice;
export type Fields = readonly FieldItem[];

/** A value per way through undecided conditions. */
export type Tree<T> =
  | { readonly leaf: true; readonly value: T }
  | { readonly leaf: false; readonly choice: string; readonly alts: readonly Tree<T>[] };

export function leaf<T>(value: T): Tree<T> {
  return { leaf: true, value };
}

export function mapTree<T, U>(tree: Tree<T>, f: (value: T) => U): Tree<U> {
  return tree.leaf
    ? leaf(f(tree.value))
    : { leaf: false, choice: tree.choice, alts: tree.alts.map((alt) => mapTree(alt, f)) };
}

export function flatMapTree<T, U>(tree: Tree<T>, f: (value: T) => Tree<U>): Tree<U> {
  return tree.leaf
    ? f(tree.value)
    : { leaf: false, choice: tree.choice, alts: tree.alts.map((alt) => flatMapTree(alt, f)) };
}

export function leaves<T>(tree: Tree<T>): T[] {
  return tree.leaf ? [tree.value] : tree.alts.flatMap(leaves);
}

/** Which indexes of each choice can still happen. */
export type Assumptions = ReadonlyMap<string, ReadonlySet<number>>;

/** The only index that can happen, if one is left. */
export function decided(assume: Assumptions, choice: string): number | undefined {
  const allowed = assume.get(choice);
  if (allowed?.size !== 1) return undefined;
  const [only] = allowed;
  return only;
}

/** The text under these assumptions: decided choices are replaced by what then stands there. */
export function restrictText(text: Text, assume: Assumptions): Text {
  if (assume.size === 0 || !text.some((piece) => piece.kind === 'choice')) return text;
  const out: Piece[] = [];
  for (const piece of text) {
    if (piece.kind !== 'choice') {
      out.push(piece);
      continue;
    }
    const index = decided(assume, piece.choice);
    if (index !== undefined) out.push(...restrictText(piece.alts[index] ?? [], assume));
    else out.push({ ...piece, alts: piece.alts.map((alt) => restrictText(alt, assume)) });
  }
  return out;
}

export function restrictFields(fields: Fields, assume: Assumptions): Fields {
  if (assume.size === 0) return fields;
  const out: FieldItem[] = [];
  for (const item of fields) {
    if (item.kind === 'many') out.push(item);
    else if (item.kind === 'field') {
      const text = restrictText(item.text, assume);
      out.push(text === item.text ? item : { ...item, text });
    } else {
      const index = decided(assume, item.choice);
      if (index !== undefined) out.push(...restrictFields(item.alts[index] ?? [], assume));
      else out.push({ ...item, alts: item.alts.map((alt) => restrictFields(alt, assume)) });
    }
  }
  return out;
}

export function restrictTree<T>(tree: Tree<T>, assume: Assumptions): Tree<T> {
  if (tree.leaf) return tree;
  const index = decided(assume, tree.choice);
  if (index !== undefined) {
    const alt = tree.alts[index];
    if (alt !== undefined) return restrictTree(alt, assume);
  }
  return { ...tree, alts: tree.alts.map((alt) => restrictTree(alt, assume)) };
}

/** The text, or `null` where some of it is unknown or depends on a condition. */
export function knownText(text: Text): string | null {
  let out = '';
  for (const piece of text) {
    if (piece.kind !== 'text') return null;
    out += piece.text;
  }
  return out;
}

/** A part of a text piece; it keeps its exact place where the piece is linear. */
export function sliceText(piece: TextPiece, start: number, end: number): TextPiece {
  if (start === 0 && end === piece.text.length) return piece;
  const text = piece.text.slice(start, end);
  if (!isLinear(piece)) return { ...piece, text };
  const { uri, range } = piece.at;
  return { ...piece, text, at: { uri, range: { start: range.start + start, end: range.start + end } } };
}

export function isLinear(piece: TextPiece): boolean {
  return piece.literal !== undefined && piece.at.range.end - piece.at.range.start === piece.text.length;
}

export function computed(text: string, at: Location): TextPiece {
  return { kind: 'text', text, at };
}

/** The first choice that a text still hangs on. */
export function firstChoice(text: Text): ChoicePiece | undefined {
  for (const piece of text) if (piece.kind === 'choice') return piece;
  return undefined;
}

/** All ways of a text, none of which hangs on a choice; `null` if there are more than `limit`. */
export function waysOfText(text: Text, limit = 64): Tree<Text> | null {
  const budget = { left: limit };
  const walk = (current: Text): Tree<Text> | null => {
    const piece = firstChoice(current);
    if (piece === undefined) return --budget.left < 0 ? null : leaf(current);
    const alts: Tree<Text>[] = [];
    for (let i = 0; i < piece.alts.length; i++) {
      const alt = walk(restrictText(current, new Map([[piece.choice, new Set([i])]])));
      if (alt === null) return null;
      alts.push(alt);
    }
    return { leaf: false, choice: piece.choice, alts };
  };
  return walk(text);
}

/** The text of a tree: one choice piece per undecided condition. */
export function textOfTree(tree: Tree<Text>): Text {
  return tree.leaf ? tree.value : mergeTexts(tree.choice, tree.alts.map(textOfTree));
}

export function samePiece(a: Piece, b: Piece): boolean {
  if (a === b) return true;
  if (a.kind === 'text' && b.kind === 'text')
    return a.text === b.text && samePlace(a.at, b.at) && a.literal === b.literal;
  if (a.kind === 'unknown' && b.kind === 'unknown') return a.symbol === b.symbol && samePlace(a.at, b.at);
  if (a.kind === 'choice' && b.kind === 'choice')
    return (
      a.choice === b.choice &&
      a.alts.length === b.alts.length &&
      a.alts.every((alt, i) => sameText(alt, b.alts[i] ?? []))
    );
  return false;
}

export function sameText(a: Text, b: Text): boolean {
  return a === b || (a.length === b.length && a.every((piece, i) => isSame(piece, b[i], samePiece)));
}

export function sameItem(a: FieldItem, b: FieldItem): boolean {
  if (a === b) return true;
  if (a.kind === 'field' && b.kind === 'field') return samePlace(a.word, b.word) && sameText(a.text, b.text);
  if (a.kind === 'many' && b.kind === 'many') return a.symbol === b.symbol && samePlace(a.word, b.word);
  if (a.kind === 'choice' && b.kind === 'choice')
    return (
      a.choice === b.choice &&
      a.alts.length === b.alts.length &&
      a.alts.every((alt, i) => sameFields(alt, b.alts[i] ?? []))
    );
  return false;
}

export function sameFields(a: Fields, b: Fields): boolean {
  return a === b || (a.length === b.length && a.every((item, i) => isSame(item, b[i], sameItem)));
}

function samePlace(a: Location, b: Location): boolean {
  return a === b || (a.uri === b.uri && a.range.start === b.range.start && a.range.end === b.range.end);
}

function isSame<T>(a: T, b: T | undefined, same: (a: T, b: T) => boolean): boolean {
  return b !== undefined && same(a, b);
}

/** The assumption that a choice goes one way. */
export function only(choice: string, index: number): Assumptions {
  return new Map([[choice, new Set([index])]]);
}

function hasChoice(fields: Fields): boolean {
  return fields.some(
    (item) => item.kind === 'choice' || (item.kind === 'field' && firstChoice(item.text) !== undefined),
  );
}

/** One text per index of a choice, with what is common at both ends taken out of the choice. */
export function mergeTexts(choice: string, given: readonly Text[]): Text {
  const alts = given.map((alt, i) => restrictText(alt, only(choice, i)));
  const common = commonEnds(alts, samePiece);
  if (common.same) return alts[0] ?? [];
  const head = (alts[0] ?? []).slice(0, common.prefix);
  const tail = common.suffix === 0 ? [] : (alts[0] ?? []).slice(-common.suffix);
  const middle = alts.map((alt) => alt.slice(common.prefix, alt.length - common.suffix));
  return [...head, { kind: 'choice', choice, alts: middle }, ...tail];
}

export function mergeFields(choice: string, given: readonly Fields[]): Fields {
  const alts = given.map((alt, i) => (hasChoice(alt) ? restrictFields(alt, only(choice, i)) : alt));
  const common = commonEnds(alts, sameItem);
  if (common.same) return alts[0] ?? [];
  const head = (alts[0] ?? []).slice(0, common.prefix);
  const tail = common.suffix === 0 ? [] : (alts[0] ?? []).slice(-common.suffix);
  const middle = alts.map((alt) => alt.slice(common.prefix, alt.length - common.suffix));
  return [...head, { kind: 'choice', choice, alts: middle }, ...tail];
}

function commonEnds<T>(
  alts: readonly (readonly T[])[],
  same: (a: T, b: T) => boolean,
): { prefix: number; suffix: number; same: boolean } {
  const first = alts[0] ?? [];
  const rest = alts.slice(1);
  const shortest = Math.min(...alts.map((alt) => alt.length));
  const agrees = (index: (list: readonly T[]) => number): boolean => {
    const mine = first[index(first)];
    return mine !== undefined && rest.every((alt) => isSame(mine, alt[index(alt)], same));
  };
  let prefix = 0;
  while (prefix < shortest && agrees(() => prefix)) prefix++;
  if (prefix === shortest && alts.every((alt) => alt.length === shortest)) return { prefix, suffix: 0, same: true };
  let suffix = 0;
  while (suffix < shortest - prefix && agrees((list) => list.length - 1 - suffix)) suffix++;
  return { prefix, suffix, same: false };
}

/** A name for a text that is equal only where the texts are. */
export function canonical(text: Text): string {
  return text
    .map((piece) => {
      if (piece.kind === 'text') return JSON.stringify(piece.text);
      if (piece.kind === 'unknown') return `<${piece.symbol}>`;
      return `(${piece.choice}:${piece.alts.map(canonical).join('|')})`;
    })
    .join('+');
}
