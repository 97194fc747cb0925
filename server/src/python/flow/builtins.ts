import type { SyntaxNode } from '@lezer/common';
import { allArguments } from './arguments.ts';
import { truthOf } from './conditions.ts';
import {
  type Abstract,
  type Atom,
  type CallArguments,
  type EntryState,
  atomsOf,
  mapAtoms,
  oneOf,
  unknown,
} from './domain.ts';
import { iterator } from './iterators.ts';
import { joinAll } from './join.ts';
import { type Frame, type Machine, locate } from './machine.ts';
import { dictsOf, elementsOf, newDict, newList, withEntry, withUpdate } from './objects.ts';
import { arithmetic } from './operators.ts';
import { escape, havocEscaped, reachable, type State } from './state.ts';
import { isNumeric, numberOf, tensor } from './tensors.ts';

/** What a call of a built-in function gives; `null` where it is not one that is known. */
export function builtinCall(
  machine: Machine,
  frame: Frame,
  state: State,
  name: string,
  args: CallArguments,
  node: SyntaxNode,
): Abstract | null {
  const at = locate(frame, node);
  const first = args.positional[0];
  const kinds = Object.hasOwn(RESULTS, name) ? RESULTS[name] : undefined;
  if (kinds) {
    // Conversions call methods of their arguments.
    runsMethods(state, args);
    return plainResult(state, name, kinds, first, args, at);
  }
  switch (name) {
    case 'print':
    case 'breakpoint':
      return { kind: 'none', at };
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
    case 'sorted':
    case 'reversed':
      return collection(machine, frame, state, name, args, node);
    case 'dict':
      return dict(machine, frame, state, args, node);
    case 'sum':
      return sum(state, args, at);
    case 'min':
    case 'max':
      return extreme(state, args, at);
    case 'abs':
      return first ? mapAtoms(first, at, (atom) => absolute(atom, at)) : null;
    case 'round':
      return first && !args.open ? mapAtoms(first, at, (atom) => rounded(atom, args, at)) : null;
    case 'range':
    case 'enumerate':
    case 'zip':
    case 'map':
    case 'filter':
      return iterator(machine, frame, state, name, args, node);
    case 'exit':
    case 'quit':
      state.dead = true;
      return unknown(at);
    case 'super':
      return { kind: 'method', self: unknown(at), name: 'super', at };
    case 'type':
    case 'id':
    case 'getattr':
    case 'next':
      runsMethods(state, args);
      return reachable(state, allArguments(args)).size > 0 && name !== 'type' && name !== 'id' ? null : unknown(at);
    default:
      return null;
  }
}

/** Kinds that a call gives whenever it gives something. */
const RESULTS: Readonly<Record<string, 'str' | 'int' | 'float' | 'bool'>> = {
  str: 'str',
  repr: 'str',
  ascii: 'str',
  chr: 'str',
  format: 'str',
  input: 'str',
  hex: 'str',
  bin: 'str',
  oct: 'str',
  int: 'int',
  len: 'int',
  ord: 'int',
  hash: 'int',
  float: 'float',
  bool: 'bool',
  isinstance: 'bool',
  issubclass: 'bool',
  callable: 'bool',
  hasattr: 'bool',
  any: 'bool',
  all: 'bool',
};

function runsMethods(state: State, args: CallArguments): void {
  if (allArguments(args).some((value) => atomsOf(value).some(({ kind }) => kind === 'unknown'))) havocEscaped(state);
}

function plainResult(
  state: State,
  name: string,
  kind: 'str' | 'int' | 'float' | 'bool',
  first: Abstract | undefined,
  args: CallArguments,
  at: Atom['at'],
): Atom {
  if (args.open || args.positional.length > 1) return { kind, at };
  if (!first) {
    if (name === 'int' || name === 'float') return { kind: name, value: 0, at };
    if (name === 'bool') return { kind: 'bool', value: false, at };
    return name === 'str' ? { kind: 'str', value: '', at } : { kind, at };
  }
  if (name === 'bool') {
    const truth = truthOf(state, first);
    return truth === undefined ? { kind, at } : { kind: 'bool', value: truth, at };
  }
  if ((name === 'float' || name === 'int') && first.kind !== 'oneOf') {
    const value = first.kind === 'tensor' ? first.value : numberOf(first);
    if (value !== undefined) return { kind: name, value: name === 'int' ? Math.trunc(value) : value, at };
    if (first.kind === 'str' && first.value !== undefined && /^\s*[+-]?\d{1,15}\s*$/.test(first.value))
      return { kind: name, value: Number(first.value), at };
  }
  if (name === 'len') {
    const elements = first.kind === 'ref' || first.kind === 'tuple' ? elementsOf(state, first, at) : null;
    if (elements?.items) return { kind: 'int', value: elements.items.length, at };
    if (first.kind === 'str' && first.value !== undefined && /^[\x20-\x7e]*$/.test(first.value))
      return { kind: 'int', value: first.value.length, at };
  }
  return name === 'str' && first.kind === 'str' ? first : { kind, at };
}

function collection(
  machine: Machine,
  frame: Frame,
  state: State,
  name: string,
  args: CallArguments,
  node: SyntaxNode,
): Abstract | null {
  const at = locate(frame, node);
  const [first] = args.positional;
  if (args.open || args.positional.length > 1) return null;
  if (args.keywords.has('key')) escape(state, [...args.keywords.values()]);
  const elements = first ? elementsOf(state, first, at) : { items: [], element: null };
  const whole = elements.items ? joinAll(elements.items) : elements.element;
  switch (name) {
    case 'tuple':
      if (elements.items) return { kind: 'tuple', items: elements.items, at };
      return elements.element ? { kind: 'tuple', element: elements.element, at } : { kind: 'tuple', at };
    case 'list':
      return newList(machine, frame, state, node, elements);
    case 'sorted':
      return newList(
        machine,
        frame,
        state,
        node,
        elements.items && elements.items.length < 2 ? elements : { items: null, element: whole },
      );
    case 'reversed':
      return {
        kind: 'iterable',
        elements: elements.items ? { items: [...elements.items].reverse(), element: null } : elements,
        at,
      };
    case 'set':
      return newList(machine, frame, state, node, { items: null, element: whole }, 'set');
    default:
      return unknown(at);
  }
}

function dict(machine: Machine, frame: Frame, state: State, args: CallArguments, node: SyntaxNode): Abstract {
  const at = locate(frame, node);
  const ref = newDict(machine, frame, state, node, new Map<string, EntryState>(), args.open);
  if (ref.kind !== 'ref') return ref;
  let made = state.object(ref.id);
  if (made?.kind !== 'dict') return ref;
  const [first] = args.positional;
  if (first) {
    const [other, ...more] = dictsOf(state, first) ?? [];
    made = other && more.length === 0 ? withUpdate(made, other, true) : { ...made, open: true };
  }
  for (const [key, value] of args.keywords) made = withEntry(made, key, keyword(frame, node, key) ?? at, value, true);
  state.put(ref.id, made);
  return ref;
}

/** Where a keyword of a call is written. */
export function keyword(frame: Frame, node: SyntaxNode, name: string): Atom['at'] | null {
  for (const part of node.getChild('ArgList')?.getChildren('VariableName') ?? [])
    if (part.nextSibling?.name === 'AssignOp' && frame.file.source.text.slice(part.from, part.to) === name)
      return locate(frame, part);
  return null;
}

function sum(state: State, args: CallArguments, at: Atom['at']): Abstract {
  const [first, start = { kind: 'int', value: 0, at } as const] = args.positional;
  if (!first || args.open || args.keywords.size > 0) return unknown(at);
  const { items, element } = elementsOf(state, first, at);
  if (items) return items.reduce<Abstract>((total, item) => arithmetic('+', total, item, at), start);
  if (!element) return start;
  const kinds = atomsOf(element).map(({ kind }) => kind);
  if (kinds.every((kind) => kind === 'int' || kind === 'bool')) return { kind: 'int', at };
  if (kinds.every((kind) => kind === 'int' || kind === 'bool' || kind === 'float'))
    return start.kind === 'float'
      ? { kind: 'float', at }
      : oneOf(
          [
            { kind: 'float', at },
            { kind: 'int', at },
          ],
          true,
          at,
        );
  return unknown(at);
}

function extreme(state: State, args: CallArguments, at: Atom['at']): Abstract {
  if (args.open) return unknown(at);
  for (const [name, value] of args.keywords) if (name === 'key') escape(state, [value]);
  const [only] = args.positional;
  const otherwise = args.keywords.get('default');
  const elements =
    args.positional.length === 1 && only ? elementsOf(state, only, at) : { items: args.positional, element: null };
  const all = [
    ...(elements.items ?? []),
    ...(elements.element ? [elements.element] : []),
    ...(otherwise ? [otherwise] : []),
  ];
  const [one] = all;
  if (all.length === 1 && one) return one;
  // Which one it is depends on the values, which are not known.
  const joined = joinAll(all.map((value) => withoutNumbers(value, at)));
  return joined ?? unknown(at);
}

function withoutNumbers(value: Abstract, at: Atom['at']): Abstract {
  return mapAtoms(value, at, (atom) => (atom.kind === 'int' || atom.kind === 'float' ? { kind: atom.kind, at } : atom));
}

function absolute(atom: Atom, at: Atom['at']): Abstract {
  if (atom.kind === 'tensor') return tensor(atom.library, at, { dtype: atom.dtype, shape: atom.shape });
  if (!isNumeric(atom)) return unknown(at);
  const value = numberOf(atom);
  const kind = atom.kind === 'float' ? 'float' : 'int';
  return value === undefined ? { kind, at } : { kind, value: Math.abs(value), at };
}

function rounded(atom: Atom, args: CallArguments, at: Atom['at']): Abstract {
  if (!isNumeric(atom)) return unknown(at);
  const digits = args.positional[1] ?? args.keywords.get('ndigits');
  if (!digits) return { kind: 'int', at };
  if (digits.kind !== 'int' && digits.kind !== 'none') return unknown(at);
  return atom.kind === 'float' && digits.kind === 'int' ? { kind: 'float', at } : { kind: 'int', at };
}
