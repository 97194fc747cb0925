import type { SyntaxNode } from '@lezer/common';
import { inner, splitAtCommas } from '../tree.ts';
import { type Abstract, type EntryState, atomsOf, unknown } from './domain.ts';
import { joinAll } from './join.ts';
import { type Frame, type Machine, locate } from './machine.ts';
import { elementsOf, newDict, withEntry, withUnknownEntries, withUpdate } from './objects.ts';
import type { State } from './state.ts';

/** What is written between brackets. */

/** Items of a display, stars spread. */
export function displayed(
  machine: Machine,
  frame: Frame,
  state: State,
  groups: readonly SyntaxNode[][],
): { items: readonly Abstract[] | null; element: Abstract | null } {
  let items: Abstract[] | null = [];
  const all: Abstract[] = [];
  for (const group of groups) {
    const node = group.at(-1);
    if (!node) continue;
    const value = machine.steps.evaluate(machine, frame, state, node);
    if (group[0]?.name !== '*') {
      items?.push(value);
      all.push(value);
      continue;
    }
    const spread = elementsOf(state, value, locate(frame, node));
    if (spread.items) items?.push(...spread.items);
    else items = null;
    all.push(...(spread.items ?? []), ...(spread.element ? [spread.element] : []));
  }
  return items ? { items, element: null } : { items: null, element: joinAll(all) };
}

/** `{key: value, **more}`. */
export function dictionary(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Abstract {
  const ref = newDict(machine, frame, state, node, new Map<string, EntryState>(), false);
  if (ref.kind !== 'ref') return ref;
  for (const group of splitAtCommas(inner(node))) {
    const [first, second, third] = group;
    if (!first || !second) continue;
    const keyValue = first.name === '**' ? null : machine.steps.evaluate(machine, frame, state, first);
    const operand = first.name === '**' ? second : third;
    const value = operand ? machine.steps.evaluate(machine, frame, state, operand) : unknown(locate(frame, first));
    const dict = state.object(ref.id);
    if (dict?.kind !== 'dict') return ref;
    if (!keyValue) {
      const others = atomsOf(value).map((atom) => (atom.kind === 'ref' ? state.object(atom.id) : undefined));
      const [other] = others;
      if (others.length === 1 && other?.kind === 'dict') state.put(ref.id, withUpdate(dict, other, true));
      else state.put(ref.id, withUnknownEntries(dict));
    } else {
      const keys = atomsOf(keyValue);
      const [key] = keys;
      if (keys.length === 1 && key?.kind === 'str' && key.value !== undefined)
        state.put(ref.id, withEntry(dict, key.value, locate(frame, first), value, true));
      else state.put(ref.id, withUnknownEntries(dict));
    }
  }
  return ref;
}
