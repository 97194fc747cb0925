import type { ArithmeticExpression, WordPart } from 'unbash';
import { parse } from 'unbash';
import type { Location } from '../../text/location.ts';
import { mayFail } from '../escapes.ts';
import type { Machine } from '../machine.ts';
import { restrictText } from '../merge.ts';
import { Source } from '../source.ts';
import { canonical, firstChoice, knownText } from '../values.ts';
import { isName } from '../variables.ts';
import { tokenValue } from './arithmetic.ts';
import { isEmpty } from './defaults.ts';
import { apply } from './integers.ts';
import { joinSegments } from './join.ts';
import { expandParts } from './word.ts';

/** One evaluation: the ways already taken, the choice it met next, what it set. */
export interface Run {
  readonly m: Machine;
  readonly source: Source;
  readonly at: Location;
  assume: ReadonlyMap<string, ReadonlySet<number>>;
  pending: { readonly choice: string; readonly ways: number } | null;
  readonly sets: Map<string, bigint | null>;
  depth: number;
  /** An expansion gave more than a number or a name: the expression has to be read again as text. */
  textual: boolean;
}

/** The expression in a string, as `let` and array indexes have it. */
export function parseArithmetic(text: string): { expression: ArithmeticExpression | undefined; source: Source } | null {
  if (/[;\n]/.test(text)) return null;
  const inner = `((${text}))`;
  const script = parse(inner);
  const command = script.commands[0]?.command;
  if (script.commands.length !== 1 || command?.type !== 'ArithmeticCommand') return null;
  return { expression: command.expression, source: Source.file('', inner) };
}

export function evaluate(run: Run, node: ArithmeticExpression): bigint | null {
  if (++run.depth > 400) return null;
  switch (node.type) {
    case 'ArithmeticGroup':
      return evaluate(run, node.expression);
    case 'ArithmeticWord':
      return wordValue(run, node.value, node.parts, node);
    case 'ArithmeticCommandExpansion':
      return null;
    case 'ArithmeticTernary': {
      const test = evaluate(run, node.test);
      if (test === null) {
        lose(run, node.consequent);
        lose(run, node.alternate);
        return null;
      }
      return evaluate(run, test !== 0n ? node.consequent : node.alternate);
    }
    case 'ArithmeticUnary':
      return unary(run, node.operator, node.operand, node.prefix);
    case 'ArithmeticBinary':
      return binary(run, node.operator, node.left, node.right);
  }
}

/** Evaluates for its effects only: what it sets is then not known. */
function lose(run: Run, node: ArithmeticExpression): void {
  const before = new Set(run.sets.keys());
  const saved = new Map(run.sets);
  evaluate(run, node);
  for (const [name, value] of run.sets) if (!before.has(name) || saved.get(name) !== value) run.sets.set(name, null);
}

function unary(run: Run, operator: string, operand: ArithmeticExpression, prefix: boolean): bigint | null {
  const value = evaluate(run, operand);
  if (operator === '++' || operator === '--') {
    const name = nameOf(operand);
    const next = value === null ? null : value + (operator === '++' ? 1n : -1n);
    if (name !== null) run.sets.set(name, next);
    return prefix ? next : value;
  }
  if (value === null) return null;
  switch (operator) {
    case '-':
      return -value;
    case '+':
      return value;
    case '!':
      return value === 0n ? 1n : 0n;
    case '~':
      return ~value;
    default:
      return null;
  }
}

function binary(run: Run, operator: string, left: ArithmeticExpression, right: ArithmeticExpression): bigint | null {
  if (operator === '&&' || operator === '||') {
    const first = evaluate(run, left);
    const decides = operator === '&&' ? 0n : 1n;
    if (first === null) {
      lose(run, right);
      return null;
    }
    if ((first === 0n ? 0n : 1n) === decides) return decides;
    const second = evaluate(run, right);
    return second === null ? null : second === 0n ? 0n : 1n;
  }
  const assignment = /^(|\+|-|\*|\/|%|<<|>>|&|\^|\|)=$/.exec(operator);
  if (assignment && operator !== '==') {
    const value = evaluate(run, right);
    const op = assignment[1] ?? '';
    const result = op === '' ? value : apply(op, evaluate(run, left), value);
    const name = nameOf(left);
    if (name !== null) run.sets.set(name, result);
    return result;
  }
  return apply(operator, evaluate(run, left), evaluate(run, right));
}

function nameOf(node: ArithmeticExpression): string | null {
  if (node.type === 'ArithmeticGroup') return nameOf(node.expression);
  return node.type === 'ArithmeticWord' && isName(node.value.trim()) ? node.value.trim() : null;
}

function wordValue(
  run: Run,
  text: string,
  parts: readonly WordPart[] | undefined,
  node: { readonly pos: number; readonly end: number },
): bigint | null {
  const known = /[$`"'\\]/.test(text) ? expanded(run, text, parts, node) : text.trim();
  return known === null ? null : tokenValue(run, known);
}

/** The text of a word with expansions in it, or `null` where it is not known on this way. */
export function expanded(
  run: Run,
  text: string,
  parts: readonly WordPart[] | undefined,
  node: { readonly pos: number; readonly end: number },
): string | null {
  const word = {
    type: 'Word' as const,
    text,
    value: text,
    pos: node.pos,
    end: node.end,
    parts: parts ?? reparse(text, node.pos),
  };
  const result = restrictText(joinSegments(expandParts(run.m, run.source, word)), run.assume);
  const choice = firstChoice(result);
  if (choice !== undefined) {
    run.pending ??= { choice: choice.choice, ways: choice.alts.length };
    return null;
  }
  if (isEmpty(result) === null) mayFail(run.m, canonical(result));
  const known = knownText(result)?.trim();
  if (known !== undefined && !/^-?\w*$|^\d+#\w+$/.test(known)) {
    run.textual = true;
    return null;
  }
  return known ?? null;
}

/** An expression whose expansions are put in as text before it is read, as bash does. */
export function reread(run: Run, expression: ArithmeticExpression): bigint | null {
  const words: {
    readonly pos: number;
    readonly end: number;
    readonly value: string;
    readonly parts?: readonly WordPart[] | undefined;
  }[] = [];
  collectWords(expression, words);
  let text = '';
  let from = expression.pos;
  for (const word of words) {
    if (word.pos < from) return null;
    const segments = expandParts(run.m, run.source, {
      type: 'Word',
      text: word.value,
      value: word.value,
      pos: word.pos,
      end: word.end,
      parts: word.parts ?? reparse(word.value, word.pos),
    });
    const known = knownText(restrictText(joinSegments(segments), run.assume));
    if (known === null) return null;
    text += run.source.text.slice(from, word.pos) + known;
    from = word.end;
  }
  const parsed = parseArithmetic(text + run.source.text.slice(from, expression.end));
  if (parsed?.expression === undefined || /[$`]/.test(parsed.source.text)) return null;
  run.sets.clear();
  return evaluate({ ...run, source: parsed.source, sets: run.sets, textual: false }, parsed.expression);
}

function collectWords(
  node: ArithmeticExpression,
  words: {
    readonly pos: number;
    readonly end: number;
    readonly value: string;
    readonly parts?: readonly WordPart[] | undefined;
  }[],
): void {
  switch (node.type) {
    case 'ArithmeticWord':
      if (/[$`"']/.test(node.value)) words.push(node);
      return;
    case 'ArithmeticGroup':
      collectWords(node.expression, words);
      return;
    case 'ArithmeticUnary':
      collectWords(node.operand, words);
      return;
    case 'ArithmeticBinary':
      collectWords(node.left, words);
      collectWords(node.right, words);
      return;
    case 'ArithmeticTernary':
      collectWords(node.test, words);
      collectWords(node.consequent, words);
      collectWords(node.alternate, words);
      return;
    case 'ArithmeticCommandExpansion':
      words.push({ pos: node.pos, end: node.end, value: node.text });
  }
}

/** The parts of a word of which the tree has the text only; blanks before it put them at their place in the source. */
function reparse(text: string, pos: number): readonly WordPart[] | undefined {
  const command = parse(`${' '.repeat(pos)}${text}`).commands[0]?.command;
  return command?.type === 'Command' ? command.name?.parts : undefined;
}
