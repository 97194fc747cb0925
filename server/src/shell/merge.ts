import type { Location } from '../text/location.ts';
import { limitedItem, limitedPiece } from './limits.ts';
import type { Assumptions, FieldItem, Fields, Piece, Text, Tree } from './values.ts';
import { firstChoice, leaf } from './values.ts';

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

/** All ways of a text, none of which hangs on a choice; `null` if there are more than `limit`. */
export function waysOfText(text: Text, limit = 64): Tree<Text> | null {
  if (firstChoice(text) === undefined) return leaf(text);
  // Each other choice side by side doubles the ways at least.
  const choices = new Set(text.flatMap((piece) => (piece.kind === 'choice' ? [piece.choice] : [])));
  if (2 ** choices.size > limit) return null;
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
  return [...head, limitedPiece({ kind: 'choice', choice, alts: middle }), ...tail];
}

export function mergeFields(choice: string, given: readonly Fields[]): Fields {
  const alts = given.map((alt, i) => (hasChoice(alt) ? restrictFields(alt, only(choice, i)) : alt));
  const common = commonEnds(alts, sameItem);
  if (common.same) return alts[0] ?? [];
  const head = (alts[0] ?? []).slice(0, common.prefix);
  const tail = common.suffix === 0 ? [] : (alts[0] ?? []).slice(-common.suffix);
  const middle = alts.map((alt) => alt.slice(common.prefix, alt.length - common.suffix));
  return [...head, limitedItem({ kind: 'choice', choice, alts: middle }), ...tail];
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
