import type { Assignment, Command, CommandArgument } from 'unbash';
import type { Location } from '../text/location.ts';
import { runAssignment } from './assignments.ts';
import type { Condition } from './branches.ts';
import { branch, yes } from './branches.ts';
import { runBuiltin } from './builtins/registry.ts';
import { discover } from './discover.ts';
import { expandWord, rangeOf } from './expand/word.ts';
import { callFunction } from './functions.ts';
import type { Machine } from './machine.ts';
import { restrictFields, waysOfText } from './merge.ts';
import { outcomeOf } from './outcomes.ts';
import { noteProgram } from './outputs.ts';
import { withRedirections } from './redirections.ts';
import type { Source } from './source.ts';
import type { Cell, Value } from './state.ts';
import { restrictValue, slots } from './state.ts';
import type { FieldItem, Fields } from './values.ts';
import { knownText } from './values.ts';
import { environmentValue, textOf } from './variables.ts';

/** A command after expansion, as it is about to run. */
export interface Invocation {
  readonly source: Source;
  readonly node: Command;
  readonly at: Location;
  /** The words, the program first. */
  readonly words: Fields;
  /** Words of the tree behind the name, for builtins that take assignments. */
  readonly args: readonly CommandArgument[];
  /** Assignments before the command. */
  readonly prefix: readonly string[];
}

const DECLARING = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);

/** Runs a simple command: assignments, expansion, redirections, then a function, a builtin or a program. */
export function runCommand(m: Machine, source: Source, node: Command): Condition {
  return withRedirections(m, source, node.redirects, () => runSimple(m, source, node));
}

function runSimple(m: Machine, source: Source, node: Command): Condition {
  const assignments = node.prefix.filter((item) => item.type === 'Assignment');
  if (node.name === undefined) return runAssignments(m, source, assignments);
  const words = commandWords(m, source, node);
  const at = source.location(rangeOf(node));
  if (words.length === 0) return runAssignments(m, source, assignments);
  return dispatch(m, { source, node, at, words, args: node.args, prefix: [] }, assignments);
}

/** Assignments alone: the last substitution in them gives the status. */
function runAssignments(m: Machine, source: Source, assignments: readonly Assignment[]): Condition {
  const before = m.counters.substitutions;
  for (const assignment of assignments) runAssignment(m, source, assignment);
  return m.counters.substitutions > before ? m.status : yes;
}

function commandWords(m: Machine, source: Source, node: Command): Fields {
  const out: FieldItem[] = [];
  const put = (fields: readonly FieldItem[], use: Location): void => {
    for (const item of fields) out.push(withUse(item, use));
  };
  if (node.name !== undefined) put(expandWord(m, source, node.name), source.location(rangeOf(node.name)));
  const name = out[0]?.kind === 'field' ? knownText(out[0].text) : null;
  for (const arg of node.args) {
    const at = source.location(rangeOf(arg));
    if (arg.type === 'Word') put(expandWord(m, source, arg), at);
    else if (name === null || !DECLARING.has(name)) put(assignmentAsWord(m, source, arg), at);
  }
  return out;
}

/** `X=1` behind a program is a word like any other. */
function assignmentAsWord(m: Machine, source: Source, node: Assignment): FieldItem[] {
  if (node.value.type === 'ArrayValue') return [];
  const parts = node.value.parts;
  const valueStart = node.value.pos;
  if (parts === undefined)
    return expandWord(m, source, { type: 'Word', text: node.text, value: node.text, pos: node.pos, end: node.end });
  const head = { type: 'Literal' as const, pos: node.pos, end: valueStart, value: '', text: '' };
  return expandWord(m, source, {
    type: 'Word',
    text: node.text,
    value: node.text,
    pos: node.pos,
    end: node.end,
    parts: [head, ...parts],
  });
}

export function withUse(item: FieldItem, use: Location): FieldItem {
  if (item.kind === 'field') return { kind: 'field', text: item.text, word: item.word, use };
  if (item.kind === 'choice') return { ...item, alts: item.alts.map((alt) => alt.map((inner) => withUse(inner, use))) };
  return { ...item, use };
}

/** Runs a command once its name is known; a name that depends on a condition runs each of its ways. */
export function dispatch(m: Machine, call: Invocation, assignments: readonly Assignment[]): Condition {
  const first = call.words[0];
  if (first?.kind === 'choice') {
    return eachWay(m, first.choice, first.alts.length, (i) => {
      const assume = new Map([[first.choice, new Set([i])]]);
      return dispatch(m, { ...call, words: restrictFields(call.words, assume) }, assignments);
    });
  }
  if (first?.kind === 'field') {
    const piece = first.text.find((p) => p.kind === 'choice');
    if (piece?.kind === 'choice' && waysOfText(first.text) !== null) {
      return eachWay(m, piece.choice, piece.alts.length, (i) => {
        const assume = new Map([[piece.choice, new Set([i])]]);
        return dispatch(m, { ...call, words: restrictFields(call.words, assume) }, assignments);
      });
    }
  }
  const name = first?.kind === 'field' ? knownText(first.text) : null;
  return withPrefix(m, call, assignments, (prefix) => invoke(m, { ...call, prefix }, name));
}

/** Runs a body once for each way of a choice. */
export function eachWay(m: Machine, choice: string, count: number, body: (index: number) => Condition): Condition {
  const run = (index: number): Condition => {
    if (index === count - 1) return body(index);
    const alts = Array.from({ length: count }, (_, i) => ({ leaf: true as const, value: i === index }));
    return branch(
      m,
      { leaf: false, choice, alts },
      () => body(index),
      () => run(index + 1),
    );
  };
  return count === 0 ? yes : run(0);
}

function invoke(m: Machine, call: Invocation, name: string | null): Condition {
  if (name !== null) {
    const definition = m.state.get(slots.functionName(name));
    if (definition !== undefined) {
      const run = callDefined(m, call, restrictValue(definition.value, m.state.assume), name);
      if (run !== undefined) return run;
    }
    // Its output is modelled, and so it counts as a builtin.
    if (name === 'tee') noteProgram(m, name, call.words);
    const builtin = runBuiltin(m, call, name);
    if (builtin !== undefined) return builtin;
  }
  return runProgram(m, call, name);
}

function callDefined(m: Machine, call: Invocation, value: Value, name: string): Condition | undefined {
  if (value.kind === 'function') return callFunction(m, value.node, value.source, call.words.slice(1), call.at);
  if (value.kind !== 'choice') return undefined;
  return eachWay(m, value.choice, value.alts.length, (i) => {
    const alt = value.alts[i];
    return (alt === undefined ? undefined : callDefined(m, call, alt, name)) ?? invokeBuiltinOrProgram(m, call, name);
  });
}

function invokeBuiltinOrProgram(m: Machine, call: Invocation, name: string): Condition {
  return runBuiltin(m, call, name) ?? runProgram(m, call, name);
}

/** A program that is not modelled: perhaps a launch. */
export function runProgram(m: Machine, call: Invocation, name: string | null): Condition {
  const found = discover(m, call);
  if (found !== undefined) return found;
  noteProgram(m, name, call.words);
  return outcomeOf(m, call, name);
}

/** Assignments before a command hold while it runs. */
function withPrefix(
  m: Machine,
  call: Invocation,
  assignments: readonly Assignment[],
  run: (prefix: readonly string[]) => Condition,
): Condition {
  if (assignments.length === 0) return run([]);
  const state = m.state;
  const before = new Map<string, Cell | undefined>();
  const logged = m.written.map((names) => new Set(names));
  for (const assignment of assignments) {
    if (!before.has(assignment.name)) before.set(assignment.name, m.state.get(assignment.name));
    withoutAttributes(m, assignment);
    runAssignment(m, call.source, assignment, 'x');
    // What the command gets is no array, whatever the script has under that name.
    const held = m.state.get(assignment.name);
    if (held?.value.kind === 'array' || held?.value.kind === 'assoc') {
      m.state.set(assignment.name, { ...held, value: { kind: 'scalar', text: textOf(m, assignment.name, call.at) } });
    }
  }
  const condition = run(assignments.map((assignment) => assignment.name));
  for (const [i, names] of m.written.entries())
    for (const name of before.keys()) if (logged[i]?.has(name) !== true) names.delete(name);
  if (state === m.state) {
    for (const [name, cell] of before) m.state.set(name, cell ?? { value: environmentValue(name), flags: '' });
  }
  return condition;
}

/** `declare -u`, `-l` and `-i` do not change what a command alone gets, unless it is put behind the old value. */
function withoutAttributes(m: Machine, { name, append }: Assignment): void {
  const held = m.state.get(name);
  if (append === true || held === undefined || held.value.kind === 'ref') return;
  m.state.set(name, { ...held, flags: held.flags.replace(/[lui]/g, '') });
}
