import type { SyntaxNode } from '@lezer/common';
import { iterate } from './iterate.ts';
import type { CallArguments, PyValue } from './model.ts';
import type { Frame, Run } from './run.ts';
import { children, splitAtCommas, textOf } from './tree.ts';

const NO_ARGUMENTS: CallArguments = { positional: [], keywords: new Map(), texts: new Map() };

/** Evaluates the arguments of a call, `*list` and `**mapping` spread where they are decided. */
export function readArguments(run: Run, frame: Frame, node: SyntaxNode): CallArguments {
  const inner = children(node).slice(1, children(node).at(-1)?.name === ')' ? -1 : undefined);
  if (inner.some(({ name }) => name === 'for'))
    return { ...NO_ARGUMENTS, positional: [run.steps.evaluate(run, frame, node)] };
  const positional: PyValue[] = [];
  const keywords = new Map<string, PyValue>();
  const texts = new Map<string, string>();
  let open: string | undefined;
  for (const group of splitAtCommas(inner)) {
    const [first, second, third] = group;
    if (!first) continue;
    if (first.name === '*' && second) {
      const spread = iterate(run.steps.evaluate(run, frame, second));
      if (spread) positional.push(...spread);
      else open = textOf(frame.source, second);
    } else if (first.name === '**' && second) {
      const spread = run.steps.evaluate(run, frame, second);
      if (spread.kind !== 'dict' || spread.broken !== undefined) {
        open = textOf(frame.source, second);
        continue;
      }
      for (const [key, value] of spread.entries) {
        if (key.kind !== 'str') open = textOf(frame.source, second);
        else {
          keywords.set(key.value, value);
          texts.set(key.value, value.kind === 'unknown' ? value.source : textOf(frame.source, second));
        }
      }
    } else if (second?.name === 'AssignOp' && third) {
      const name = textOf(frame.source, first);
      const value = run.steps.evaluate(run, frame, third);
      keywords.set(name, value);
      // A parameter passed on says less than the expression that it stands for.
      texts.set(name, value.kind === 'unknown' ? value.source : textOf(frame.source, third));
    } else positional.push(run.steps.evaluate(run, frame, first));
  }
  return open === undefined ? { positional, keywords, texts } : { positional, keywords, texts, open };
}
