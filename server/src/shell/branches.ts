import { UNSURE } from './attributes.ts';
import type { Escape, Frame, Machine } from './machine.ts';
import { choiceFor, newChoice } from './machine.ts';
import { restrictTree } from './merge.ts';
import type { Cell, State, Value } from './state.ts';
import { mergeValues } from './state.ts';
import type { Assumptions, Tree } from './values.ts';
import { flatMapTree, leaf, leaves } from './values.ts';
import { environmentValue, mergeFlags, write } from './variables.ts';

/** Whether a command succeeds, for each way of the undecided conditions it hangs on. */
export type Condition = Tree<boolean>;

export const yes: Condition = leaf(true);
export const no: Condition = leaf(false);

/** A condition that nobody can decide before the run. `choice` index 0 is true. */
export function undecided(choice: string): Condition {
  return { leaf: false, choice, alts: [yes, no] };
}

/**
 * A question whose answer is not known, as a condition that holds where the answer is yes. `negated`: it is asked for a no;
 * the way that was asked for first comes first in the branches of a word.
 */
export function question(m: Machine, asked: string, negated = false): Condition {
  const isNew = !m.choices.has(asked);
  const choice = choiceFor(m, asked);
  if (isNew && negated) m.flipped.add(choice);
  return { leaf: false, choice, alts: m.flipped.has(choice) ? [no, yes] : [yes, no] };
}

export function anyCondition(m: Machine): Condition {
  return undecided(newChoice(m));
}

/** `true` or `false` where all ways agree, else `null`. */
export function decision(m: Machine, condition: Condition): boolean | null {
  const values = leaves(restrictTree(condition, m.state.assume));
  const first = values[0] ?? true;
  return values.every((value) => value === first) ? first : null;
}

/**
 * Runs `whenTrue` on the ways on which the condition holds and `whenFalse` on the others, each on a copy of the state, and
 * joins what they leave behind.
 */
export function branch(
  m: Machine,
  condition: Condition,
  whenTrue: () => Condition,
  whenFalse: () => Condition,
): Condition {
  const tree = restrictTree(condition, m.state.assume);
  const known = decision(m, tree);
  if (known !== null) return known ? whenTrue() : whenFalse();
  const results = ways(m, tree, [true, false], (holds) => (holds ? whenTrue() : whenFalse()));
  return bounded(
    m,
    flatMapTree(tree, (holds) => results.get(holds) ?? yes),
  );
}

/** Ways of one condition past which it counts as a question of its own. */
const WAYS_LIMIT = 24;

function bounded(m: Machine, condition: Condition): Condition {
  return leaves(condition).length > WAYS_LIMIT ? anyCondition(m) : condition;
}

/** Runs a body once per distinct leaf of a tree, under what the way to that leaf assumes, and joins the states. */
export function ways<K, R>(m: Machine, tree: Tree<K>, keys: readonly K[], body: (key: K) => R): Map<K, R> {
  const base = m.state;
  const results = new Map<K, R>();
  const states = new Map<K, State>();
  m.conditional++;
  for (const key of keys) {
    const state = base.fork();
    state.assume = assumptionsFor(base.assume, tree, (leafKey) => leafKey === key, m);
    m.state = state;
    results.set(key, body(key));
    states.set(key, state);
  }
  m.conditional--;
  m.state = base;
  const joined: Tree<State> = flatMapTree(tree, (key) => leaf(states.get(key) ?? base));
  joinStates(m, joined);
  return results;
}

/** What is certain on every way to the leaves that `wanted` picks. */
function assumptionsFor<K>(base: Assumptions, tree: Tree<K>, wanted: (key: K) => boolean, m: Machine): Assumptions {
  const paths: Map<string, number>[] = [];
  const walk = (node: Tree<K>, path: ReadonlyMap<string, number>): void => {
    if (node.leaf) {
      if (wanted(node.value)) paths.push(new Map(path));
      return;
    }
    node.alts.forEach((alt, i) => {
      const before = path.get(node.choice);
      if (before === undefined || before === i) walk(alt, new Map([...path, [node.choice, i]]));
    });
  };
  walk(tree, new Map());
  const first = paths[0];
  if (first === undefined) return base;
  const out = new Map(base);
  for (const choice of first.keys()) {
    const indexes = new Set<number>();
    for (const path of paths) {
      const index = path.get(choice);
      if (index === undefined) {
        indexes.clear();
        break;
      }
      indexes.add(index);
    }
    if (indexes.size === 0 || indexes.size === m.ways.get(choice)) continue;
    const allowed = out.get(choice);
    out.set(choice, allowed === undefined ? indexes : new Set([...indexes].filter((i) => allowed.has(i))));
  }
  return out;
}

function joinStates(m: Machine, tree: Tree<State>): void {
  const base = m.state;
  const all = new Set(leaves(tree));
  const live = [...all].filter((state) => !state.dead);
  if (live.length === 0) {
    base.dead = true;
    return;
  }
  if (live.length < all.size) {
    base.assume = assumptionsFor(base.assume, tree, (state) => !state.dead, m);
    const loop = m.frames[m.frames.length - 1];
    if (loop?.kind === 'loop') loop.skips = true;
  }
  const remaining = withoutDead(restrictTree(tree, base.assume), live[0] ?? base);
  const names = new Set(live.flatMap((state) => [...state.changes.keys()]));
  for (const name of names) {
    const cells = mapCells(remaining, name);
    base.set(name, { value: joinValues(m, cells, name), flags: flagsOf(cells) });
  }
}

function withoutDead(tree: Tree<State>, otherwise: State): Tree<State> {
  if (tree.leaf) return tree.value.dead ? leaf(otherwise) : tree;
  const first = leaves(tree).find((state) => !state.dead) ?? otherwise;
  return { ...tree, alts: tree.alts.map((alt) => withoutDead(alt, first)) };
}

function mapCells(tree: Tree<State>, name: string): Tree<Cell | undefined> {
  return flatMapTree(tree, (state) => leaf(state.get(name)));
}

function joinValues(m: Machine, tree: Tree<Cell | undefined>, name: string): Value {
  if (tree.leaf) return tree.value?.value ?? environmentValue(name);
  return mergeValues(
    tree.choice,
    tree.alts.map((alt) => joinValues(m, alt, name)),
  );
}

function flagsOf(tree: Tree<Cell | undefined>): string {
  const all = leaves(tree).map((cell) => cell?.flags ?? '');
  const merged = all.reduce(mergeFlags, '');
  const unsure = Array.from('ilu').some((flag) => merged.includes(flag) && !all.every((flags) => flags.includes(flag)));
  const exported = merged.includes('x') && !all.every((flags) => flags.includes('x'));
  return merged + (unsure && !merged.includes(UNSURE) ? UNSURE : '') + (exported && !merged.includes('?') ? '?' : '');
}

/** Leaves the nearest loop or function on this way. False if there is none of that kind. */
export function escape(m: Machine, kind: Escape['kind'], depth = 1): boolean {
  const frame = frameFor(m, kind, depth);
  if (frame === undefined) return false;
  frame.escapes.push({ kind, changes: m.state.since(frame.base), assume: m.state.assume });
  m.state.dead = true;
  return true;
}

/**
 * Bash may stop here at an error in an expansion; then it goes on with the next line of the script, or ends the subshell.
 * `cause` names what is not known.
 */
export function mayFail(m: Machine, cause: string): void {
  m.uncertain = true;
  const frame = [...m.frames].reverse().find(({ kind }) => kind === 'line' || kind === 'subshell');
  const failing = question(m, `error in ${cause}`);
  if (frame === undefined || failing.leaf || m.state.assume.has(failing.choice)) return;
  const index = failing.alts.findIndex((alt) => alt.leaf && alt.value);
  const assumed = (i: number): State['assume'] => new Map([...m.state.assume, [failing.choice, new Set([i])]]);
  frame.escapes.push({ kind: 'error', changes: m.state.since(frame.base), assume: assumed(index) });
  m.state.assume = assumed(1 - index);
}

function frameFor(m: Machine, kind: Escape['kind'], depth: number): Frame | undefined {
  let left = depth;
  let found: Frame | undefined;
  for (const frame of [...m.frames].reverse()) {
    if (kind === 'return') {
      if (frame.kind === 'function' || frame.kind === 'source') return frame;
      if (frame.kind === 'subshell') return frame;
    } else {
      if (frame.kind !== 'loop') return found;
      found = frame;
      if (--left === 0) return frame;
    }
  }
  return found;
}

/** Joins the ways that left a frame early back into the present state. */
export function rejoin(m: Machine, frame: Frame, kinds: readonly Escape['kind'][]): void {
  const leaving = frame.escapes.filter((e) => kinds.includes(e.kind));
  for (let i = frame.escapes.length - 1; i >= 0; i--) {
    const candidate = frame.escapes[i];
    if (candidate !== undefined && kinds.includes(candidate.kind)) frame.escapes.splice(i, 1);
  }
  const outer = frame.base.parent ?? frame.base;
  for (const escaped of leaving) {
    if (m.state.dead) {
      m.state.changes.clear();
      for (const [name, cell] of escaped.changes) m.state.set(name, cell);
      m.state.dead = false;
      m.state.assume = escaped.assume;
      continue;
    }
    const path = [...escaped.assume].filter(([choice, allowed]) => outer.assume.get(choice) !== allowed);
    for (const name of new Set([...escaped.changes.keys(), ...m.state.since(frame.base).keys()])) {
      const here = m.state.get(name);
      const there = escaped.changes.get(name) ?? outer.get(name);
      const value = path.reduceRight<Value>(
        (inner, [choice, allowed]) =>
          mergeValues(
            choice,
            Array.from({ length: m.ways.get(choice) ?? 2 }, (_, i) =>
              allowed.has(i) ? inner : (here?.value ?? environmentValue(name)),
            ),
          ),
        there?.value ?? environmentValue(name),
      );
      write(m, name, { value, flags: mergeFlags(here?.flags ?? '', there?.flags ?? '') });
    }
    m.state.assume = outer.assume;
  }
}

/** Runs a body in a frame of its own; the state it leaves is joined and carried over. */
export function inFrame<T>(m: Machine, kind: Frame['kind'], body: (frame: Frame) => T): T {
  const outer = m.state;
  const base = outer.fork();
  const frame: Frame = { kind, base, escapes: [], skips: false };
  m.frames.push(frame);
  m.state = base;
  const result = body(frame);
  m.frames.pop();
  if (m.state !== base) m.state = base;
  rejoin(m, frame, ['return', 'break', 'continue', 'error']);
  m.state = outer;
  for (const [name, cell] of base.changes) outer.set(name, cell);
  outer.dead = base.dead;
  if (!base.dead) outer.assume = base.assume;
  return result;
}
