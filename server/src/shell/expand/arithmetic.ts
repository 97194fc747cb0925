import type { ArithmeticExpression, Word } from 'unbash';
import type { Location, OffsetRange } from '../../text/location.ts';
import type { Machine } from '../machine.ts';
import { nested, serial, step, unknown } from '../machine.ts';
import { restrictText, textOfTree, waysOfText } from '../merge.ts';
import type { Source } from '../source.ts';
import type { Text, Tree } from '../values.ts';
import { computed, firstChoice, knownText, leaf, mapTree } from '../values.ts';
import { assign, elementAt, isName, valueOf } from '../variables.ts';
import type { Run } from './expression.ts';
import { evaluate, parseArithmetic, reread } from './expression.ts';
import { joinSegments } from './join.ts';
import { lookup } from './parameters.ts';
import { expandParts, rangeOf } from './word.ts';

const WAYS_LIMIT = 32;

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
    step(m);
    const run: Run = { m, source, at, assume, pending: null, sets: new Map(), depth: 0, textual: false };
    const read = expression === undefined ? 0n : evaluate(run, expression);
    const value = run.textual && expression !== undefined ? reread(run, expression) : read;
    const pending = pendingOf(run);
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

/** What the run met; the evaluation sets it behind the back of the type checker. */
function pendingOf(run: Run): Run['pending'] {
  return run.pending;
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

export function tokenValue(run: Run, text: string): bigint | null {
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
