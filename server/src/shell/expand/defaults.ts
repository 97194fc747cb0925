import type { ParameterExpansionPart } from 'unbash';
import type { Location } from '../../text/location.ts';
import { question } from '../branches.ts';
import type { Machine } from '../machine.ts';
import { serial, unknown } from '../machine.ts';
import { waysOfText } from '../merge.ts';
import type { Source } from '../source.ts';
import type { Text, Tree } from '../values.ts';
import { canonical, flatMapTree, knownText, leaf, leaves, mapTree } from '../values.ts';
import type { Scalar } from '../variables.ts';
import { assign, isName, resolveName } from '../variables.ts';
import { joinSegments } from './join.ts';
import type { Segment } from './segments.ts';
import { textSegments } from './segments.ts';
import { operandSegments } from './word.ts';

/** True, false or not known: `${X:-…}` takes the value where it is set and, with a colon, not empty. */
function present(scalar: Scalar, colon: boolean): boolean | null {
  if (scalar.set === false) return false;
  if (!colon) return scalar.set;
  const empty = isEmpty(scalar.text);
  return empty === null ? null : !empty;
}

/** Whether a text without choices is empty; `null` where that is not known. */
export function isEmpty(text: Text): boolean | null {
  let certain = true;
  for (const piece of text) {
    if (piece.kind === 'text' && piece.text !== '') return false;
    if (piece.kind === 'unknown') {
      if (piece.shape !== 'any' || piece.filled === true) return false;
      certain = false;
    }
    if (piece.kind === 'choice') certain = false;
  }
  return certain ? true : null;
}

export function waysOfScalar(scalar: Tree<Scalar>): Tree<Scalar> | null {
  const ways = flatMapTree(scalar, (s): Tree<Scalar | null> => {
    const texts = waysOfText(s.text);
    return texts === null ? leaf(null) : mapTree(texts, (text) => ({ set: s.set, text }));
  });
  return leaves(ways).includes(null) ? null : mapTree(ways, (s) => s ?? { set: null, text: [] });
}

export function segmentsOfTree(tree: Tree<Segment[]>): Segment[] {
  if (tree.leaf) return tree.value;
  return [{ kind: 'choice', choice: tree.choice, alts: tree.alts.map(segmentsOfTree) }];
}

export function defaultSegments(
  m: Machine,
  source: Source,
  part: ParameterExpansionPart,
  scalar: Scalar,
  quoted: boolean,
  at: Location,
): Segment[] {
  const operation = part.operation;
  if (operation?.type !== 'Default') return [];
  const mode = quoted ? 'quoted' : 'split';
  const has = present(scalar, operation.operator.startsWith(':'));
  const operand = (): Segment[] => operandSegments(m, source, operation.operand, quoted);
  const value = (): Segment[] => textSegments(scalar.text, mode);
  const kind = operation.operator.slice(-1);
  if (kind === '+') {
    if (has === true) return operand();
    if (has === false) return [];
    const absent = question(
      m,
      `${canonical(scalar.text)} ${operation.operator.startsWith(':') ? 'empty' : 'unset'}`,
      true,
    );
    return segmentsOfTree(mapTree(absent, (holds) => (holds ? [] : operand())));
  }
  if (kind === '?') return value();
  if (has === true) return value();
  const otherwise = operand();
  if (kind === '=' && isName(part.parameter) && part.index === undefined) {
    const text = has === false ? joinSegments(otherwise) : eitherText(scalar, joinSegments(otherwise), at);
    assign(m, resolveName(m, part.parameter), { kind: 'scalar', text });
    return has === false ? otherwise : textSegments(text, mode);
  }
  if (has === false) return otherwise;
  if (otherwise.some((segment) => segment.kind === 'break' || segment.kind === 'many' || segment.kind === 'list'))
    return [{ kind: 'many', why: unknown('unset-variable', part.parameter), symbol: serial(m, 'default'), at }];
  return textSegments(eitherText(scalar, joinSegments(otherwise), at), mode);
}

/** `${X:-d}` where it is not known whether X is set: not known, but the same each time it is asked. */
function eitherText(scalar: Scalar, otherwise: Text, at: Location): Text {
  const piece = scalar.text.find((p) => p.kind === 'unknown');
  if (knownText(otherwise) === '') return scalar.text;
  const symbol = `${canonical(scalar.text)}:-${canonical(otherwise)}`;
  const why = piece?.kind === 'unknown' ? piece.why : unknown('unset-variable');
  return [
    { kind: 'unknown', why, at, symbol, shape: 'any', ...(isEmpty(otherwise) === false ? { filled: true } : {}) },
  ];
}
