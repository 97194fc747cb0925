import type { SyntaxNode } from '@lezer/common';
import { allArguments } from './arguments.ts';
import {
  type Abstract,
  type Atom,
  type CallArguments,
  type DictState,
  type ListState,
  atomsOf,
  isLoose,
  oneOf,
  unknown,
} from './domain.ts';
import { joinAll } from './join.ts';
import { type Frame, type Machine, locate, siteOf } from './machine.ts';
import { change, dictsOf, elementsOf, newList, withEntry, withUnknownEntries, withUpdate } from './objects.ts';
import { havocEscaped, reachable, type State } from './state.ts';
import { removeKey } from './targets.ts';
import { tensorMethod } from './tensorMethods.ts';

/** What a call of a method gives; `null` where it is not one that is known. The state is changed by what it does. */
export function methodCall(
  machine: Machine,
  frame: Frame,
  state: State,
  method: Atom & { readonly kind: 'method' },
  args: CallArguments,
  node: SyntaxNode,
): Abstract | null {
  const { self, name } = method;
  const at = locate(frame, node);
  switch (self.kind) {
    case 'str':
      return stringMethod(machine, frame, state, name, args, node);
    case 'tensor':
      return tensorMethod(machine, frame, state, self, name, args, node);
    case 'float':
      return name === 'is_integer' ? { kind: 'bool', at } : null;
    case 'tuple':
      return name === 'index' || name === 'count' ? { kind: 'int', at } : null;
    case 'ref': {
      const object = state.object(self.id);
      if (object?.kind === 'dict') return dictMethod(machine, frame, state, self, object, name, args, node);
      if (object?.kind === 'list') return listMethod(machine, frame, state, self, object, name, args, node);
      if (object?.kind === 'set') return setMethod(state, self, name, args, at);
      return null;
    }
    case 'unknown':
      return unknownMethod(state, name, args, at);
    case 'none':
    case 'bool':
    case 'int':
    case 'function':
    case 'class':
    case 'module':
    case 'external':
    case 'method':
    case 'coroutine':
    case 'generator':
    case 'dtype':
      return null;
  }
}

/** Methods of values that are not known, which change none of their arguments whatever they belong to. */
const READS =
  /^(lower|upper|strip|lstrip|rstrip|split|rsplit|splitlines|startswith|endswith|replace|item|tolist|items|keys|values|get|format|join|find|group|groups|encode|decode|mean|sum|copy|count|index|title|isdigit|numel|size|dim)$/;

function unknownMethod(state: State, name: string, args: CallArguments, at: Atom['at']): Abstract | null {
  const holdsObjects = reachable(state, allArguments(args)).size > 0;
  if (!READS.test(name) || holdsObjects) return null;
  havocEscaped(state);
  return unknown(at);
}

const STRING_RESULTS: Readonly<Record<string, 'str' | 'int' | 'bool' | 'strings' | 'three'>> = {
  ...results('str', 'lower upper strip lstrip rstrip title capitalize casefold swapcase center ljust rjust zfill'),
  ...results('str', 'replace format format_map join expandtabs removeprefix removesuffix translate'),
  ...results('int', 'find rfind index rindex count'),
  ...results('bool', 'startswith endswith isdigit isalpha isalnum isnumeric isdecimal isspace islower isupper istitle'),
  ...results('bool', 'isidentifier isprintable isascii'),
  ...results('strings', 'split rsplit splitlines'),
  ...results('three', 'partition rpartition'),
};

function results<T extends string>(kind: T, names: string): Record<string, T> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]));
}

function stringMethod(
  machine: Machine,
  frame: Frame,
  state: State,
  name: string,
  args: CallArguments,
  node: SyntaxNode,
): Abstract | null {
  const at = locate(frame, node);
  // `format` calls `__format__`, `join` iterates: both may run code of theirs.
  if (name === 'format' || name === 'join') havocEscaped(state);
  void args;
  const result = Object.hasOwn(STRING_RESULTS, name) ? STRING_RESULTS[name] : undefined;
  switch (result) {
    case undefined:
      return null;
    case 'strings':
      return newList(machine, frame, state, node, { items: null, element: { kind: 'str', at } });
    case 'three':
      return {
        kind: 'tuple',
        items: [
          { kind: 'str', at },
          { kind: 'str', at },
          { kind: 'str', at },
        ],
        at,
      };
    case 'str':
    case 'int':
    case 'bool':
      return { kind: result, at };
  }
}

function dictMethod(
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
      return views(state, dict, name, at);
    default:
      return null;
  }
}

/** The entry of a known key; `null` where there is none, `undefined` where the key is not known. */
function entryOf(
  dict: DictState,
  key: Abstract | undefined,
): (DictState['entries'] extends ReadonlyMap<string, infer E> ? E : never) | null | undefined {
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

function views(state: State, dict: DictState, name: string, at: Atom['at']): Abstract {
  const entries = [...dict.entries];
  if (dict.open || entries.some(([, { maybe }]) => maybe)) return unknown(at);
  const items = entries.map(([key, { value, keyAt }]): Abstract => {
    const keyValue: Atom = { kind: 'str', value: key, at: keyAt };
    if (name === 'keys') return keyValue;
    return name === 'values' ? value : { kind: 'tuple', items: [keyValue, value], at: keyAt };
  });
  void state;
  return { kind: 'generator', elements: { items, element: null }, at };
}

function listMethod(
  machine: Machine,
  frame: Frame,
  state: State,
  self: Atom & { readonly kind: 'ref' },
  list: ListState,
  name: string,
  args: CallArguments,
  node: SyntaxNode,
): Abstract | null {
  const at = locate(frame, node);
  const none: Atom = { kind: 'none', at };
  const first = args.positional[0];
  const all = [...(list.items ?? []), ...(list.element ? [list.element] : [])];
  const blur = (more: readonly Abstract[]): void => {
    change(state, self, 'list', (each) => ({ ...each, items: null, element: joinAll([...all, ...more]) }));
  };
  switch (name) {
    case 'append':
      if (!first) return null;
      change(state, self, 'list', (each, strong) =>
        strong && each.items && each.items.length < 64
          ? { ...each, items: [...each.items, first] }
          : { ...each, items: null, element: joinAll([...all, first]) },
      );
      machine.raises(state);
      return none;
    case 'extend': {
      const more = first ? elementsOf(state, first, at) : { items: null, element: unknown(at) };
      change(state, self, 'list', (each, strong) =>
        strong && each.items && more.items && each.items.length + more.items.length < 64
          ? { ...each, items: [...each.items, ...more.items] }
          : {
              ...each,
              items: null,
              element: joinAll([...all, ...(more.items ?? []), ...(more.element ? [more.element] : [])]),
            },
      );
      machine.raises(state);
      return none;
    }
    case 'insert':
      blur(args.positional[1] ? [args.positional[1]] : [unknown(at)]);
      return none;
    case 'sort':
      // Its key may be any function.
      if (args.keywords.has('key')) return null;
      blur([]);
      return none;
    case 'reverse':
      change(state, self, 'list', (each, strong) =>
        strong && each.items ? { ...each, items: [...each.items].reverse() } : each,
      );
      return none;
    case 'remove':
      blur([]);
      return none;
    case 'clear':
      change(state, self, 'list', (each, strong) => (strong ? { ...each, items: [], element: null } : each));
      if (list.summary) blur([]);
      return none;
    case 'pop':
      blur([]);
      machine.raises(state);
      return joinAll(all) ?? unknown(at);
    case 'copy':
      return newList(machine, frame, state, node, { items: list.items, element: list.element });
    case 'index':
    case 'count':
      return { kind: 'int', at };
    default:
      return null;
  }
}

function setMethod(
  state: State,
  self: Atom & { readonly kind: 'ref' },
  name: string,
  args: CallArguments,
  at: Atom['at'],
): Abstract | null {
  const first = args.positional[0];
  switch (name) {
    case 'add':
      change(state, self, 'set', (each) => ({
        ...each,
        items: null,
        element: joinAll([...(each.element ? [each.element] : []), ...(first ? [first] : [])]),
      }));
      return { kind: 'none', at };
    case 'discard':
    case 'remove':
    case 'clear':
      return { kind: 'none', at };
    case 'issubset':
    case 'issuperset':
    case 'isdisjoint':
      return { kind: 'bool', at };
    default:
      return null;
  }
}
