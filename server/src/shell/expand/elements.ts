import type { ParameterExpansionPart, Word } from 'unbash';
import type { Location } from '../../text/location.ts';
import type { Machine } from '../machine.ts';
import { waysOfText } from '../merge.ts';
import type { Source } from '../source.ts';
import type { Value } from '../state.ts';
import { restrictValue } from '../state.ts';
import type { Tree } from '../values.ts';
import { flatMapTree, knownText, leaf, mapTree } from '../values.ts';
import type { Scalar } from '../variables.ts';
import { elementAt, valueOf, waysOfFields } from '../variables.ts';
import { evaluateIndex } from './arithmetic.ts';
import { unknownAt } from './parameters.ts';
import { expandText } from './word.ts';

/** `${A[i]}` of an indexed or associative array. */
export function elementScalar(
  m: Machine,
  source: Source,
  part: ParameterExpansionPart,
  index: Word,
  at: Location,
): Tree<Scalar> {
  const value = valueOf(m, part.parameter);
  return elementOf(m, source, value, index, part.parameter, at);
}

function elementOf(m: Machine, source: Source, value: Value, index: Word, name: string, at: Location): Tree<Scalar> {
  const none: Scalar = { set: false, text: [] };
  const lost = (): Scalar => ({ set: null, text: [unknownAt(m, name, at)] });
  switch (value.kind) {
    case 'choice':
      return {
        leaf: false,
        choice: value.choice,
        alts: value.alts.map((alt, i) =>
          elementOf(m, source, restrictValue(alt, new Map([[value.choice, new Set([i])]])), index, name, at),
        ),
      };
    case 'assoc': {
      const keys = waysOfText(expandText(m, source, index));
      if (keys === null) return leaf(lost());
      return mapTree(keys, (key) => {
        const known = knownText(key);
        if (known === null) return lost();
        const text = value.entries.get(known);
        return { set: text !== undefined, text: text ?? [] };
      });
    }
    case 'array':
    case 'scalar': {
      const numbers = evaluateIndex(m, source, index);
      return flatMapTree(numbers, (number): Tree<Scalar> => {
        if (number === null) return leaf(lost());
        if (value.kind === 'scalar')
          return leaf(number === 0 || number === -1 ? { set: true, text: value.text } : none);
        if (number < 0) return fromEnd(value, number, lost);
        const found = elementAt(value, number);
        return found === null
          ? leaf(lost())
          : mapTree(found, (text) => ({ set: text !== undefined, text: text ?? [] }));
      });
    }
    case 'opaque':
      return leaf(lost());
    case 'unset':
    case 'ref':
    case 'function':
      return leaf(none);
  }
}

function fromEnd(value: Extract<Value, { kind: 'array' }>, number: number, lost: () => Scalar): Tree<Scalar> {
  const ways = waysOfFields(value.items);
  if (ways === null) return leaf(lost());
  return mapTree(ways, (items) => {
    if (items.some((item) => item.kind === 'many')) {
      const last = number === -1 ? items[items.length - 1] : undefined;
      return last?.kind === 'field' ? { set: true, text: last.text } : lost();
    }
    const size = value.indices === undefined ? items.length : (value.indices[value.indices.length - 1] ?? -1) + 1;
    const at = value.indices === undefined ? size + number : value.indices.indexOf(size + number);
    const item = items[at];
    return item?.kind === 'field' ? { set: true, text: item.text } : { set: false, text: [] };
  });
}
