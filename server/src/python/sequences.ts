import type { SyntaxNode } from '@lezer/common';
import { iterate } from './iterate.ts';
import type { PyDict, PyValue } from './model.ts';
import type { Frame, Run } from './run.ts';
import { splitAtCommas, textOf } from './tree.ts';
import { setKey, tuple, unknown } from './values.ts';

/** Several expressions with commas between them, as in `for x in 1, 2` or `return a, b`, are a tuple. */
export function evaluateList(run: Run, frame: Frame, nodes: readonly SyntaxNode[]): PyValue {
  const groups = splitAtCommas(nodes);
  const only = groups[0]?.[0];
  if (groups.length === 1 && groups[0]?.length === 1 && only && !nodes.some(({ name }) => name === ','))
    return run.steps.evaluate(run, frame, only);
  const items = elements(run, frame, nodes);
  return items ? tuple(items) : unknown(nodes.map((node) => textOf(frame.source, node)).join(' '));
}

/** The items of a display, `*list` spread where it is decided; `undefined` where it is not. */
export function elements(run: Run, frame: Frame, nodes: readonly SyntaxNode[]): PyValue[] | undefined {
  const items: PyValue[] = [];
  for (const group of splitAtCommas(nodes)) {
    const [first, second] = group;
    if (first?.name === '*' && second) {
      const spread = iterate(run.steps.evaluate(run, frame, second));
      if (!spread) return undefined;
      items.push(...spread);
    } else if (first && group.length === 1) items.push(run.steps.evaluate(run, frame, first));
    else return undefined;
  }
  return items;
}

/** A set: what is equal is there once. */
export function asSet(items: readonly PyValue[]): PyValue {
  const distinct: PyDict = { kind: 'dict', entries: [] };
  for (const item of items) setKey(distinct, item, item);
  return { kind: 'list', items: distinct.entries.map(([item]) => item), unordered: true };
}
