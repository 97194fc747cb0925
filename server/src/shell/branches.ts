import { UNSURE } from './attributes.ts';
import type { Machine } from './machine.ts';
import { choiceFor, newChoice, step } from './machine.ts';
import { restrictTree } from './merge.ts';
import type { Cell, State, Value } from './state.ts';
import { mergeValues } from './state.ts';
import type { Assumptions, Tree } from './values.ts';
import { flatMapTree, leaf, leaves, mapTree } from './values.ts';
import { environmentValue, mergeFlags } from './variables.ts';

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
  const tree = bounded(m, restrictTree(condition, m.state.assume));
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

export function bounded(m: Machine, condition: Condition): Condition {
  return leaves(condition).length > WAYS_LIMIT ? anyCondition(m) : condition;
}

/** Runs a body once per distinct leaf of a tree, under what the way to that leaf assumes, and joins the states. */
export function ways<K, R>(m: Machine, tree: Tree<K>, keys: readonly K[], body: (key: K) => R): Map<K, R> {
  const base = m.state;
  const status = m.status;
  const results = new Map<K, R>();
  const states = new Map<K, State>();
  m.conditional++;
  for (const key of keys) {
    const state = base.fork();
    state.enter(
      mapTree(tree, (leafKey) => leafKey === key),
      assumptionsFor(base.assume, tree, (leafKey) => leafKey === key, m),
    );
    m.state = state;
    m.status = status;
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
    base.enter(
      mapTree(tree, (state) => !state.dead),
      assumptionsFor(base.assume, tree, (state) => !state.dead, m),
    );
  }
  const remaining = withoutDead(restrictTree(tree, base.assume), live[0] ?? base);
  const names = new Set(live.flatMap((state) => [...state.changes.keys()]));
  step(m, names.size);
  for (const name of names) {
    const cells = mapCells(remaining, name);
    base.set(name, joinCells(cells, name));
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

/** One cell of what a name is on each way. */
export function joinCells(tree: Tree<Cell | undefined>, name: string): Cell {
  return { value: joinValues(tree, name), flags: flagsOf(tree) };
}

function joinValues(tree: Tree<Cell | undefined>, name: string): Value {
  if (tree.leaf) return tree.value?.value ?? environmentValue(name);
  return mergeValues(
    tree.choice,
    tree.alts.map((alt) => joinValues(alt, name)),
  );
}

function flagsOf(tree: Tree<Cell | undefined>): string {
  return joinFlags(leaves(tree));
}

/** The attributes of a name that has those of one of the cells, nobody knows which. */
export function joinFlags(cells: readonly (Cell | undefined)[]): string {
  const all = cells.map((cell) => cell?.flags ?? '');
  const merged = all.reduce(mergeFlags, '');
  const unsure = Array.from('ilu').some((flag) => merged.includes(flag) && !all.every((flags) => flags.includes(flag)));
  return mergeFlags(merged.replace(/[?e]/g, ''), (unsure ? UNSURE : '') + exportOf(cells));
}

/** `?`, or `?e`, where only some of the cells are surely exported. */
function exportOf(cells: readonly (Cell | undefined)[]): string {
  const others = cells.filter((cell) => cell === undefined || !/^[^?]*x[^?]*$/.test(cell.flags));
  if (others.length === 0 || !cells.some((cell) => cell?.flags.includes('x') === true)) return '';
  const asGiven = (cell: Cell | undefined): boolean =>
    cell === undefined ||
    cell.flags.includes('e') ||
    (cell.value.kind === 'opaque' && cell.value.symbol.startsWith('env:'));
  return others.every(asGiven) ? '?e' : '?';
}
