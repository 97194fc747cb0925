import type { ArithmeticExpression, Word, WordPart } from 'unbash';
import { parse } from 'unbash';
import type { Location, OffsetRange } from '../../text/location.ts';
import type { Machine } from '../machine.ts';
import { nested, newChoice, serial, unknown } from '../machine.ts';
import { Source } from '../source.ts';
import type { Text, Tree } from '../values.ts';
import { computed, firstChoice, knownText, leaf, mapTree, restrictText, textOfTree, waysOfText } from '../values.ts';
import { assign, elementAt, isName, valueOf } from '../variables.ts';
import { apply } from './integers.ts';
import { isEmpty, lookup } from './parameters.ts';
import { joinSegments, rangeOf } from './word.ts';
import { expandParts } from './word.ts';

/** One evaluation: the ways already taken, the choice it met next, what it set. */
interface Run {
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

const WAYS_LIMIT = 64;

export interface Outcome {
  /** `null` where it is not known. */
  readonly value: bigint | null;
  readonly sets: ReadonlyMap<string, bigint | null>;
}

/** The value of an expression for each way of the variables in it; what it sets is not yet set. */
export function evaluateArithmetic(
  m: Machine,
  source: Source,
  expression: ArithmeticExpression | undefined,
): Tree<Outcome> {
  const at = expression === undefined ? source.location({ start: 0, end: 0 }) : source.location(rangeOf(expression));
  const budget = { left: WAYS_LIMIT };
  const walk = (assume: ReadonlyMap<string, ReadonlySet<number>>): Tree<Outcome> => {
    const run: Run = { m, source, at, assume, pending: null, sets: new Map(), depth: 0, textual: false };
    const read = expression === undefined ? 0n : evaluate(run, expression);
    const value = run.textual && expression !== undefined ? reread(run, expression) : read;
    const pending = run.pending as Run['pending'];
    if (pending === null || --budget.left < 0) {
      const known = pending === null ? value : null;
      if (pending !== null) for (const name of run.sets.keys()) run.sets.set(name, null);
      return leaf({ value: known, sets: run.sets });
    }
    const alts: Tree<Outcome>[] = [];
    for (let i = 0; i < pending.ways; i++) alts.push(walk(new Map([...assume, [pending.choice, new Set([i])]])));
    return { leaf: false, choice: pending.choice, alts };
  };
  return walk(m.state.assume);
}

/** Sets the variables that an expression changes. */
export function commitArithmetic(m: Machine, outcome: Tree<Outcome>, at: Location): void {
  const names = new Set<string>();
  const collect = (tree: Tree<Outcome>): void => {
    if (tree.leaf) for (const name of tree.value.sets.keys()) names.add(name);
    else tree.alts.forEach(collect);
  };
  collect(outcome);
  for (const name of names) {
    const text = textOfTree(
      mapTree(outcome, ({ sets }): Text => {
        const set = sets.get(name);
        if (set === undefined && !sets.has(name)) return textOfTree(mapTree(lookup(m, name, at), (s) => s.text));
        return [integerPiece(m, set ?? null, at)];
      }),
    );
    assign(m, name, { kind: 'scalar', text });
  }
}

function integerPiece(m: Machine, value: bigint | null, at: Location): Text[number] {
  if (value !== null) return computed(value.toString(), at);
  return { kind: 'unknown', why: unknown('read-at-run-time'), at, symbol: serial(m, 'arithmetic'), shape: 'integer' };
}

/** `$((…))`. */
export function arithmeticText(
  m: Machine,
  source: Source,
  expression: ArithmeticExpression | undefined,
  range: OffsetRange,
): Text {
  const at = source.location(range);
  if (expression === undefined || source.hasUnknown(range)) return [integerPiece(m, null, at)];
  const outcome = nested(
    m,
    () => evaluateArithmetic(m, source, expression),
    () => leaf<Outcome>({ value: null, sets: new Map() }),
  );
  const text = textOfTree(mapTree(outcome, ({ value }): Text => [integerPiece(m, value, at)]));
  commitArithmetic(m, outcome, at);
  return text;
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

/** An array index or the offset of a slice. */
export function evaluateIndex(m: Machine, source: Source, word: Word): Tree<number | null> {
  const text = source.text.slice(word.pos, word.end).trim();
  if (/^-?\d+$/.test(text) && !/^-?0\d/.test(text)) return leaf(Number(text));
  const expanded = joinSegments(expandParts(m, source, word));
  const ways = waysOfText(expanded);
  if (ways === null) return leaf(null);
  return flatten(
    mapTree(ways, (way): Tree<number | null> => {
      const known = knownText(way);
      if (known === null) return leaf(null);
      const parsed = parseArithmetic(known);
      if (parsed === null) return leaf(null);
      return mapTree(evaluateArithmetic(m, parsed.source, parsed.expression), ({ value, sets }) =>
        value === null || sets.size > 0 ? null : Number(value),
      );
    }),
  );
}

function flatten<T>(tree: Tree<Tree<T>>): Tree<T> {
  return tree.leaf ? tree.value : { leaf: false, choice: tree.choice, alts: tree.alts.map(flatten) };
}

function evaluate(run: Run, node: ArithmeticExpression): bigint | null {
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
function expanded(
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
  if (isEmpty(result) === null) run.m.uncertain = true;
  const known = knownText(result)?.trim();
  if (known !== undefined && !/^-?\w*$|^\d+#\w+$/.test(known)) {
    run.textual = true;
    return null;
  }
  return known ?? null;
}

/** An expression whose expansions are put in as text before it is read, as bash does. */
function reread(run: Run, expression: ArithmeticExpression): bigint | null {
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

function tokenValue(run: Run, text: string): bigint | null {
  if (text === '') return 0n;
  const number = integer(text);
  if (number !== undefined) return number;
  if (isName(text)) return variableValue(run, text);
  const element = /^([A-Za-z_]\w*)\[(.+)\]$/.exec(text);
  if (element) return elementValue(run, element[1] ?? '', element[2] ?? '');
  return nestedValue(run, text);
}

/** The value of a variable is itself an expression. */
function nestedValue(run: Run, text: string): bigint | null {
  const parsed = run.depth > 60 || /[$`"']/.test(text) ? null : parseArithmetic(text);
  if (parsed?.expression === undefined || parsed.expression.type === 'ArithmeticWord') return null;
  run.depth += 10;
  const value = evaluate({ ...run, source: parsed.source, sets: run.sets }, parsed.expression);
  run.depth -= 10;
  return value;
}

function variableValue(run: Run, name: string): bigint | null {
  const set = run.sets.get(name);
  if (set !== undefined || run.sets.has(name)) return set ?? null;
  if (run.depth > 60) return null;
  const text = restrictText(textOfTree(mapTree(lookup(run.m, name, run.at), (s) => s.text)), run.assume);
  return textValue(run, text);
}

function textValue(run: Run, text: Text): bigint | null {
  const choice = firstChoice(text);
  if (choice !== undefined) {
    run.pending ??= { choice: choice.choice, ways: choice.alts.length };
    return null;
  }
  const known = knownText(text)?.trim();
  if (known === undefined) return null;
  run.depth += 10;
  const value = tokenValue(run, known);
  run.depth -= 10;
  return value;
}

function elementValue(run: Run, name: string, index: string): bigint | null {
  const at = tokenValue(run, index);
  const value = valueOf(run.m, name);
  if (at === null || value.kind !== 'array') return null;
  const found = elementAt(value, Number(at));
  return found === null ? null : textValue(run, restrictText(textOfTree(mapTree(found, (t) => t ?? [])), run.assume));
}

/** An integer constant: decimal, octal, hexadecimal or `base#digits`. */
function integer(text: string): bigint | undefined {
  if (/^0[0-7]*$/.test(text)) return BigInt(`0o0${text}`);
  if (/^[1-9]\d*$/.test(text) || /^0[xX][0-9a-fA-F]+$/.test(text)) return BigInt.asIntN(64, BigInt(text));
  if (/^-\d+$/.test(text)) return -BigInt(text.slice(1));
  const based = /^(\d+)#([0-9a-zA-Z]+)$/.exec(text);
  if (!based) return undefined;
  const base = BigInt(based[1] ?? '10');
  if (base < 2n || base > 36n) return undefined;
  let value = 0n;
  for (const digit of (based[2] ?? '').toLowerCase()) {
    const n = BigInt(parseInt(digit, 36));
    if (n >= base) return undefined;
    value = value * base + n;
  }
  return value;
}

/** A condition on a number that is not known. */
export function arithmeticQuestion(m: Machine): string {
  return newChoice(m);
}
