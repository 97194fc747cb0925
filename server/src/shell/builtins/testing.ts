import type { Condition } from '../branches.ts';
import { anyCondition, no, undecided, yes } from '../branches.ts';
import type { Invocation } from '../commands.ts';
import type { Machine } from '../machine.ts';
import { choiceFor } from '../machine.ts';
import { binaryTest, unaryTest } from '../tests.ts';
import type { Fields, Text } from '../values.ts';
import { canonical, flatMapTree, knownText, mapTree } from '../values.ts';
import { waysOfFields } from '../variables.ts';
import type { Builtin } from './registry.ts';

/** `[ … ]` and `test …`. */
export const testing: Readonly<Record<string, Builtin>> = { '[': bracket, test };

function bracket(m: Machine, call: Invocation): Condition {
  const words = call.words.slice(1);
  const last = words[words.length - 1];
  const closed = last?.kind === 'field' && knownText(last.text) === ']';
  return evaluate(m, closed ? words.slice(0, -1) : words);
}

function test(m: Machine, call: Invocation): Condition {
  return evaluate(m, call.words.slice(1));
}

function evaluate(m: Machine, words: Fields): Condition {
  const ways = waysOfFields(words, 32);
  if (ways === null) return anyCondition(m);
  return flatMapTree(ways, (items): Condition => {
    const many = items.filter((item) => item.kind === 'many');
    if (many.length > 0) return unquoted(m, items);
    return expression(
      m,
      items.flatMap((item) => (item.kind === 'field' ? [item.text] : [])),
    );
  });
}

/** `[ $X = a ]` with an unknown X: the same question each time it is asked in these words. */
function unquoted(m: Machine, items: Fields): Condition {
  const asked = items
    .map((item) => (item.kind === 'field' ? canonical(item.text) : item.kind === 'many' ? `<${item.symbol}>` : ''))
    .join(' ');
  const texts = items.map((item): Text =>
    item.kind === 'field'
      ? item.text
      : item.kind === 'many'
        ? [{ kind: 'unknown', why: item.why, at: item.word, symbol: item.symbol, shape: 'any' }]
        : [],
  );
  const operators = texts.map((text) => knownText(text));
  // Asked with one word on each side it is the quoted question; with another number of words `[` fails, as it does for "no".
  const [left, operator, right] = texts;
  if (texts.length === 3 && left && right && operator && /^!?==?$|^-(?:eq|ne|lt|le|gt|ge)$/.test(operators[1] ?? '')) {
    if (operators[1] !== '!=') return binaryTest(m, left, operators[1] ?? '', right, false);
  }
  return undecided(choiceFor(m, `[ ${asked} ]`));
}

function expression(m: Machine, words: readonly Text[]): Condition {
  const texts = words.map((word) => knownText(word));
  const [first, second, third, fourth] = words;
  switch (words.length) {
    case 0:
      return no;
    case 1:
      return first === undefined ? no : unaryTest(m, '-n', first);
    case 2:
      if (first === undefined || second === undefined) return no;
      if (texts[0] === '!') return not(unaryTest(m, '-n', second));
      return unary(m, texts[0] ?? null, second);
    case 3:
      if (first === undefined || second === undefined || third === undefined) return no;
      if (isBinary(texts[1])) return binaryTest(m, first, texts[1] ?? '', third, false);
      if (texts[0] === '!') return not(expression(m, words.slice(1)));
      if (texts[0] === '(' && texts[2] === ')') return expression(m, [second]);
      break;
    case 4:
      if (texts[0] === '!' && fourth !== undefined) return not(expression(m, words.slice(1)));
      break;
    default:
      break;
  }
  return longExpression(m, words, texts);
}

function isBinary(text: string | null | undefined): boolean {
  return (
    text !== null &&
    text !== undefined &&
    /^(?:==?|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef|a|o))$/.test(text) &&
    text !== '-a' &&
    text !== '-o'
  );
}

function unary(m: Machine, operator: string | null, operand: Text): Condition {
  if (operator === null || !/^-[a-zA-Z]$/.test(operator)) return anyCondition(m);
  return unaryTest(m, operator, operand);
}

/** `-o` binds weaker than `-a`, both weaker than `!`. */
function longExpression(m: Machine, words: readonly Text[], texts: readonly (string | null)[]): Condition {
  if (texts.includes('(')) return anyCondition(m);
  for (const operator of ['-o', '-a']) {
    const at = texts.lastIndexOf(operator);
    if (at <= 0 || at >= words.length - 1) continue;
    const left = expression(m, words.slice(0, at));
    const right = expression(m, words.slice(at + 1));
    return operator === '-o'
      ? flatMapTree(left, (holds) => (holds ? yes : right))
      : flatMapTree(left, (holds) => (holds ? right : no));
  }
  if (texts[0] === '!') return not(expression(m, words.slice(1)));
  return anyCondition(m);
}

function not(condition: Condition): Condition {
  return mapTree(condition, (holds) => !holds);
}
