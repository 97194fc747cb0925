import type { SyntaxNode } from '@lezer/common';
import { type Abstract, type Atom, type CallArguments, type ListState, unknown } from './domain.ts';
import { joinAll } from './join.ts';
import { type Frame, type Machine, locate } from './machine.ts';
import { change, elementsOf, newList } from './objects.ts';
import type { State } from './state.ts';

/** What a method of a list gives; `null` where it is not known. */
export function listMethod(
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

/** What a method of a set gives; `null` where it is not known. */
export function setMethod(
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
