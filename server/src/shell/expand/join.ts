import { unknown } from '../machine.ts';
import { textOfTree } from '../merge.ts';
import type { Fields, Piece, Text } from '../values.ts';
import { NOWHERE, mapTree } from '../values.ts';
import { waysOfFields } from '../variables.ts';
import type { Segment } from './segments.ts';

export function joinSegments(segments: readonly Segment[]): Text {
  const out: Piece[] = [];
  for (const segment of segments) {
    switch (segment.kind) {
      case 'piece':
        out.push(segment.piece);
        break;
      case 'break':
        out.push({ kind: 'text', text: ' ', at: NOWHERE });
        break;
      case 'many':
        out.push({ kind: 'unknown', why: segment.why, at: segment.at, symbol: segment.symbol, shape: 'any' });
        break;
      case 'choice':
        out.push({ kind: 'choice', choice: segment.choice, alts: segment.alts.map(joinSegments) });
        break;
      case 'list':
        out.push(...joinedList(segment.fields));
        break;
      case 'quote':
        break;
    }
  }
  return out;
}

/** The elements of a list with blanks between them, where it becomes one text. */
function joinedList(fields: Fields): Text {
  const ways = waysOfFields(fields, 32);
  const blank: Piece = { kind: 'text', text: ' ', at: NOWHERE };
  const lost = (symbol: string): Text => [
    { kind: 'unknown', why: unknown('unknown-condition'), at: NOWHERE, symbol, shape: 'any' },
  ];
  if (ways === null) return lost(`list:${JSON.stringify(fields.length)}`);
  return textOfTree(
    mapTree(ways, (items) => {
      const texts = items.map((item): Text => {
        if (item.kind === 'field') return item.text;
        if (item.kind === 'choice') return lost(item.choice);
        return [{ kind: 'unknown', why: item.why, at: item.word, symbol: `list:${item.symbol}`, shape: 'any' }];
      });
      // Where the number of words is not known, nor is the number of blanks between them.
      if (items.length > 1 && items.some((item) => item.kind === 'many')) {
        const many = items.find((item) => item.kind === 'many');
        return many?.kind === 'many' ? lost(`list:${many.symbol}:${items.length}`) : [];
      }
      return texts.flatMap((text, i): Text => (i === 0 ? text : [blank, ...text]));
    }),
  );
}
