import type { ArithmeticExpression, TestBinaryExpression, TestExpression, Word } from 'unbash';
import type { OffsetRange } from '../text/location.ts';
import type { Condition } from './branches.ts';
import { anyCondition, branch, no, yes } from './branches.ts';
import { commitArithmetic, evaluateArithmetic } from './expand/arithmetic.ts';
import { joinSegments } from './expand/join.ts';
import { literalPattern, matchesPattern, patternSource } from './expand/patterns.ts';
import { extendedRegExp } from './expand/regexp.ts';
import { expandPattern, expandText, rangeOf } from './expand/word.ts';
import type { Machine } from './machine.ts';
import type { Source } from './source.ts';
import { binaryTest, equality, onWays, unaryTest } from './tests.ts';
import type { Text } from './values.ts';
import { canonical, flatMapTree, knownText, leaf, mapTree } from './values.ts';

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
