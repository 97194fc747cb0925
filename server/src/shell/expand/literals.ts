import type { OffsetRange } from '../../text/location.ts';
import type { Source } from '../source.ts';
import type { Literal, Piece } from '../values.ts';
import { computed } from '../values.ts';
import type { Mode, Segment } from './segments.ts';

/**
 * Which backslashes are escapes: all outside quotes; before some characters in double quotes and in heredocs; before `}` too
 * in the operand of `"${X:-…}"`; none.
 */
export type Escapes = 'unquoted' | 'double' | 'operand' | 'heredoc' | 'none';

const ESCAPED_IN_DOUBLE_QUOTES = '$`"\\\n';
const ESCAPED_IN_HEREDOC = '$`\\\n';

/** The text of a literal part of a word, with escapes resolved. */
export function literalSegments(
  source: Source,
  range: OffsetRange,
  mode: Mode,
  escapes: Escapes,
  literal: Literal | undefined,
): Segment[] {
  const out: Segment[] = [];
  const end = Math.min(range.end, source.text.length);
  const put = (pieces: readonly Piece[], pieceMode: Mode): void => {
    for (const piece of pieces) {
      if (piece.kind === 'choice' && pieceMode !== 'quoted') {
        const alts = piece.alts.map((alt) =>
          alt.map((inner): Segment => ({ kind: 'piece', piece: inner, mode: 'split' })),
        );
        out.push({ kind: 'choice', choice: piece.choice, alts });
      } else {
        const unquotedUnknown = piece.kind === 'unknown' && pieceMode === 'literal';
        out.push({ kind: 'piece', piece, mode: unquotedUnknown ? 'split' : pieceMode });
      }
      if (piece.kind === 'text' && literal !== undefined) literal.size += piece.text.length;
    }
  };
  let from = range.start;
  if (escapes !== 'none') {
    const text = source.text.slice(0, end);
    for (let at = text.indexOf('\\', from); at !== -1; at = text.indexOf('\\', at)) {
      const next = at + 1 < end ? source.text.charAt(at + 1) : '';
      if (!isEscape(next, escapes)) {
        at++;
        continue;
      }
      put(source.pieces({ start: from, end: at }, literal), mode);
      if (next !== '\n') put(escapePieces(source, { start: at, end: at + 2 }, literal), 'quoted');
      at += 2;
      from = at;
    }
  }
  put(source.pieces({ start: from, end }, literal), mode);
  return out;
}

function isEscape(next: string, escapes: Escapes): boolean {
  switch (escapes) {
    case 'unquoted':
      return next !== '';
    case 'double':
      return next !== '' && ESCAPED_IN_DOUBLE_QUOTES.includes(next);
    case 'operand':
      return next !== '' && (next === '}' || ESCAPED_IN_DOUBLE_QUOTES.includes(next));
    case 'heredoc':
      return next !== '' && ESCAPED_IN_HEREDOC.includes(next);
    case 'none':
      return false;
  }
}

/** A backslash and the character it quotes, as one piece whose place is both. */
function escapePieces(source: Source, range: OffsetRange, literal: Literal | undefined): readonly Piece[] {
  const quoted = source.pieces({ start: range.start + 1, end: range.end }, literal);
  const only = quoted[0];
  if (only?.kind !== 'text') return quoted;
  return [{ ...only, at: source.location(range) }];
}

/** The value of `$'…'`: computed where it has escapes, else its text. */
export function ansiSegments(
  source: Source,
  range: OffsetRange,
  value: string,
  literal: Literal | undefined,
): Segment[] {
  const inner = { start: range.start + 2, end: Math.max(range.start + 2, range.end - 1) };
  if (source.text.slice(inner.start, inner.end) === value)
    return literalSegments(source, inner, 'quoted', 'none', literal);
  if (source.hasUnknown(inner)) return literalSegments(source, inner, 'quoted', 'none', undefined);
  const at = source.location(inner);
  const piece = literal === undefined ? computed(value, at) : { ...computed(value, at), literal };
  if (literal !== undefined) literal.size += value.length;
  return [{ kind: 'piece', piece, mode: 'quoted' }];
}
