import type { SyntaxNode } from '@lezer/common';
import { inner, splitAtCommas, textOf } from '../tree.ts';
import { comprehensionElements } from './comprehensions.ts';
import type { Abstract, CallArguments } from './domain.ts';
import { type Frame, type Machine, locate } from './machine.ts';
import { dictsOf, elementsOf } from './objects.ts';
import type { State } from './state.ts';

/** Evaluates the arguments of a call, from left to right. */
export function readArguments(machine: Machine, frame: Frame, state: State, list: SyntaxNode): CallArguments {
  const positional: Abstract[] = [];
  const keywords = new Map<string, Abstract>();
  let open = false;
  const evaluate = (node: SyntaxNode) => machine.steps.evaluate(machine, frame, state, node);
  const parts = inner(list);
  if (parts.some(({ name }) => name === 'for')) {
    const at = locate(frame, list);
    return {
      positional: [{ kind: 'generator', elements: comprehensionElements(machine, frame, state, list, parts), at }],
      keywords,
      open,
    };
  }
  for (const group of splitAtCommas(parts)) {
    const [first, second, third] = group;
    if (!first) continue;
    if (first.name === '*' && second) {
      const spread = elementsOf(state, evaluate(second), locate(frame, second));
      if (spread.items) positional.push(...spread.items);
      else open = true;
    } else if (first.name === '**' && second) {
      const [dict, ...others] = dictsOf(state, evaluate(second)) ?? [];
      if (!dict || others.length > 0 || dict.open) open = true;
      for (const [key, { value, maybe }] of dict?.entries ?? []) {
        if (maybe) open = true;
        else keywords.set(key, value);
      }
    } else if (second?.name === 'AssignOp') {
      if (!third) continue;
      const value = evaluate(third);
      // `f(x := 1)` is positional, and binds.
      if (textOf(frame.file.source, second) === ':=') {
        state.set(frame.walrus, textOf(frame.file.source, first), value);
        positional.push(value);
      } else keywords.set(textOf(frame.file.source, first), value);
    } else if (first.name === 'ComprehensionExpression') {
      const elements = comprehensionElements(machine, frame, state, first, inner(first));
      positional.push({ kind: 'generator', elements, at: locate(frame, first) });
    } else positional.push(evaluate(first));
  }
  return { positional, keywords, open };
}

/** An argument by its place or name; `undefined` where it is not given. */
export function argument(args: CallArguments, index: number, name: string): Abstract | undefined {
  return args.positional[index] ?? args.keywords.get(name);
}

/** All values that a call hands over. */
export function allArguments(args: CallArguments): Abstract[] {
  return [...args.positional, ...args.keywords.values()];
}
