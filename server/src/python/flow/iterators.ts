import type { SyntaxNode } from '@lezer/common';
import { type Abstract, type Atom, type CallArguments, unknown } from './domain.ts';
import { joinAll } from './join.ts';
import { type Frame, type Machine, locate } from './machine.ts';
import { elementsOf } from './objects.ts';
import { escape, type State } from './state.ts';

/** `range`, `enumerate`, `zip`, `map` and `filter`: what iterating over them gives. */
export function iterator(
  machine: Machine,
  frame: Frame,
  state: State,
  name: string,
  args: CallArguments,
  node: SyntaxNode,
): Abstract {
  const at = locate(frame, node);
  const [first] = args.positional;
  const generator = (items: readonly Abstract[] | null, element: Abstract | null): Atom => ({
    kind: 'iterable',
    elements: { items, element },
    at,
  });
  if (args.open || !first) return { kind: 'iterable', elements: { items: null, element: unknown(at) }, at };
  switch (name) {
    case 'range': {
      const count = args.positional.length === 1 && first.kind === 'int' ? first.value : undefined;
      if (count !== undefined && count <= 16)
        return generator(
          Array.from({ length: Math.max(0, count) }, (_, value): Atom => ({ kind: 'int', value, at })),
          null,
        );
      return generator(null, { kind: 'int', at });
    }
    case 'enumerate': {
      const { items, element } = elementsOf(state, first, at);
      const starts = args.positional.length > 1 || args.keywords.size > 0;
      const numbered = (value: Abstract, index: number | null): Atom => ({
        kind: 'tuple',
        items: [index === null || starts ? { kind: 'int', at } : { kind: 'int', value: index, at }, value],
        at,
      });
      return generator(items?.map(numbered) ?? null, element && numbered(element, null));
    }
    case 'zip': {
      const all = args.positional.map((each) => elementsOf(state, each, at));
      const lengths = all.map(({ items }) => items?.length);
      const length = lengths[0];
      if (length !== undefined && lengths.every((each) => each !== undefined)) {
        const shortest = Math.min(...lengths.map(Number));
        const rows = Array.from({ length: shortest }, (_, i): Atom => ({
          kind: 'tuple',
          items: all.map(({ items }) => items?.[i] ?? unknown(at)),
          at,
        }));
        return generator(rows, null);
      }
      const each = all.map(({ items, element }) => (items ? joinAll(items) : element) ?? unknown(at));
      return generator(null, { kind: 'tuple', items: each, at });
    }
    case 'map': {
      const [fn, source, ...more] = args.positional;
      if (!fn || !source || more.length > 0) break;
      const { items, element } = elementsOf(state, source, at);
      const apply = (value: Abstract): Abstract =>
        machine.steps.call(machine, frame, state, fn, { positional: [value], keywords: new Map(), open: false }, node);
      if (items && items.length <= 16) return generator(items.map(apply), null);
      const value = items ? joinAll(items) : element;
      // The function runs for each item: what it changes has been changed any number of times.
      escape(state, [fn]);
      return generator(null, value && apply(value));
    }
    default: {
      escape(state, args.positional.slice(0, 1));
      const source = args.positional[1];
      const { items, element } = source ? elementsOf(state, source, at) : { items: null, element: unknown(at) };
      return generator(null, items ? joinAll(items) : element);
    }
  }
  return generator(null, unknown(at));
}
