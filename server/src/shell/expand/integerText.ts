import type { Location } from '../../text/location.ts';
import type { Machine } from '../machine.ts';
import { serial, unknown } from '../machine.ts';
import { textOfTree, waysOfText } from '../merge.ts';
import type { Text } from '../values.ts';
import { computed, flatMapTree, knownText, leaf, mapTree } from '../values.ts';
import { evaluateArithmetic } from './arithmetic.ts';
import { parseArithmetic } from './expression.ts';

/** What a variable with the integer attribute gets when `text` is assigned to it, or added to variable `added`. */
export function letText(m: Machine, text: Text, at: Location, added?: string): Text {
  const lost: Text = [
    { kind: 'unknown', why: unknown('not-modelled'), at, symbol: serial(m, 'integer'), shape: 'integer' },
  ];
  const ways = waysOfText(text);
  if (ways === null) return lost;
  return textOfTree(
    mapTree(
      flatMapTree(ways, (way) => {
        const known = knownText(way);
        const parsed =
          known === null ? null : parseArithmetic(added === undefined ? known : `${added}+(${known || '0'})`);
        if (parsed === null) return leaf(null);
        return mapTree(evaluateArithmetic(m, parsed.source, parsed.expression), (outcome) => outcome.value);
      }),
      (value): Text => (value === null ? lost : [computed(value.toString(), at)]),
    ),
  );
}
