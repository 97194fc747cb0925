import {
  type Abstract,
  type Atom,
  type EntryState,
  type HeapObject,
  atomsOf,
  oneOf,
  sameAbstract,
  sameShape,
} from './domain.ts';
import { type Doubt, State, havoc, sameState } from './state.ts';
import { mapObject, mapValues } from './values.ts';

/** Puts ways together, so that what is said holds on each of them. */

/** A value that is one of the two; nothing is said of which ways are possible. */
export function joinValues(a: Abstract, b: Abstract): Abstract {
  if (sameAbstract(a, b)) return a;
  const kept: Atom[] = [...atomsOf(a)];
  for (const atom of atomsOf(b)) {
    const at = kept.findIndex((other) => merged(other, atom) !== null);
    const other = kept[at];
    const both = other && merged(other, atom);
    if (both) kept[at] = both;
    else kept.push(atom);
  }
  return oneOf(kept, true, a.kind === 'oneOf' ? (a.values[0] ?? KEPT).at : a.at);
}

const KEPT = { at: { uri: '', range: { start: 0, end: 0 } } };

/** One atom that covers both; `null` where they are of different kinds. */
function merged(a: Atom, b: Atom): Atom | null {
  if (a === b) return a;
  switch (a.kind) {
    case 'unknown':
    case 'none':
      return b.kind === a.kind ? a : null;
    case 'generator':
      return b.kind === a.kind ? { kind: 'generator', at: a.at } : null;
    case 'iterable':
    case 'response':
      return null;
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
      if (b.kind !== a.kind) return null;
      return Object.is(a.value, b.value) ? a : { kind: a.kind, at: a.at };
    case 'tensor': {
      if (b.kind !== 'tensor' || a.library !== b.library) return null;
      return {
        kind: 'tensor',
        library: a.library,
        at: a.at,
        ...(a.dtype !== undefined && a.dtype === b.dtype ? { dtype: a.dtype } : {}),
        ...(a.shape && sameShape(a.shape, b.shape) ? { shape: a.shape } : mergedShape(a.shape, b.shape)),
        ...(a.value !== undefined && Object.is(a.value, b.value) ? { value: a.value } : {}),
      };
    }
    case 'tuple': {
      if (b.kind !== 'tuple') return null;
      const { items } = a;
      const others = b.items;
      if (items && others?.length === items.length)
        return { kind: 'tuple', at: a.at, items: items.map((item, i) => joinValues(item, others[i] ?? item)) };
      const element = joinAll([
        ...(items ?? []),
        ...(others ?? []),
        ...(a.element ? [a.element] : []),
        ...(b.element ? [b.element] : []),
      ]);
      return element ? { kind: 'tuple', at: a.at, element } : { kind: 'tuple', at: a.at };
    }
    case 'ref':
      return b.kind === 'ref' && a.id === b.id ? a : null;
    case 'function':
    case 'class':
    case 'module':
    case 'external':
    case 'method':
    case 'coroutine':
    case 'dtype':
      return null;
  }
}

function mergedShape(
  a: readonly (number | null)[] | undefined,
  b: readonly (number | null)[] | undefined,
): { shape?: readonly (number | null)[] } {
  if (a?.length === undefined || a.length !== b?.length) return {};
  return { shape: a.map((size, index) => (size === b[index] ? size : null)) };
}

/** One value for many; `null` where there is none. */
export function joinAll(values: readonly Abstract[]): Abstract | null {
  const [first, ...rest] = values;
  return first ? rest.reduce(joinValues, first) : null;
}

/** What is true of an object on both ways. */
export function joinObjects(a: HeapObject, b: HeapObject): HeapObject {
  if (a === b) return a;
  const summary = a.summary || b.summary;
  const escaped = a.escaped || b.escaped;
  if (a.kind === 'dict' && b.kind === 'dict') {
    const entries = new Map<string, EntryState>();
    let missing = false;
    for (const key of new Set([...a.entries.keys(), ...b.entries.keys()])) {
      const x = a.entries.get(key);
      const y = b.entries.get(key);
      const one = x ?? y;
      if (!one) continue;
      if (!x || !y) missing = true;
      const value = x && y ? joinValues(x.value, y.value) : one.value;
      entries.set(key, { keyAt: one.keyAt, value, maybe: !x || !y || x.maybe || y.maybe });
    }
    return { ...a, summary, escaped, entries, open: a.open || b.open || missing };
  }
  if ((a.kind === 'list' || a.kind === 'set') && a.kind === b.kind) {
    const { items } = a;
    const others = b.items;
    if (items && others?.length === items.length)
      return { ...a, summary, escaped, items: items.map((item, i) => joinValues(item, others[i] ?? item)) };
    const element = joinAll([
      ...(items ?? []),
      ...(others ?? []),
      ...(a.element ? [a.element] : []),
      ...(b.element ? [b.element] : []),
    ]);
    return { ...a, summary, escaped, items: null, element };
  }
  if (a.kind === 'instance' && b.kind === 'instance' && a.cls === b.cls) {
    const attributes = new Map<string, Abstract>();
    for (const [name, value] of a.attributes) {
      const other = b.attributes.get(name);
      if (other) attributes.set(name, joinValues(value, other));
    }
    return { ...a, summary, escaped, attributes };
  }
  return { ...havoc(a), summary: true };
}

/** One state for both ways. */
export function joinStates(a: State, b: State): State {
  const result = new State();
  for (const id of new Set([...a.scopes.keys(), ...b.scopes.keys()])) {
    const left = a.scopes.get(id);
    const right = b.scopes.get(id);
    const names = new Map<string, Abstract>(left);
    // A name that is bound on one way only: using it on the other raises.
    for (const [name, value] of right ?? []) {
      const other = names.get(name);
      names.set(name, other ? joinValues(other, value) : value);
    }
    result.scopes.set(id, names);
  }
  for (const [id, object] of a.heap) {
    const other = b.heap.get(id);
    result.heap.set(id, other ? joinObjects(object, other) : object);
  }
  for (const [id, object] of b.heap) if (!result.heap.has(id)) result.heap.set(id, object);
  for (const [key, fact] of a.facts) if (b.facts.get(key)?.holds === fact.holds) result.facts.set(key, fact);
  result.doubt = lesser(a.doubt, b.doubt);
  return result;
}

const ORDER: readonly Doubt[] = ['none', 'end', 'all'];

function lesser(a: Doubt, b: Doubt): Doubt {
  return ORDER.indexOf(a) <= ORDER.indexOf(b) ? a : b;
}

/** States that say the same once, with what is known of all; not more than `limit`. */
export function distinct(states: readonly State[], limit: number): State[] {
  const kept: State[] = [];
  for (const state of states) {
    const at = kept.findIndex((other) => sameState(other, state));
    const other = kept[at];
    if (other) kept[at] = joinStates(other, state);
    else if (kept.length < limit) kept.push(state);
    else kept[limit - 1] = joinStates(kept[limit - 1] ?? state, state);
  }
  return kept;
}

/**
 * The state of a loop before a further round: objects that the last round made in the same places as one before are put
 * together with these, so that there is an end to it.
 */
export function widen(before: State, after: State): State {
  const bySite = new Map<string, number>();
  for (const [id, { site }] of before.heap) bySite.set(site, id);
  const renamed = new Map<number, number>();
  for (const [id, { site }] of after.heap) {
    const older = before.heap.has(id) ? undefined : bySite.get(site);
    if (older !== undefined) renamed.set(id, older);
  }
  if (renamed.size === 0) return joinStates(before, after);
  const rename = (value: Abstract): Abstract =>
    mapValues(value, (atom) => {
      const id = atom.kind === 'ref' ? renamed.get(atom.id) : undefined;
      return id === undefined || atom.kind !== 'ref' ? atom : { ...atom, id };
    });
  const folded = after.clone();
  for (const names of folded.scopes.values()) for (const [name, value] of names) names.set(name, rename(value));
  folded.heap.clear();
  for (const [id, object] of after.heap) {
    const target = renamed.get(id) ?? id;
    const content = mapObject(object, rename);
    const other = folded.heap.get(target);
    const one = other ? joinObjects(other, content) : content;
    folded.heap.set(target, renamed.has(id) || other ? { ...one, summary: true } : one);
  }
  return joinStates(before, folded);
}
