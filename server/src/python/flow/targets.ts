import type { SyntaxNode } from '@lezer/common';
import { children, inner, splitAtCommas, textOf, type PythonSource } from '../tree.ts';
import { type Abstract, type Atom, atomsOf, unknown } from './domain.ts';
import { joinAll } from './join.ts';
import { type Frame, type Machine, locate } from './machine.ts';
import { change, dictsOf, elementsOf, newList, withEntry, withUnknownEntries } from './objects.ts';
import { escape, havocEscaped, type State } from './state.ts';

/** Assigning to names, tuples, items and attributes. */

/** Names that targets bind. */
export function targetNames(source: PythonSource, target: readonly SyntaxNode[]): string[] {
  return target.flatMap((node) => {
    if (node.name === 'VariableName') return [textOf(source, node)];
    return /^(Tuple|Parenthesized|Array)Expression$/.test(node.name) ? targetNames(source, children(node)) : [];
  });
}

/** Assigns to what stands between two `=`: one target, or several with commas. */
export function bindTarget(
  machine: Machine,
  frame: Frame,
  state: State,
  target: readonly SyntaxNode[],
  value: Abstract,
): void {
  const [only] = target;
  if (target.length === 1 && only) bindOne(machine, frame, state, only, value);
  else unpack(machine, frame, state, splitAtCommas(target), value);
}

function bindOne(machine: Machine, frame: Frame, state: State, node: SyntaxNode, value: Abstract): void {
  switch (node.name) {
    case 'VariableName':
      bindName(frame, state, textOf(frame.file.source, node), value);
      return;
    case 'ParenthesizedExpression':
    case 'TupleExpression':
    case 'ArrayExpression': {
      const parts = inner(node);
      if (node.name === 'ParenthesizedExpression') bindTarget(machine, frame, state, parts, value);
      else unpack(machine, frame, state, splitAtCommas(parts), value);
      return;
    }
    case 'MemberExpression':
      bindMember(machine, frame, state, node, value);
      return;
    default:
  }
}

/** A name that is not local is another module's or an outer function's, and never known. */
export function bindName(frame: Frame, state: State, name: string, value: Abstract): void {
  if (frame.locals.has(name)) state.set(frame.scope, name, value);
  else escape(state, [value]);
}

function unpack(machine: Machine, frame: Frame, state: State, groups: readonly SyntaxNode[][], value: Abstract): void {
  const first = groups[0]?.[0];
  if (!first) return;
  const at = locate(frame, first);
  machine.raises(state);
  const elements = elementsOf(state, value, at);
  const star = groups.findIndex(([node]) => node?.name === '*');
  const { items } = elements;
  groups.forEach((group, index) => {
    const node = group.at(-1);
    if (!node) return;
    if (index === star) {
      const rest = items?.slice(star, items.length - (groups.length - 1 - star)) ?? null;
      const list = newList(machine, frame, state, node, { items: rest, element: rest ? null : elements.element });
      bindOne(machine, frame, state, node, list);
      return;
    }
    const from = star >= 0 && index > star && items ? items.length - groups.length + index : index;
    bindOne(machine, frame, state, node, (items ? items[from] : elements.element) ?? unknown(at));
  });
}

function bindMember(machine: Machine, frame: Frame, state: State, node: SyntaxNode, value: Abstract): void {
  const parts = children(node);
  const [object, separator] = parts;
  if (!object || !separator) return;
  const target = machine.steps.evaluate(machine, frame, state, object);
  if (separator.name === '[') {
    const index = parts.slice(2, -1);
    const [only] = index;
    const plain = index.length === 1 && only && only.name !== ':';
    const key = plain ? machine.steps.evaluate(machine, frame, state, only) : null;
    // A key that is text is set without fail.
    if (!dictsOf(state, target) || key?.kind !== 'str') machine.raises(state);
    setItem(frame, state, target, key, value, only ?? node);
    return;
  }
  machine.raises(state);
  const property = parts.at(-1);
  if (property?.name === 'PropertyName') setAttribute(state, target, textOf(frame.file.source, property), value);
}

/** `target[key] = value`; `key` is `null` where it is a slice. */
export function setItem(
  frame: Frame,
  state: State,
  target: Abstract,
  key: Abstract | null,
  value: Abstract,
  keyNode: SyntaxNode,
): void {
  const keys = key ? atomsOf(key) : [];
  const [only] = keys;
  const name = keys.length === 1 && only?.kind === 'str' ? only.value : undefined;
  const keyAt = locate(frame, keyNode);
  for (const atom of atomsOf(target)) {
    if (atom.kind === 'tensor') state.forgetTensorValues();
    else if (atom.kind !== 'ref') {
      if (atom.kind !== 'str') escape(state, [atom, value]);
    }
  }
  change(state, target, 'dict', (dict, strong) =>
    name === undefined ? withUnknownEntries(dict) : withEntry(dict, name, keyAt, value, strong),
  );
  change(state, target, 'list', (list, strong) => {
    const index = only?.kind === 'int' ? only.value : undefined;
    const { items } = list;
    if (strong && items && index !== undefined && keys.length === 1) {
      const at = index < 0 ? items.length + index : index;
      return { ...list, items: items.map((item, i) => (i === at ? value : item)) };
    }
    if (!key) return { ...list, items: null, element: unknown(list.at) };
    return {
      ...list,
      items: null,
      element: joinAll([...(items ?? []), ...(list.element ? [list.element] : []), value]),
    };
  });
  for (const atom of atomsOf(target))
    if (atom.kind === 'ref' && state.object(atom.id)?.kind === 'instance') {
      // `__setitem__` of a class.
      escape(state, [target, value]);
    }
}

/** `target.name = value`. */
export function setAttribute(state: State, target: Abstract, name: string, value: Abstract): void {
  const all = atomsOf(target);
  for (const atom of all) {
    const object = atom.kind === 'ref' ? state.object(atom.id) : undefined;
    if (atom.kind !== 'ref' || object?.kind !== 'instance') {
      if (atom.kind === 'tensor') state.forgetTensorValues();
      else escape(state, [atom, value]);
      continue;
    }
    const attributes = new Map(object.attributes);
    if (all.length === 1 && !object.summary) attributes.set(name, value);
    else attributes.delete(name);
    state.put(atom.id, { ...object, attributes });
  }
}

/** `del target`. */
export function unbind(machine: Machine, frame: Frame, state: State, node: SyntaxNode): void {
  if (node.name === 'VariableName') {
    state.delete(frame.scope, textOf(frame.file.source, node));
    return;
  }
  if (node.name !== 'MemberExpression') {
    if (/^(Tuple|Parenthesized)Expression$/.test(node.name))
      for (const part of inner(node)) unbind(machine, frame, state, part);
    return;
  }
  const parts = children(node);
  const [object, separator, keyNode] = parts;
  if (!object || separator?.name !== '[' || !keyNode) {
    havocEscaped(state);
    return;
  }
  const target = machine.steps.evaluate(machine, frame, state, object);
  const key = keyNode.name === ':' ? null : machine.steps.evaluate(machine, frame, state, keyNode);
  machine.raises(state);
  removeKey(state, target, key);
  change(state, target, 'list', (list) => {
    return { ...list, items: null, element: joinAll([...(list.items ?? []), ...(list.element ? [list.element] : [])]) };
  });
}

/** Takes a key out of a dict, where it is there. */
export function removeKey(state: State, target: Abstract, key: Abstract | null): void {
  const keys: readonly Atom[] = key ? atomsOf(key) : [];
  const [only] = keys;
  const name = keys.length === 1 && only?.kind === 'str' ? only.value : undefined;
  change(state, target, 'dict', (dict, strong) => {
    const entries = new Map(dict.entries);
    if (name !== undefined && strong) {
      entries.delete(name);
      return { ...dict, entries };
    }
    for (const [each, entry] of entries)
      if (name === undefined || each === name) entries.set(each, { ...entry, maybe: true });
    return { ...dict, entries, open: true };
  });
}
