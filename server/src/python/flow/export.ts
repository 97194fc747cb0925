import type { Location } from '../../text/location.ts';
import {
  type Abstract,
  type Atom,
  type EntryState,
  type HeapObject,
  atomsOf,
  isLoose,
  oneOf,
  unknown,
} from './domain.ts';
import { joinObjects, joinValues } from './join.ts';
import type { Machine } from './machine.ts';
import type { Dict, DictEntry, Value } from './model.ts';
import type { State } from './state.ts';

/** Values of a state as others see them, and back. */

/** Deeper values are not told. */
const MAX_DEPTH = 6;
/** More objects of one state are not told. */
const MOST = 500;

/** A value with all that it holds. `result` says what a coroutine gives. */
export function exported(state: State, value: Abstract, result: (atom: Atom) => Value, depth = 0): Value {
  if (value.kind !== 'oneOf') return exportedAtom(state, value, result, depth);
  const [first] = value.values;
  const at = first?.at ?? { uri: '', range: { start: 0, end: 0 } };
  const nothing: Value = { kind: 'unknown', at };
  if (value.values.some(({ kind }) => kind === 'unknown')) return nothing;
  if (value.loose) return exportedLoose(state, value.values, result, depth) ?? nothing;
  const values = value.values.map((atom) => exportedAtom(state, atom, result, depth));
  return values.some(({ kind }) => kind === 'unknown') ? nothing : { kind: 'oneOf', values, at };
}

/** Values of ways that need not all be possible are one value, or numbers; else nothing is said. */
function exportedLoose(
  state: State,
  values: readonly Atom[],
  result: (atom: Atom) => Value,
  depth: number,
): Value | null {
  const [first] = values;
  if (!first) return null;
  const one = values.slice(1).reduce<Abstract>(joinValues, first);
  if (one.kind !== 'oneOf') return exportedAtom(state, one, result, depth);
  const kinds = one.values.map(({ kind }) => kind);
  if (kinds.every((kind) => kind === 'int' || kind === 'float' || kind === 'bool'))
    return { kind: 'oneOf', values: one.values.map((atom) => exportedAtom(state, atom, result, depth)), at: first.at };
  return exportedObjects(state, one.values, result, depth);
}

/** Several objects of one kind as one. */
function exportedObjects(
  state: State,
  values: readonly Atom[],
  result: (atom: Atom) => Value,
  depth: number,
): Value | null {
  const objects: HeapObject[] = [];
  for (const atom of values) {
    const object = atom.kind === 'ref' ? state.object(atom.id) : undefined;
    if (!object) return null;
    objects.push(object);
  }
  const [first, ...rest] = objects;
  if (!first || rest.some(({ kind }) => kind !== first.kind)) return null;
  const joined = rest.reduce(joinObjects, first);
  return exportedObject(state, joined.kind === 'dict' ? { ...joined, open: true } : joined, result, depth);
}

function exportedAtom(state: State, atom: Atom, result: (atom: Atom) => Value, depth: number): Value {
  const { at } = atom;
  if (depth > MAX_DEPTH) return { kind: 'unknown', at };
  switch (atom.kind) {
    case 'unknown':
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'tensor':
    case 'class':
      return atom;
    case 'external':
      return { kind: 'external', name: atom.name, at };
    case 'generator':
      return { kind: 'generator', at };
    case 'function':
      return { kind: 'function', fn: atom.fn, at };
    case 'tuple': {
      const inner = (value: Abstract) => exported(state, value, result, depth + 1);
      if (atom.items) return { kind: 'tuple', items: atom.items.map(inner), at };
      return atom.element ? { kind: 'tuple', element: inner(atom.element), at } : { kind: 'tuple', at };
    }
    case 'ref': {
      const object = state.object(atom.id);
      // An object that holds itself, and one that holds very much, is not told to its end.
      if (!object || state.telling.has(atom.id) || ++state.told > MOST) return { kind: 'unknown', at };
      state.telling.add(atom.id);
      const told = exportedObject(state, object, result, depth);
      state.telling.delete(atom.id);
      return told;
    }
    case 'coroutine':
      return result(atom);
    case 'response':
      if (atom.media === 'text') return { kind: 'response', media: 'text', at };
      return { kind: 'response', media: 'json', content: exported(state, atom.content, result, depth + 1), at };
    case 'iterable':
    case 'module':
    case 'method':
    case 'dtype':
      return { kind: 'unknown', at };
  }
}

function exportedObject(state: State, object: HeapObject, result: (atom: Atom) => Value, depth: number): Value {
  const inner = (value: Abstract) => exported(state, value, result, depth + 1);
  const { at } = object;
  switch (object.kind) {
    case 'dict': {
      const entries: DictEntry[] = [...object.entries].map(([key, { value, keyAt, maybe }]) => ({
        key,
        keyAt,
        value: inner(value),
        ...(maybe ? { maybe: true as const } : {}),
      }));
      const dict: Dict = { kind: 'dict', entries, open: object.open };
      return { ...dict, at };
    }
    case 'list':
    case 'set':
      if (object.items) return { kind: object.kind, items: object.items.map(inner), at };
      return object.element ? { kind: object.kind, element: inner(object.element), at } : { kind: object.kind, at };
    case 'instance':
      return { kind: 'instance', cls: object.cls, at };
  }
}

/** A value from outside as one of a state, such as what a parameter is said to hold. */
export function imported(machine: Machine, state: State, value: Value): Abstract {
  const { at } = value;
  const inner = (each: Value) => imported(machine, state, each);
  switch (value.kind) {
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'tensor':
    case 'external':
    case 'class':
    case 'unknown':
      return value;
    case 'generator':
      return { kind: 'generator', at };
    case 'function':
      return { kind: 'function', fn: value.fn, closure: [], at };
    case 'coroutine':
      return unknown(at);
    case 'response':
      if (value.media === 'text') return { kind: 'response', media: 'text', at };
      return { kind: 'response', media: 'json', content: inner(value.content), at };
    case 'tuple':
      if (value.items) return { kind: 'tuple', items: value.items.map(inner), at };
      return value.element ? { kind: 'tuple', element: inner(value.element), at } : { kind: 'tuple', at };
    case 'list':
    case 'set':
      return machine.allocate(state, {
        kind: value.kind,
        ...placed(at),
        items: value.kind === 'list' ? (value.items?.map(inner) ?? null) : null,
        element: value.element ? inner(value.element) : value.items && value.kind === 'list' ? null : unknown(at),
      });
    case 'dict': {
      const entries = new Map<string, EntryState>();
      for (const entry of value.entries)
        entries.set(entry.key, { value: inner(entry.value), keyAt: entry.keyAt, maybe: entry.maybe === true });
      return machine.allocate(state, { kind: 'dict', ...placed(at), entries, open: value.open });
    }
    case 'instance':
      return machine.allocate(state, {
        kind: 'instance',
        ...placed(at),
        escaped: true,
        cls: value.cls,
        attributes: new Map(),
      });
    case 'oneOf':
      return oneOf(
        value.values.flatMap((each) => atomsOf(inner(each))),
        value.values.some((each) => isLoose(inner(each))),
        at,
      );
  }
}

function placed(at: Location): Pick<HeapObject, 'site' | 'at' | 'summary' | 'escaped'> {
  return { site: `given ${at.uri}#${at.range.start}`, at, summary: false, escaped: false };
}
