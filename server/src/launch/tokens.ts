import type { KnownWord, ManyWords, UnknownWord, Word } from '../text/items.ts';
import { classify, type Classified, type OptionTable } from './options.ts';

/** A word together with what argparse's first pass makes of it. */
export type Token =
  | ({ readonly word: KnownWord } & Classified)
  | { readonly kind: 'unknown'; readonly word: UnknownWord }
  | { readonly kind: 'many'; readonly word: ManyWords };

export type OptionToken = Extract<Token, { kind: 'option' }>;
export type AmbiguousToken = Extract<Token, { kind: 'ambiguous' }>;

/** The words before the first `--`, each classified, and those from it on, which are never options. */
export interface Tokens {
  readonly tokens: readonly Token[];
  /** `--` first; empty where the line has none. */
  readonly rest: readonly Word[];
}

/** argparse's first pass over the whole line. A word that is not known is never taken for `--`. */
export function tokenize(table: OptionTable, words: readonly Word[]): Tokens {
  const separator = words.findIndex((word) => word.kind === 'known' && word.value === '--');
  const end = separator < 0 ? words.length : separator;
  return { tokens: words.slice(0, end).map((word) => toToken(table, word)), rest: words.slice(end) };
}

function toToken(table: OptionTable, word: Word): Token {
  switch (word.kind) {
    case 'known':
      return { word, ...classify(table, word.value) };
    case 'unknown':
      return { kind: 'unknown', word };
    case 'many':
      return { kind: 'many', word };
  }
}

/**
 * True for a word that one may have meant as a value, but that argparse takes for an option: `-5e-1`, `-inf`. Not for
 * an option that lacks its second dash.
 */
export function isDashValue(table: OptionTable, token: Token | undefined): token is OptionToken {
  if (token?.kind !== 'option' || token.word.value.startsWith('--')) return false;
  if (token.option !== null && !token.glued) return false;
  const meant = classify(table, `-${token.word.value}`);
  return meant.kind === 'argument' || (meant.kind === 'option' && meant.option === null);
}

/** True for a word that argparse takes as a value where one may stand. An unknown word counts as one. */
export function isValue(token: Token | undefined): boolean {
  return token?.kind === 'argument' || token?.kind === 'unknown';
}

/** How an option was written, as problems carry it. */
export function spelling(token: OptionToken | AmbiguousToken): { word: KnownWord; spelled: string; inline?: string } {
  const { word, spelled, inline } = token;
  return { word, spelled, ...(inline === undefined ? {} : { inline }) };
}
