import type { Condition } from './branches.ts';
import { bounded, joinCells, no, question, yes } from './branches.ts';
import type { Escape, Frame, Machine } from './machine.ts';
import { step } from './machine.ts';
import type { State, Way } from './state.ts';
import type { Tree } from './values.ts';
import { flatMapTree, leaf, mapTree } from './values.ts';
import { write } from './variables.ts';

/** Leaves the nearest loop or function on this way, with a status. False if there is none of that kind. */
export function escape(m: Machine, kind: Escape['kind'], status: Condition, depth = 1): boolean {
  const frame = frameFor(m, kind, depth);
  if (frame === undefined) return false;
  leave(m, frame, kind, status);
  m.state.dead = true;
  return true;
}

function leave(m: Machine, frame: Frame, kind: Escape['kind'], status: Condition): void {
  frame.escapes.push({ kind, changes: m.state.since(frame.base), way: m.state.way, status });
}

/** `exit` in a subshell ends that; elsewhere it ends the script. */
export function leaveShell(m: Machine, status: Condition): void {
  const frame = [...m.frames].reverse().find(({ kind }) => kind === 'subshell');
  if (frame !== undefined) leave(m, frame, 'return', status);
  m.state.dead = true;
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
  const before = m.state.way;
  m.state.enter(failing, assumed(index));
  leave(m, frame, 'error', no);
  m.state.way = before;
  m.state.enter(
    mapTree(failing, (holds) => !holds),
    assumed(1 - index),
  );
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

/** The nearest way that two ways went together. */
function commonWay(a: Way, b: Way): Way {
  let [one, other] = [a, b];
  while (one !== other) {
    if (one.depth > other.depth) one = one.before ?? one;
    else if (other.depth > one.depth) other = other.before ?? other;
    else {
      if (one.before === null || other.before === null) return one;
      [one, other] = [one.before, other.before];
    }
  }
  return one;
}

/** Where a way is gone, among the ways that began as `from`, an ancestor of it. */
function takes(m: Machine, way: Way, from: Way): Condition {
  let condition: Condition = yes;
  for (let at: Way | null = way; at !== null && at !== from; at = at.before) {
    const after = condition;
    condition = bounded(
      m,
      flatMapTree(at.holds, (holds) => (holds ? after : no)),
    );
  }
  return condition;
}

/**
 * Joins the ways that left a frame early back into the present state, and their status into that of the machine. The last
 * comes first: so each of them hangs only on the condition that parted it from the rest.
 */
export function rejoin(m: Machine, frame: Frame, kinds: readonly Escape['kind'][]): void {
  const leaving = frame.escapes.filter((e) => kinds.includes(e.kind));
  const staying = frame.escapes.filter((e) => !kinds.includes(e.kind));
  frame.escapes.splice(0, frame.escapes.length, ...staying);
  for (const escaped of leaving.reverse()) {
    if (m.state.dead) revive(m, escaped);
    else joinEscape(m, frame, escaped);
  }
}

function revive(m: Machine, escaped: Escape): void {
  m.state.changes.clear();
  for (const [name, cell] of escaped.changes) m.state.set(name, cell);
  m.state.dead = false;
  m.state.way = escaped.way;
  m.status = escaped.status;
}

function joinEscape(m: Machine, frame: Frame, escaped: Escape): void {
  const outer = frame.base.parent ?? frame.base;
  const common = commonWay(m.state.way, escaped.way);
  const left = takes(m, escaped.way, common);
  const here = m.status;
  m.status = bounded(
    m,
    flatMapTree(left, (holds) => (holds ? escaped.status : here)),
  );
  const each = <T>(there: T, stayed: T): Tree<T> => flatMapTree(left, (holds) => leaf(holds ? there : stayed));
  const names = new Set([...escaped.changes.keys(), ...m.state.since(frame.base).keys()]);
  step(m, names.size);
  for (const name of names) {
    const stayed = m.state.get(name);
    const there = escaped.changes.get(name) ?? outer.get(name);
    if (stayed !== there) write(m, name, joinCells(each(there, stayed), name));
  }
  m.state.way = common;
}

/** Runs a body in a frame of its own; the state it leaves is joined and carried over. */
export function inFrame<T>(m: Machine, kind: Frame['kind'], body: (frame: Frame) => T): T {
  const outer = m.state;
  const base = outer.fork();
  const frame: Frame = { kind, base, escapes: [] };
  m.frames.push(frame);
  m.state = base;
  const result = body(frame);
  m.frames.pop();
  if (m.state !== base) m.state = base;
  rejoin(m, frame, ['return', 'break', 'continue', 'error']);
  m.state = outer;
  for (const [name, cell] of base.changes) outer.set(name, cell);
  outer.dead = base.dead;
  if (!base.dead) outer.way = base.way;
  return result;
}
