import type { Unknown } from '../../text/items.ts';
import type { Location } from '../../text/location.ts';
import type { Field, Fields, Piece, Text } from '../values.ts';

/** How bash treats the characters of a piece: as written, as quoted, or as the result of an unquoted expansion. */
export type Mode = 'literal' | 'quoted' | 'split';

/** What the expansion of a word yields before it is split into fields. */
export type Segment =
  | { readonly kind: 'piece'; readonly piece: Piece; readonly mode: Mode; readonly element?: Field }
  /** Quotes stood here: the field exists even if it is empty. */
  | { readonly kind: 'quote' }
  /** A field ends here, as between the elements of `"$@"`. */
  | { readonly kind: 'break' }
  /** `"${A[@]}"` (quoted) or `${A[@]}`: a field for each element, the first and the last joined to what stands beside them. */
  | { readonly kind: 'list'; readonly fields: Fields; readonly quoted: boolean }
  | { readonly kind: 'many'; readonly why: Unknown; readonly symbol: string; readonly at: Location }
  | { readonly kind: 'choice'; readonly choice: string; readonly alts: readonly (readonly Segment[])[] };

export function textSegments(text: Text, mode: Mode, element?: Field): Segment[] {
  return text.map((piece): Segment => {
    if (piece.kind === 'choice' && mode !== 'quoted')
      return { kind: 'choice', choice: piece.choice, alts: piece.alts.map((alt) => textSegments(alt, mode, element)) };
    return { kind: 'piece', piece, mode, ...(element === undefined ? {} : { element }) };
  });
}

/** The segments of the elements of a list, with breaks between them. */
export function elementSegments(fields: Fields, quoted: boolean): Segment[] {
  return fields.flatMap((item, i): Segment[] => {
    const between: Segment[] = i === 0 ? [] : [{ kind: 'break' }];
    if (item.kind === 'many') return [...between, { kind: 'many', why: item.why, symbol: item.symbol, at: item.word }];
    if (item.kind === 'choice') {
      const alts = item.alts.map((alt): Segment[] => [{ kind: 'list', fields: alt, quoted }]);
      return [...between, { kind: 'choice', choice: item.choice, alts }];
    }
    if (quoted) return [...between, { kind: 'quote' }, ...textSegments(item.text, 'quoted', item)];
    return [...between, ...textSegments(item.text, 'split', item)];
  });
}
