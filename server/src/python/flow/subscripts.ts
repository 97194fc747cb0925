import type { SyntaxNode } from '@lezer/common';
import { type Abstract, type Atom, atomsOf, mapAtoms, unknown } from './domain.ts';
import { joinAll } from './join.ts';
import { type Frame, type Machine, locate } from './machine.ts';
import { entryValue, newList } from './objects.ts';
import { havocEscaped, type State } from './state.ts';
import { tensor } from './tensors.ts';

/** `value[keys]`; `keys` is `null` where there is a slice. */
export function subscript(
  machine: Machine,
  frame: Frame,
  state: State,
  value: Abstract,
  keys: Abstract | null,
  index: readonly SyntaxNode[],
  node: SyntaxNode,
): Abstract {
  const at = locate(frame, node);
  return mapAtoms(value, at, (atom) => subscriptOf(machine, frame, state, atom, keys, index, node));
}

function subscriptOf(
  machine: Machine,
  frame: Frame,
  state: State,
  atom: Atom,
  keys: Abstract | null,
  index: readonly SyntaxNode[],
  node: SyntaxNode,
): Abstract {
  const at = locate(frame, node);
  if (atom.kind === 'str') return { kind: 'str', at };
  if (atom.kind === 'tensor') return tensorItem(atom, keys, index, at);
  if (atom.kind === 'tuple') {
    if (!keys) return { kind: 'tuple', ...spread(atom.items, atom.element), at };
    return itemOf(atom.items ?? null, atom.element ?? null, keys, at);
  }
  if (atom.kind !== 'ref') {
    if (atom.kind === 'unknown') havocEscaped(state);
    return unknown(at);
  }
  const object = state.object(atom.id);
  switch (object?.kind) {
    case 'dict': {
      if (!keys) return unknown(at);
      const all = atomsOf(keys);
      const [key] = all;
      return all.length === 1 && key?.kind === 'str' && key.value !== undefined
        ? entryValue(object, key.value, at)
        : unknown(at);
    }
    case 'list': {
      if (keys) return itemOf(object.items, object.element, keys, at);
      const element = object.element ?? joinAll(object.items ?? []);
      return newList(machine, frame, state, node, { items: null, element });
    }
    case 'set':
    case 'instance':
    case undefined:
      havocEscaped(state);
      return unknown(at);
  }
}

function spread(items: readonly Abstract[] | undefined, element: Abstract | undefined): { element?: Abstract } {
  const joined = element ?? joinAll(items ?? []);
  return joined ? { element: joined } : {};
}

function itemOf(items: readonly Abstract[] | null, element: Abstract | null, keys: Abstract, at: Atom['at']): Abstract {
  const all = atomsOf(keys);
  const [key] = all;
  if (!all.every(({ kind }) => kind === 'int' || kind === 'bool'))
    return items ? (joinAll(items) ?? unknown(at)) : (element ?? unknown(at));
  if (items && all.length === 1 && key?.kind === 'int' && key.value !== undefined) {
    const index = key.value < 0 ? items.length + key.value : key.value;
    return items[index] ?? unknown(at);
  }
  return (items ? joinAll(items) : element) ?? unknown(at);
}

function tensorItem(
  atom: Atom & { readonly kind: 'tensor' },
  keys: Abstract | null,
  index: readonly SyntaxNode[],
  at: Atom['at'],
): Abstract {
  const { library, dtype } = atom;
  const all = keys ? atomsOf(keys) : [];
  const single = index.length === 1 && all.length === 1 && all[0]?.kind === 'int';
  if (single && atom.shape && atom.shape.length > 0) {
    const [size, ...shape] = atom.shape;
    return tensor(library, at, { dtype, shape, value: size === 1 ? atom.value : undefined });
  }
  // An item of an array of objects could be anything; the array would have no dtype then.
  if (library === 'numpy' && dtype === undefined) return unknown(at);
  return tensor(library, at, { dtype });
}
