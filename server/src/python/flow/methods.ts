import type { SyntaxNode } from '@lezer/common';
import { allArguments } from './arguments.ts';
import { dictMethod } from './dictMethods.ts';
import { type Abstract, type Atom, type CallArguments, unknown } from './domain.ts';
import { listMethod, setMethod } from './listMethods.ts';
import { type Frame, type Machine, locate } from './machine.ts';
import { newList } from './objects.ts';
import { havocEscaped, reachable, type State } from './state.ts';
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
      return stringMethod(machine, frame, state, name, node);
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
    case 'response':
    case 'iterable':
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

function stringMethod(machine: Machine, frame: Frame, state: State, name: string, node: SyntaxNode): Abstract | null {
  const at = locate(frame, node);
  // `format` calls `__format__`, `join` iterates: both may run code of theirs.
  if (name === 'format' || name === 'join') havocEscaped(state);
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
