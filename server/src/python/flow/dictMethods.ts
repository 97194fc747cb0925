import type { SyntaxNode } from '@lezer/common';
import {
  type Abstract,
  type Atom,
  type CallArguments,
  type DictState,
  type EntryState,
  atomsOf,
  isLoose,
  oneOf,
  unknown,
} from './domain.ts';
import { type Frame, type Machine, locate, siteOf } from './machine.ts';
import { change, dictsOf, withEntry, withUnknownEntries, withUpdate } from './objects.ts';
import type { State } from './state.ts';
import { removeKey } from './targets.ts';

/** What a method of a dict gives; `null` where it is not known. */
export function dictMethod(
  machine: Machine,
  frame: Frame,
  state: State,
  self: Atom & { readonly kind: 'ref' },
  dict: DictState,
  name: string,
  args: CallArguments,
  node: SyntaxNode,
): Abstract | null {
  const at = locate(frame, node);
  const first = args.positional[0];
  const second = args.positional[1];
  switch (name) {
    case 'get': {
      const entry = entryOf(dict, first);
      const otherwise: Abstract = second ?? { kind: 'none', at };
      if (entry === undefined || args.open) return unknown(at);
      if (entry === null) return dict.open ? unknown(at) : otherwise;
      if (!entry.maybe) return entry.value;
      return oneOf([...atomsOf(entry.value), ...atomsOf(otherwise)], isLoose(entry.value) || dict.open, at);
    }
    case 'setdefault': {
      const key = textKey(first);
      const value: Abstract = second ?? { kind: 'none', at };
      const entry = entryOf(dict, first);
      if (key === undefined || entry === undefined || (entry === null && dict.open)) {
        change(state, self, 'dict', withUnknownEntries);
        return unknown(at);
      }
      if (entry && !entry.maybe) return entry.value;
      const set = entry ? oneOf([...atomsOf(entry.value), ...atomsOf(value)], isLoose(entry.value), at) : value;
      const keyAt = entry?.keyAt ?? at;
      change(state, self, 'dict', (each, strong) => withEntry(each, key, keyAt, set, strong));
      return set;
    }
    case 'pop': {
      const entry = entryOf(dict, first);
      if (!second) machine.raises(state);
      removeKey(state, self, first ?? null);
      machine.raises(state);
      if (entry === undefined || (entry === null && dict.open)) return unknown(at);
      if (entry === null) return second ?? unknown(at);
      if (!entry.maybe || !second) return entry.value;
      return oneOf([...atomsOf(entry.value), ...atomsOf(second)], isLoose(entry.value) || dict.open, at);
    }
    case 'update':
      update(state, self, first, args, at);
      machine.raises(state);
      return { kind: 'none', at };
    case 'clear':
      change(state, self, 'dict', (each, strong) =>
        strong ? { ...each, entries: new Map(), open: false } : withUnknownEntries(each),
      );
      if (dict.summary) removeKey(state, self, null);
      return { kind: 'none', at };
    case 'popitem':
      removeKey(state, self, null);
      return unknown(at);
    case 'copy':
      return machine.allocate(state, { ...dict, site: siteOf(frame, node), at, summary: false, escaped: false });
    case 'keys':
    case 'values':
    case 'items':
      return views(dict, name, at);
    default:
      return null;
  }
}

/** The entry of a known key; `null` where there is none, `undefined` where the key is not known. */
function entryOf(dict: DictState, key: Abstract | undefined): EntryState | null | undefined {
  const text = textKey(key);
  return text === undefined ? undefined : (dict.entries.get(text) ?? null);
}

function textKey(key: Abstract | undefined): string | undefined {
  return key?.kind === 'str' ? key.value : undefined;
}

function update(state: State, self: Atom, other: Abstract | undefined, args: CallArguments, at: Atom['at']): void {
  if (args.open) change(state, self, 'dict', withUnknownEntries);
  if (other) {
    const [source, ...more] = dictsOf(state, other) ?? [];
    change(state, self, 'dict', (dict, strong) =>
      source && more.length === 0 ? withUpdate(dict, source, strong) : withUnknownEntries(dict),
    );
  }
  for (const [key, value] of args.keywords)
    change(state, self, 'dict', (dict, strong) =>
      withEntry(dict, key, value.kind === 'oneOf' ? at : value.at, value, strong),
    );
}

function views(dict: DictState, name: string, at: Atom['at']): Abstract {
  const entries = [...dict.entries];
  if (dict.open || entries.some(([, { maybe }]) => maybe)) return unknown(at);
  const items = entries.map(([key, { value, keyAt }]): Abstract => {
    const keyValue: Atom = { kind: 'str', value: key, at: keyAt };
    if (name === 'keys') return keyValue;
    return name === 'values' ? value : { kind: 'tuple', items: [keyValue, value], at: keyAt };
  });
  return { kind: 'iterable', elements: { items, element: null }, at };
}
