import type { Location } from '../text/location.ts';
import type { Machine } from './machine.ts';
import { serial, unknown } from './machine.ts';
import { textOfTree } from './merge.ts';
import type { Fields, Piece, Text } from './values.ts';
import { computed, mapTree, sliceText } from './values.ts';
import { waysOfFields } from './variables.ts';

/** Stands for a piece that is not known text in the flat form of a text. */
export const UNKNOWN_CHARACTER = '\uF8FF';

/** A text as a string in which each unknown piece is one character, so that it can be searched; `sliceFlat` cuts by its offsets. */
export function flat(text: Text): string {
  return text.map((piece) => (piece.kind === 'text' ? piece.text : UNKNOWN_CHARACTER)).join('');
}

export function sliceFlat(text: Text, start: number, end: number): Text {
  const out: Piece[] = [];
  let at = 0;
  for (const piece of text) {
    const length = piece.kind === 'text' ? piece.text.length : 1;
    const from = Math.max(start, at) - at;
    const to = Math.min(end, at + length) - at;
    if (to > from) out.push(piece.kind === 'text' ? sliceText(piece, from, to) : piece);
    at += length;
    if (at >= end) break;
  }
  if (out.length === 0) {
    const empty = text.find((piece) => piece.kind === 'text');
    return empty === undefined ? [] : [sliceText(empty, 0, 0)];
  }
  return out;
}

/** The words with one text between them, as `echo` and `eval` join theirs. */
export function joinWords(m: Machine, words: Fields, separator: string, at: Location): Text {
  const ways = waysOfFields(words, 32);
  const lost: Text = [
    { kind: 'unknown', why: unknown('unknown-condition'), at, symbol: serial(m, 'words'), shape: 'any' },
  ];
  if (ways === null) return lost;
  return textOfTree(
    mapTree(ways, (items) =>
      items.flatMap((item, i): Text => {
        const text: Text =
          item.kind === 'field'
            ? item.text
            : item.kind === 'many'
              ? [{ kind: 'unknown', why: item.why, at: item.use ?? item.word, symbol: item.symbol, shape: 'any' }]
              : lost;
        return i === 0 || separator === '' ? text : [computed(separator, at), ...text];
      }),
    ),
  );
}

/** Marks an unknown piece at the end of a text that is trimmed there. */
export function loosen(text: Text): Text {
  const last = text[text.length - 1];
  if (last?.kind !== 'unknown' || last.filled === true || last.shape !== 'any') return text;
  const before = text[text.length - 2];
  const touches = before === undefined || (before.kind === 'text' && !/\s$/.test(before.text));
  return touches ? text : [...text.slice(0, -1), { ...last, loose: true }];
}
