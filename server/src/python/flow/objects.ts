import type { SyntaxNode } from '@lezer/common';
import type { Location } from '../../text/location.ts';
import {
  type Abstract,
  type Atom,
  type DictState,
  type EntryState,
  type ListState,
  atomsOf,
  isLoose,
  oneOf,
  unknown,
} from './domain.ts';
import { joinAll, joinValues } from './join.ts';
import { type Frame, type Machine, locate, siteOf } from './machine.ts';
import { type State } from './state.ts';
import { withoutValue } from './values.ts';

/** Dicts, lists and sets: how they are made, read and changed. */

export function newDict(
  machine: Machine,
  frame: Frame,
  state: State,
  node: SyntaxNode,
  entries: ReadonlyMap<string, EntryState>,
  open: boolean,
): Atom {
  const at = locate(frame, node);
  return machine.allocate(state, {
    kind: 'dict',
    site: siteOf(frame, node),
    at,
    summary: false,
    escaped: false,
    entries,
    open,
  });
}

export function newList(
  machine: Machine,
  frame: Frame,
  state: State,
  node: SyntaxNode,
  content: Pick<ListState, 'items' | 'element'>,
  kind: 'list' | 'set' = 'list',
): Atom {
  const at = locate(frame, node);
  return machine.allocate(state, {
    kind,
    site: siteOf(frame, node),
    at,
    summary: false,
    escaped: false,
    ...content,
  });
}

/** What iterating gives: the items one by one where they are known, else what each of them is. */
export interface Elements {
  readonly items: readonly Abstract[] | null;
  /** `null` where there is none. */
  readonly element: Abstract | null;
}

export function elementsOf(state: State, value: Abstract, at: Location): Elements {
  const all = atomsOf(value).map((atom) => elementsOfAtom(state, atom, at));
  const [only] = all;
  if (all.length === 1 && only) return only;
  return {
    items: null,
    element: joinAll(all.flatMap(({ items, element }) => [...(items ?? []), ...(element ? [element] : [])])),
  };
}

function elementsOfAtom(state: State, atom: Atom, at: Location): Elements {
  if (atom.kind === 'tuple') {
    if (atom.items) return { items: atom.items, element: null };
    return { items: null, element: atom.element ?? unknown(at) };
  }
  if (atom.kind === 'iterable') return atom.elements;
  if (atom.kind === 'generator' && atom.elements) return atom.elements;
  if (atom.kind === 'str') return { items: null, element: { kind: 'str', at } };
  if (atom.kind === 'tensor' && atom.shape) return tensorRows(atom, at);
  if (atom.kind !== 'ref') return { items: null, element: unknown(at) };
  const object = state.object(atom.id);
  if (object?.kind === 'list' || object?.kind === 'set') return { items: object.items, element: object.element };
  if (object?.kind === 'dict') {
    if (object.open || [...object.entries.values()].some(({ maybe }) => maybe))
      return { items: null, element: unknown(at) };
    return {
      items: [...object.entries].map(([key, { keyAt }]) => ({ kind: 'str', value: key, at: keyAt })),
      element: null,
    };
  }
  return { items: null, element: unknown(at) };
}

function tensorRows(atom: Atom & { readonly kind: 'tensor' }, at: Location): Elements {
  const { shape, ...rest } = withoutValue(atom);
  const [size, ...inner] = shape ?? [];
  const row: Atom = { ...rest, shape: inner, at };
  if (size === undefined || size === null || size > 16) return { items: null, element: row };
  return { items: Array.from({ length: size }, () => row), element: null };
}

/** The dicts that a value can be; `null` where it can be something else. */
export function dictsOf(state: State, value: Abstract): DictState[] | null {
  const dicts = atomsOf(value).map((atom) => (atom.kind === 'ref' ? state.object(atom.id) : undefined));
  return dicts.every((object): object is DictState => object?.kind === 'dict') ? dicts : null;
}

type ObjectOf<K extends 'dict' | 'list' | 'set'> = K extends 'dict' ? DictState : ListState;

/** Changes each object that a value refers to; with several or a summary, each may be the one that was not meant. */
export function change<K extends 'dict' | 'list' | 'set'>(
  state: State,
  value: Abstract,
  kind: K,
  step: (object: ObjectOf<K>, strong: boolean) => ObjectOf<K>,
): void {
  const all = atomsOf(value);
  const certain = all.length === 1 && !isLoose(value);
  for (const atom of all) {
    if (atom.kind !== 'ref') continue;
    const object = state.object(atom.id);
    if (object?.kind !== kind) continue;
    const strong = certain && !object.summary;
    state.put(atom.id, step(object as ObjectOf<K>, strong));
  }
}

/** A dict behind `d[key] = value`. */
export function withEntry(dict: DictState, key: string, keyAt: Location, value: Abstract, strong: boolean): DictState {
  const entries = new Map(dict.entries);
  const old = entries.get(key);
  if (strong) entries.set(key, { value, keyAt, maybe: false });
  else if (old) entries.set(key, { ...old, value: joinValues(old.value, value) });
  else entries.set(key, { value, keyAt, maybe: true });
  return { ...dict, entries, open: dict.open || (!strong && !old) };
}

/** A dict behind a change whose keys are not known: any entry may have another value. */
export function withUnknownEntries(dict: DictState): DictState {
  const entries = new Map(
    [...dict.entries].map(([key, entry]) => [key, { ...entry, value: unknown(entry.keyAt) }] as const),
  );
  return { ...dict, entries, open: true };
}

/** A dict behind `d.update(other)`. */
export function withUpdate(dict: DictState, other: DictState, strong: boolean): DictState {
  let result: DictState = other.open ? withUnknownEntries(dict) : dict;
  for (const [key, { value, keyAt, maybe }] of other.entries) {
    const old = result.entries.get(key);
    if (!maybe) result = withEntry(result, key, keyAt, value, strong);
    else {
      const entries = new Map(result.entries);
      entries.set(
        key,
        old
          ? {
              ...old,
              value: oneOf([...atomsOf(old.value), ...atomsOf(value)], isLoose(old.value) || isLoose(value), keyAt),
            }
          : { value, keyAt, maybe: true },
      );
      result = { ...result, entries };
    }
  }
  return result;
}

/** What `d[key]` gives, where the key is there. */
export function entryValue(dict: DictState, key: string, at: Location): Abstract {
  return dict.entries.get(key)?.value ?? unknown(at);
}
