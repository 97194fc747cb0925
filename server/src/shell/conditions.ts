import type { ArithmeticExpression, TestBinaryExpression, TestExpression, Word } from 'unbash';
import type { OffsetRange } from '../text/location.ts';
import type { Condition } from './branches.ts';
import { anyCondition, branch, no, question, yes } from './branches.ts';
import { commitArithmetic, evaluateArithmetic, parseArithmetic } from './expand/arithmetic.ts';
import { isEmpty } from './expand/parameters.ts';
import { literalPattern, matchesPattern, patternSource } from './expand/patterns.ts';
import { expandPattern, expandText, joinSegments, rangeOf } from './expand/word.ts';
import { extendedRegExp } from './expand/regexp.ts';
import type { Machine } from './machine.ts';
import type { Source } from './source.ts';
import type { Text, Tree } from './values.ts';
import { canonical, flatMapTree, knownText, leaf, mapTree, waysOfText } from './values.ts';
import { isName, valueOf } from './variables.ts';

/** `[[ … ]]`. */
export function testCondition(m: Machine, source: Source, expression: TestExpression): Condition {
  switch (expression.type) {
    case 'TestGroup':
      return testCondition(m, source, expression.expression);
    case 'TestNot': {
      const inner = testCondition(m, source, expression.operand);
      return expression.negations.length % 2 === 1 ? mapTree(inner, (holds) => !holds) : inner;
    }
    case 'TestLogical': {
      const [first, ...rest] = expression.operands;
      let condition = first === undefined ? yes : testCondition(m, source, first);
      for (const operand of rest) {
        const next = (): Condition => testCondition(m, source, operand);
        condition =
          expression.operator === '&&' ? branch(m, condition, next, () => no) : branch(m, condition, () => yes, next);
      }
      return condition;
    }
    case 'TestUnary':
      return unaryTest(m, expression.operator, expandText(m, source, expression.operand));
    case 'TestBinary':
      return binaryExpression(m, source, expression);
  }
}

function binaryExpression(m: Machine, source: Source, node: TestBinaryExpression): Condition {
  const left = expandText(m, source, node.left);
  switch (node.operator) {
    case '=':
    case '==':
    case '!=': {
      const holds = matchCondition(m, left, source, node.right, node.operator === '!=');
      return node.operator === '!=' ? mapTree(holds, (value) => !value) : holds;
    }
    case '=~':
      return regexCondition(m, source, left, node.right);
    default:
      return binaryTest(m, left, node.operator, expandText(m, source, node.right), true);
  }
}

/** Whether a text matches a pattern, as in `[[ x == p ]]` and `case`. */
export function matchCondition(m: Machine, subject: Text, source: Source, word: Word, negated = false): Condition {
  const segments = expandPattern(m, source, word);
  const literal = literalPattern(segments);
  if (literal !== null)
    return equality(m, subject, [{ kind: 'text', text: literal, at: source.location(rangeOf(word)) }], false, negated);
  const whole = joinSegments(segments);
  if (
    whole.some((piece) => piece.kind !== 'text') &&
    segments.every((s) => s.kind !== 'piece' || s.mode === 'quoted' || s.piece.kind !== 'text')
  )
    return equality(
      m,
      subject,
      whole,
      segments.some((s) => s.kind === 'piece' && s.mode !== 'quoted'),
      negated,
    );
  const pattern = patternSource(segments);
  if (pattern === '.*') return yes;
  return onWays(
    m,
    subject,
    (way, known) => {
      if (pattern === null) return null;
      if (known !== null) return matchesPattern(pattern, known);
      return prefixDecides(way, segments) ? false : null;
    },
    `~ ${canonical(whole)}`,
    negated,
  );
}

/** A pattern that begins with other text than the subject cannot match. */
function prefixDecides(way: Text, segments: ReturnType<typeof expandPattern>): boolean {
  const first = way[0];
  const pattern = segments.find((s) => s.kind !== 'quote');
  if (first?.kind !== 'text' || pattern?.kind !== 'piece' || pattern.piece.kind !== 'text') return false;
  const head = /^[^*?[\\(]*/.exec(pattern.piece.text)?.[0] ?? '';
  const length = Math.min(head.length, first.text.length);
  return head.slice(0, length) !== first.text.slice(0, length);
}

/** A condition on each way of a text; equal questions about equal unknown texts are the same choice. */
function onWays(
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

function equality(m: Machine, left: Text, right: Text, pattern = false, negated = false): Condition {
  const rights = waysOfText(right);
  if (rights === null) return anyCondition(m);
  return flatMapTree(rights, (other) =>
    onWays(
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

function regexCondition(m: Machine, source: Source, left: Text, word: Word): Condition {
  const segments = expandPattern(m, source, word);
  const pattern = extendedRegExp(segments);
  const asked = `=~ ${canonical(joinSegments(segments))}`;
  const condition = onWays(
    m,
    left,
    (_, known) => (pattern === null || known === null ? null : pattern.test(known)),
    asked,
  );
  const text = knownText(left);
  const match = pattern === null || text === null ? null : pattern.exec(text);
  const at = source.location(rangeOf(word));
  m.state.set('BASH_REMATCH', {
    value:
      pattern === null || text === null
        ? { kind: 'opaque', why: { reason: 'unknown-condition' }, symbol: asked }
        : {
            kind: 'array',
            items: [...(match ?? [])].map((group: string | undefined) => ({
              kind: 'field' as const,
              text: [{ kind: 'text' as const, text: group ?? '', at }],
              word: at,
            })),
          },
    flags: '',
  });
  return condition;
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

/** `(( … ))`. */
export function arithmeticCondition(
  m: Machine,
  source: Source,
  expression: ArithmeticExpression | undefined,
  range: OffsetRange,
): Condition {
  if (source.hasUnknown(range)) return anyCondition(m);
  const outcome = evaluateArithmetic(m, source, expression);
  commitArithmetic(m, outcome, source.location(range));
  let fresh: Condition | undefined;
  return flatMapTree(outcome, ({ value }) => (value === null ? (fresh ??= anyCondition(m)) : leaf(value !== 0n)));
}
