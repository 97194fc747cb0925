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

/** Puts a tree in the place of each leaf. A choice that was taken further up is not asked again. */
export function flatMapTree<T, U>(tree: Tree<T>, f: (value: T) => Tree<U>): Tree<U> {
  if (tree.leaf) return f(tree.value);
  const walk = <V>(
    node: Tree<V>,
    taken: ReadonlyMap<string, number>,
    atLeaf: (value: V, taken: ReadonlyMap<string, number>) => Tree<U>,
  ): Tree<U> => {
    if (node.leaf) return atLeaf(node.value, taken);
    const index = taken.get(node.choice);
    const alt = index === undefined ? undefined : node.alts[index];
    if (alt !== undefined) return walk(alt, taken, atLeaf);
    return joined(
      node.choice,
      node.alts.map((each, i) => walk(each, new Map([...taken, [node.choice, i]]), atLeaf)),
    );
  };
  return walk(tree, new Map(), (value, taken) => walk(f(value), taken, (inner) => leaf(inner)));
}

/** A choice between trees, or the only tree where they are the same value. */
function joined<T>(choice: string, alts: readonly Tree<T>[]): Tree<T> {
  const first = alts[0];
  if (first?.leaf === true && alts.every((alt) => alt.leaf && alt.value === first.value)) return first;
  return { leaf: false, choice, alts };
}

export function leaves<T>(tree: Tree<T>): T[] {
  return tree.leaf ? [tree.value] : tree.alts.flatMap(leaves);
}

/** Which indexes of each choice can still happen. */
export type Assumptions = ReadonlyMap<string, ReadonlySet<number>>;

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

/** The same for a list of words. */
export function canonicalFields(fields: Fields): string {
  return fields
    .map((item) => {
      if (item.kind === 'field') return canonical(item.text);
      if (item.kind === 'many') return `<<${item.symbol}>>`;
      return `(${item.choice}:${item.alts.map(canonicalFields).join('|')})`;
    })
    .join(' ');
}

/** The place of what bash itself puts in: a blank between words, the usual IFS. */
export const NOWHERE: Location = { uri: '', range: { start: 0, end: 0 } };
