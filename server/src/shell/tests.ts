import type { Condition } from './branches.ts';
import { anyCondition, no, question, yes } from './branches.ts';
import { evaluateArithmetic } from './expand/arithmetic.ts';
import { isEmpty } from './expand/defaults.ts';
import { parseArithmetic } from './expand/expression.ts';
import type { Machine } from './machine.ts';
import { waysOfText } from './merge.ts';
import type { Text, Tree } from './values.ts';
import { canonical, flatMapTree, knownText, leaf, mapTree } from './values.ts';
import { isName, valueOf } from './variables.ts';

/** A condition on each way of a text; equal questions about equal unknown texts are the same choice. */
export function onWays(
  m: Machine,
  text: Text,
  test: (way: Text, known: string | null) => boolean | null,
  asked: string,
  negated = false,
): Condition {
  const ways = waysOfText(text);
  if (ways === null) return anyCondition(m);
  return flatMapTree(ways, (way): Condition => {
    const result = test(way, knownText(way));
    return result === null ? question(m, `${canonical(way)} ${asked}`, negated) : leaf(result);
  });
}

export function equality(m: Machine, left: Text, right: Text, pattern = false, negated = false): Condition {
  const rights = waysOfText(right);
  if (rights === null) return anyCondition(m);
  return flatMapTree(rights, (other) =>
    known(left) && !known(other) && !pattern
      ? equality(m, other, left, false, negated)
      : onWays(
          m,
          left,
          (way, known) => {
            const wanted = knownText(other);
            if (known !== null && wanted !== null) return pattern && /[*?[\\]/.test(wanted) ? null : known === wanted;
            if (!pattern && canonical(way) === canonical(other)) return true;
            return differ(way, other) ? false : null;
          },
          wantedName(other),
          negated,
        ),
  );
}

function known(text: Text): boolean {
  return knownText(text) !== null;
}

function wantedName(text: Text): string {
  return knownText(text) === '' ? 'empty' : `= ${canonical(text)}`;
}

/** True if two texts of which parts are unknown cannot be equal. */
function differ(a: Text, b: Text): boolean {
  if (isEmpty(a) === false && knownText(b) === '') return true;
  if (isEmpty(b) === false && knownText(a) === '') return true;
  const end = (text: Text, first: boolean): string => {
    const piece = first ? text[0] : text[text.length - 1];
    return piece?.kind === 'text' ? piece.text : '';
  };
  const heads = [end(a, true), end(b, true)] as const;
  const head = Math.min(heads[0].length, heads[1].length);
  if (heads[0].slice(0, head) !== heads[1].slice(0, head)) return true;
  const integer = (text: Text): boolean =>
    text.length === 1 && text[0]?.kind === 'unknown' && text[0].shape === 'integer';
  const notInteger = (text: Text): boolean => /[^-0-9]/.test(knownText(text) ?? '');
  return (integer(a) && notInteger(b)) || (integer(b) && notInteger(a));
}

/** `-z`, `-n`, `-v`, and the tests on files, which nobody can decide here. */
export function unaryTest(m: Machine, operator: string, operand: Text): Condition {
  switch (operator) {
    case '-z':
      return onWays(m, operand, (way) => isEmpty(way), 'empty');
    case '-n':
      return mapTree(
        onWays(m, operand, (way) => isEmpty(way), 'empty', true),
        (holds) => !holds,
      );
    case '-v':
      return setCondition(m, operand);
    default:
      return anyCondition(m);
  }
}

function setCondition(m: Machine, operand: Text): Condition {
  const name = knownText(operand);
  if (name === null || !isName(name)) return anyCondition(m);
  const value = valueOf(m, name);
  const walk = (inner: typeof value): Condition => {
    switch (inner.kind) {
      case 'unset':
      case 'function':
        return no;
      case 'scalar':
        return yes;
      case 'choice':
        return { leaf: false, choice: inner.choice, alts: inner.alts.map(walk) };
      case 'opaque':
        return question(m, `set <${inner.symbol}>`);
      case 'array':
      case 'assoc':
      case 'ref':
        return anyCondition(m);
    }
  };
  return walk(value);
}

const NUMERIC: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  '-eq': (a, b) => a === b,
  '-ne': (a, b) => a !== b,
  '-lt': (a, b) => a < b,
  '-le': (a, b) => a <= b,
  '-gt': (a, b) => a > b,
  '-ge': (a, b) => a >= b,
};

/** Two operands and an operator, for `[` and for what `[[` has beyond patterns. `arithmetic`: operands of `-eq` are expressions. */
export function binaryTest(m: Machine, left: Text, operator: string, right: Text, arithmetic: boolean): Condition {
  switch (operator) {
    case '=':
    case '==':
      return equality(m, left, right);
    case '!=':
      return mapTree(equality(m, left, right, false, true), (holds) => !holds);
    case '<':
    case '>':
      return inOrder(m, left, operator, right);
    default:
      break;
  }
  const compare = NUMERIC[operator];
  if (compare === undefined) return anyCondition(m);
  const lefts = numbers(m, left, arithmetic);
  const rights = numbers(m, right, arithmetic);
  if (lefts === null || rights === null) return anyCondition(m);
  return flatMapTree(lefts, (a) =>
    flatMapTree(rights, (b): Condition => {
      if (typeof a === 'bigint' && typeof b === 'bigint') return leaf(compare(a, b));
      if (a === 'error' || b === 'error') return no;
      return question(m, `${String(a)} ${operator} ${String(b)}`);
    }),
  );
}

/** Texts of lower-case letters and digits stand in the same order in every locale. */
function inOrder(m: Machine, left: Text, operator: '<' | '>', right: Text): Condition {
  const [a, b] = [knownText(left), knownText(right)];
  if (a === null || b === null || !/^(?:[a-z]*|[0-9]*)$/.test(a) || !/^(?:[a-z]*|[0-9]*)$/.test(b))
    return anyCondition(m);
  return leaf(operator === '<' ? a < b : a > b);
}

/** The numbers of a text: a value, `error` where it is none, or the canonical form of what is not known. */
function numbers(m: Machine, text: Text, arithmetic: boolean): Tree<bigint | string> | null {
  const ways = waysOfText(text);
  if (ways === null) return null;
  return flatMapTree(ways, (way): Tree<bigint | string> => {
    const known = knownText(way);
    if (known === null) return leaf(canonical(way));
    if (/^\s*[-+]?\d+\s*$/.test(known) && (!arithmetic || !/^\s*[-+]?0\d/.test(known)))
      return leaf(BigInt(known.trim().replace(/^\+/, '')));
    if (!arithmetic) return leaf('error');
    const parsed = parseArithmetic(known);
    if (parsed === null) return leaf(canonical(way));
    return mapTree(evaluateArithmetic(m, parsed.source, parsed.expression), ({ value }) => value ?? canonical(way));
  });
}
