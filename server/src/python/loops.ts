import type { SyntaxNode } from '@lezer/common';
import { assign } from './assign.ts';
import { evaluate } from './evaluate.ts';
import { evaluateList } from './sequences.ts';
import { iterate } from './iterate.ts';
import { NORMAL, type Completion, type Departure, type Frame, type Run } from './run.ts';
import { children, textOf } from './tree.ts';
import { truth, unknown } from './values.ts';

/** What a loop does next: go on, or leave with a completion. */
function afterTurn(completion: Completion): { leave?: Completion; departure?: Departure } {
  switch (completion.kind) {
    case 'break':
      return { leave: NORMAL };
    case 'return':
    case 'exit':
      return { leave: completion };
    case 'continue':
      return {};
    case 'normal':
      return completion.after && completion.after.by !== 'continue' ? { departure: completion.after } : {};
  }
}

function loop(run: Run, turns: Iterable<() => Completion>): { completion: Completion; broken: boolean } {
  const depth = run.conditions.length;
  let returned: Departure | undefined;
  try {
    for (const turn of turns) {
      const { leave, departure } = afterTurn(turn());
      if (leave) return { completion: leave, broken: true };
      if (!departure) continue;
      run.conditions.push(`not (${departure.condition})`);
      if (departure.by === 'return') returned = departure;
    }
  } finally {
    run.conditions.length = depth;
  }
  return { completion: returned ? { kind: 'normal', after: returned } : NORMAL, broken: false };
}

export function forLoop(run: Run, frame: Frame, node: SyntaxNode): Completion {
  const parts = children(node);
  const start = parts.findIndex(({ name }) => name === 'for');
  const colon = parts.findIndex(({ name }) => name === 'in');
  const at = parts.findIndex(({ name }) => name === 'Body');
  const body = parts[at];
  if (!body || colon < 0) return NORMAL;
  const target = parts.slice(start + 1, colon);
  const value = evaluateList(run, frame, parts.slice(colon + 1, at));
  const items = iterate(value);
  if (!items)
    return someTurns(run, frame, node, body, () => {
      assign(run, frame, target, unknown(textOf(frame.source, node)));
    });
  const before = run.parsers.map((parser) => parser.arguments.length).join();
  const { completion, broken } = loop(
    run,
    [...items].map((item) => () => {
      assign(run, frame, target, item);
      return run.steps.execute(run, frame, body);
    }),
  );
  const unordered = value.kind === 'list' && value.unordered && items.length > 1;
  if (unordered && before !== run.parsers.map((parser) => parser.arguments.length).join())
    run.report({ kind: 'order', hidesFlags: false }, frame, node);
  return broken ? completion : otherwise(run, frame, parts, at, completion);
}

/** The `else` of a loop that was not left by `break`. */
function otherwise(
  run: Run,
  frame: Frame,
  parts: readonly SyntaxNode[],
  at: number,
  completion: Completion,
): Completion {
  const body = parts[at + 2];
  return parts[at + 1]?.name === 'else' && body ? run.steps.execute(run, frame, body) : completion;
}

/** A loop of which the number of turns is not decided: its body is seen once, under a condition. */
function someTurns(run: Run, frame: Frame, node: SyntaxNode, body: SyntaxNode, before: () => void): Completion {
  const condition = textOf(frame.source, node).split('\n', 1)[0]?.replace(/:\s*$/, '') ?? '';
  return run.alternatives(frame, [
    {
      condition,
      body: () => {
        before();
        const completion = run.steps.execute(run, frame, body);
        return completion.kind === 'return' ? completion : NORMAL;
      },
    },
    { condition: `not (${condition})`, body: () => NORMAL },
  ]);
}

export function whileLoop(run: Run, frame: Frame, node: SyntaxNode): Completion {
  const parts = children(node);
  const test = parts[1];
  const at = parts.findIndex(({ name }) => name === 'Body');
  const body = parts[at];
  if (!test || !body) return NORMAL;
  const tests: (boolean | undefined)[] = [];
  function* turns(condition: SyntaxNode, block: SyntaxNode): Generator<() => Completion> {
    for (;;) {
      const decided = truth(evaluate(run, frame, condition));
      tests.push(decided);
      if (!decided) return;
      yield () => run.steps.execute(run, frame, block);
    }
  }
  const { completion, broken } = loop(run, turns(test, body));
  if (!broken && tests.at(-1) === undefined) return someTurns(run, frame, node, body, () => undefined);
  return broken ? completion : otherwise(run, frame, parts, at, completion);
}
