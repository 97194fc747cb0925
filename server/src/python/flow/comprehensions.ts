import type { SyntaxNode } from '@lezer/common';
import { assume, truthOf } from './conditions.ts';
import { type Abstract, type EntryState, unknown } from './domain.ts';
import { joinAll, joinStates } from './join.ts';
import { type Frame, type Machine, enclosing, locate } from './machine.ts';
import { type Elements, elementsOf, newDict, newList } from './objects.ts';
import { bindTarget, targetNames } from './targets.ts';
import { havoc, type State } from './state.ts';

type Clause =
  | { readonly kind: 'for'; readonly target: readonly SyntaxNode[]; readonly iterable: SyntaxNode }
  | { readonly kind: 'if'; readonly test: SyntaxNode };

/** Parts of a comprehension: what each item is made of, and its `for` and `if`. */
function taken(parts: readonly SyntaxNode[]): { made: SyntaxNode[]; clauses: Clause[] } {
  const first = parts.findIndex(({ name }) => name === 'for' || name === 'async');
  const made = parts.slice(0, first);
  const clauses: Clause[] = [];
  for (let i = first; i < parts.length; i++) {
    const part = parts[i];
    const next = parts[i + 1];
    if (part?.name === 'if' && next) clauses.push({ kind: 'if', test: next });
    if (part?.name !== 'for') continue;
    const at = parts.findIndex(({ name }, index) => index > i && name === 'in');
    const iterable = parts[at + 1];
    if (at > 0 && iterable) clauses.push({ kind: 'for', target: parts.slice(i + 1, at), iterable });
  }
  return { made, clauses };
}

interface Run {
  readonly machine: Machine;
  readonly frame: Frame;
  readonly clauses: readonly Clause[];
  readonly each: (state: State) => void;
  /** The items are known one by one. */
  certain: boolean;
}

/** Reads the clauses and calls `each` for every item, with the state that it is made in. True where all are known one by one. */
function iterate(
  machine: Machine,
  frame: Frame,
  state: State,
  clauses: readonly Clause[],
  each: (frame: Frame, state: State) => void,
): boolean {
  const { source } = frame.file;
  const locals = new Set(
    clauses.flatMap((clause) => (clause.kind === 'for' ? targetNames(source, clause.target) : [])),
  );
  const scope = machine.fresh();
  const own: Frame = { ...frame, scope, locals, shared: new Set(), closure: enclosing(frame) };
  state.scopes.set(scope, new Map());
  const run: Run = {
    machine,
    frame: own,
    clauses,
    each: (at) => {
      each(own, at);
    },
    certain: true,
  };
  step(run, 0, state, frame);
  state.scopes.delete(scope);
  return run.certain;
}

function step(run: Run, index: number, state: State, outer: Frame): void {
  const clause = run.clauses[index];
  const { machine, frame } = run;
  if (!clause) {
    run.each(state);
    return;
  }
  if (clause.kind === 'if') {
    const truth = truthOf(state, machine.steps.evaluate(machine, frame, state, clause.test));
    if (truth === false) return;
    if (truth === undefined) run.certain = false;
    const taken = state.clone();
    if (!assume(frame, taken, clause.test, true)) return;
    step(run, index + 1, taken, frame);
    state.become(truth === true ? taken : joinStates(state, taken));
    return;
  }
  // The first iterable is evaluated outside.
  const value = machine.steps.evaluate(machine, outer, state, clause.iterable);
  const elements = elementsOf(state, value, locate(frame, clause.iterable));
  if (elements.items && elements.items.length <= 16) {
    for (const item of elements.items) {
      bindTarget(machine, frame, state, clause.target, item);
      step(run, index + 1, state, frame);
    }
    return;
  }
  run.certain = false;
  const element = elements.items ? joinAll(elements.items) : elements.element;
  if (!element) return;
  const round = (): void => {
    const inside = state.clone();
    bindTarget(machine, frame, inside, clause.target, element);
    step(run, index + 1, inside, frame);
    for (const [id, object] of inside.heap) {
      const before = state.heap.get(id);
      if (!before || before === object) continue;
      state.heap.set(id, { ...havoc(before), escaped: before.escaped });
    }
    state.become(joinStates(state, inside));
  };
  round();
  // Once more on what the first round may have changed.
  round();
}

/** What iterating over a comprehension gives. */
export function comprehensionElements(
  machine: Machine,
  frame: Frame,
  state: State,
  node: SyntaxNode,
  parts: readonly SyntaxNode[],
): Elements {
  const { made, clauses } = taken(parts);
  const values: Abstract[] = [];
  const [first] = made;
  if (!first || made.length !== 1) return { items: null, element: unknown(locate(frame, node)) };
  const certain = iterate(machine, frame, state, clauses, (own, at) => {
    values.push(machine.steps.evaluate(machine, own, at, first));
  });
  return certain ? { items: values, element: null } : { items: null, element: joinAll(values) };
}

/** A list, set, dict or generator made by a comprehension. */
export function comprehension(
  machine: Machine,
  frame: Frame,
  state: State,
  node: SyntaxNode,
  parts: readonly SyntaxNode[],
): Abstract {
  const at = locate(frame, node);
  if (node.name === 'ComprehensionExpression') return { kind: 'generator', at };
  if (node.name !== 'DictionaryComprehensionExpression') {
    const elements = comprehensionElements(machine, frame, state, node, parts);
    if (node.name === 'ArrayComprehensionExpression') return newList(machine, frame, state, node, elements);
    const element = elements.items ? joinAll(elements.items) : elements.element;
    return newList(machine, frame, state, node, { items: null, element }, 'set');
  }
  const { made, clauses } = taken(parts);
  const [keyNode, , valueNode] = made;
  const entries = new Map<string, EntryState>();
  const found = { open: false };
  const certain = iterate(machine, frame, state, clauses, (own, inside) => {
    if (!keyNode || !valueNode) {
      found.open = true;
      return;
    }
    const key = machine.steps.evaluate(machine, own, inside, keyNode);
    const value = machine.steps.evaluate(machine, own, inside, valueNode);
    if (key.kind === 'str' && key.value !== undefined)
      entries.set(key.value, { value, keyAt: locate(frame, keyNode), maybe: false });
    else found.open = true;
  });
  if (!certain || found.open) {
    const maybe = [...entries].map(
      ([key, entry]) => [key, { ...entry, value: unknown(entry.keyAt), maybe: true }] as const,
    );
    return newDict(machine, frame, state, node, new Map(maybe), true);
  }
  return newDict(machine, frame, state, node, entries, false);
}
