import type { Unknown } from '../../text/items.ts';
import type { Location } from '../../text/location.ts';
import type { Field, FieldItem, Fields, Piece, Text } from '../values.ts';

/** How bash treats the characters of a piece: as written, as quoted, or as the result of an unquoted expansion. */
export type Mode = 'literal' | 'quoted' | 'split';

/** What the expansion of a word yields before it is split into fields. */
export type Segment =
  | { readonly kind: 'piece'; readonly piece: Piece; readonly mode: Mode; readonly element?: Field }
  /** Quotes stood here: the field exists even if it is empty. */
  | { readonly kind: 'quote' }
  /** A field ends here, as between the elements of `"$@"`. */
  | { readonly kind: 'break' }
  | { readonly kind: 'many'; readonly why: Unknown; readonly symbol: string; readonly at: Location }
  | { readonly kind: 'choice'; readonly choice: string; readonly alts: readonly (readonly Segment[])[] };

export function textSegments(text: Text, mode: Mode, element?: Field): Segment[] {
  return text.map((piece): Segment => {
    if (piece.kind === 'choice' && mode !== 'quoted')
      return { kind: 'choice', choice: piece.choice, alts: piece.alts.map((alt) => textSegments(alt, mode, element)) };
    return { kind: 'piece', piece, mode, ...(element === undefined ? {} : { element }) };
  });
}

/** `"${A[@]}"` (quoted) or `${A[@]}`: the elements with breaks between them. */
export function fieldSegments(fields: Fields, quoted: boolean): Segment[] {
  const out: Segment[] = [];
  const put = (item: FieldItem, first: boolean): void => {
    if (!first) out.push({ kind: 'break' });
    if (item.kind === 'many') {
      out.push({ kind: 'many', why: item.why, symbol: item.symbol, at: item.word });
    } else if (item.kind === 'choice') {
      out.push({ kind: 'choice', choice: item.choice, alts: item.alts.map((alt) => fieldSegments(alt, quoted)) });
    } else if (quoted) {
      out.push({ kind: 'quote' }, ...textSegments(item.text, 'quoted', item));
    } else {
      out.push(...textSegments(item.text, 'split', item));
    }
  };
  fields.forEach((item, i) => {
    put(item, i === 0);
  });
  return out;
}
