import type { SyntaxNode } from '@lezer/common';
import { loopBodies } from '../outline/blocks.ts';
import { children, textOf } from '../tree.ts';
import { assume, truthOf } from './conditions.ts';
import { type Abstract, atomsOf, unknown } from './domain.ts';
import { joinAll, widen } from './join.ts';
import { type Frame, LimitReached, type Machine, type Outcome, locate } from './machine.ts';
import { elementsOf } from './objects.ts';
import { NOTHING, join, outcome } from './outcomes.ts';
import { havoc, havocEscaped, sameState, type State } from './state.ts';
import { bindTarget } from './targets.ts';
import { joinWays } from './ways.ts';

/** Loops: round by round where the items are known, else once for all rounds. */

/** More rounds than these are not told apart. */
const MAX_ROUNDS = 8;

export function forLoop(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Outcome {
  const parts = children(node);
  const from = parts.findIndex(({ name }) => name === 'for');
  const to = parts.findIndex(({ name }) => name === 'in');
  const body = parts.findIndex(({ name }) => name === 'Body');
  const target = parts.slice(from + 1, to);
  const iterables = parts.slice(to + 1, body);
  const first = iterables[0];
  const { body: repeated, otherwise } = loopBodies(node);
  if (!first || !repeated || to < 0) return outcome([state]);
  const at = locate(frame, first);
  const value: Abstract =
    iterables.length === 1
      ? machine.steps.evaluate(machine, frame, state, first)
      : tuple(machine, frame, state, iterables);
  const isAsync = parts[0]?.name === 'async';
  if (isAsync) havocEscaped(state);
  const elements = isAsync ? { items: null, element: unknown(at) } : elementsOf(state, value, at);
  if (elements.items && elements.items.length <= MAX_ROUNDS && !grows(frame, first, repeated))
    return rounds(machine, frame, state, target, elements.items, repeated, otherwise);
  const element = elements.items ? joinAll(elements.items) : elements.element;
  if (!element) return finish(machine, frame, outcome([state]), otherwise);
  return repeat(machine, frame, state, repeated, otherwise, (inside) => {
    bindTarget(machine, frame, inside, target, isAsync || grows(frame, first, repeated) ? unknown(at) : element);
    return true;
  });
}

function tuple(machine: Machine, frame: Frame, state: State, nodes: readonly SyntaxNode[]): Abstract {
  const [first] = nodes;
  const items = nodes
    .filter(({ name }) => name !== ',')
    .map((node) => machine.steps.evaluate(machine, frame, state, node));
  const at = first ? locate(frame, first) : locate(frame, nodes[0] ?? frame.file.source.root);
  return nodes.some(({ name }) => name === '*') ? unknown(at) : { kind: 'tuple', items, at };
}

/** True where the body names what is iterated over, and may change it. */
function grows(frame: Frame, iterable: SyntaxNode, body: SyntaxNode): boolean {
  if (iterable.name !== 'VariableName') return false;
  const name = textOf(frame.file.source, iterable);
  return new RegExp(
    `\\b${name}\\s*(\\.(append|extend|insert|pop|remove|clear|add|discard|update)\\b|\\[[^\\]]*\\]\\s*=[^=]|\\+=)`,
  ).test(textOf(frame.file.source, body));
}

function rounds(
  machine: Machine,
  frame: Frame,
  state: State,
  target: readonly SyntaxNode[],
  items: readonly Abstract[],
  body: SyntaxNode,
  otherwise: SyntaxNode | null,
): Outcome {
  let states: readonly State[] = [state];
  const left: Outcome[] = [];
  for (const item of items) {
    for (const each of states) bindTarget(machine, frame, each, target, item);
    const { states: ends, continues, breaks, returns } = machine.steps.block(machine, frame, states, body);
    left.push({ ...NOTHING, breaks, returns });
    states = join([outcome(ends), outcome(continues)]).states;
    if (states.length === 0) break;
  }
  return finish(machine, frame, join([...left, outcome(states)]), otherwise);
}

/** What follows a loop: `else` where it was not left by `break`. */
function finish(
  machine: Machine,
  frame: Frame,
  { states, breaks, returns }: Outcome,
  otherwise: SyntaxNode | null,
): Outcome {
  const left: Outcome = { ...NOTHING, states: breaks, returns };
  if (states.length === 0) return left;
  if (!otherwise) return join([left, outcome(states)]);
  return join([left, machine.steps.block(machine, frame, states, otherwise)]);
}

export function whileLoop(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Outcome {
  const test = children(node)[1];
  const { body, otherwise } = loopBodies(node);
  if (!test || !body) return outcome([state]);
  let forever = true;
  return repeat(machine, frame, state, body, otherwise, (inside, after) => {
    const truth = truthOf(inside, machine.steps.evaluate(machine, frame, inside, test));
    machine.raises(inside);
    if (truth !== true) forever = false;
    if (forever) after.dead = true;
    else {
      machine.steps.evaluate(machine, frame, after, test);
      if (!assume(frame, after, test, false)) after.dead = true;
    }
    return truth !== false && assume(frame, inside, test, true);
  });
}

const MAX_TRIES = 12;

/**
 * A loop whose rounds are not known: the state at its head is widened until a further round adds nothing. `enter` goes into a
 * round on the first state, and out of the loop on the second; it returns false where no round is possible.
 */
function repeat(
  machine: Machine,
  frame: Frame,
  state: State,
  body: SyntaxNode,
  otherwise: SyntaxNode | null,
  enter: (inside: State, after: State) => boolean,
): Outcome {
  let head = state.clone();
  head.facts.clear();
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const inside = head.clone();
    const after = head.clone();
    const possible = enter(inside, after);
    const round = possible ? machine.steps.block(machine, frame, [inside], body) : NOTHING;
    const ends = [...round.states, ...round.continues];
    const next = ends.length === 0 ? head : widen(head, joinWays(ends));
    if (holdsDeepTuples(next)) throw new LimitReached();
    if (sameState(head, next) && next.heap.size === head.heap.size) {
      const exits = after.dead ? [] : [after];
      // Items may always be found: the end without `break` or `return` need not be reached.
      const leaves = round.returns.length > 0 || round.breaks.length > 0;
      for (const exit of exits) if (leaves && exit.doubt === 'none') exit.doubt = 'end';
      return finish(machine, frame, { ...round, states: exits, continues: [] }, otherwise);
    }
    head = tries < 4 ? next : smeared(head, next);
    head.facts.clear();
  }
  throw new LimitReached();
}

/** Tuples that hold tuples, round by round, are not worth following. */
function holdsDeepTuples(state: State): boolean {
  let looked = 0;
  const deep = (value: Abstract, depth: number): boolean =>
    ++looked > 2000 ||
    atomsOf(value).some(
      (atom) =>
        atom.kind === 'tuple' &&
        (depth > 4 ||
          [...(atom.items ?? []), ...(atom.element ? [atom.element] : [])].some((each) => deep(each, depth + 1))),
    );
  return [...state.scopes.values()].some((names) => [...names.values()].some((value) => deep(value, 0)));
}

/** Gives up on what still changes from round to round. */
function smeared(before: State, after: State): State {
  const result = after.clone();
  for (const [id, names] of result.scopes) {
    const old = before.scopes.get(id);
    for (const [name, value] of names) {
      const known = old?.get(name);
      if (known !== value && known?.kind !== value.kind)
        names.set(name, unknown(value.kind === 'oneOf' ? (value.values[0]?.at ?? UNPLACED) : value.at));
    }
  }
  for (const [id, object] of result.heap)
    if (before.heap.get(id) !== object) result.heap.set(id, { ...havoc(object), summary: true });
  return result;
}

const UNPLACED = { uri: '', range: { start: 0, end: 0 } };
