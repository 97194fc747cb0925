import type { Condition } from './branches.ts';
import { anyCondition } from './branches.ts';
import { inputOf } from './builtins/printing.ts';
import type { Invocation } from './commands.ts';
import { eachWay } from './commands.ts';
import { runShell, runString } from './embedded.ts';
import { toItems } from './items.ts';
import type { Wrapped } from './launchers.ts';
import { peel } from './launchers.ts';
import type { Found } from './launches.ts';
import { addLaunch } from './launches.ts';
import type { Machine } from './machine.ts';
import { restrictFields } from './merge.ts';
import { subshell } from './subshell.ts';
import type { FieldItem, Fields } from './values.ts';
import { assign } from './variables.ts';

/** Runs a program if it is a launch or leads to one; `undefined` if it is neither. */
export function discover(m: Machine, call: Invocation): Condition | undefined {
  return discoverIn(m, call, call.words);
}

function discoverIn(m: Machine, call: Invocation, words: Fields): Condition | undefined {
  const result = peel(m, words);
  switch (result.kind) {
    case 'none':
      return undefined;
    case 'undecided': {
      const first = firstChoiceOf(words, result.before);
      if (first === undefined) return undefined;
      const before = m.launches.length;
      const condition = eachWay(m, first.choice, first.count, (i) => {
        const assume = new Map([[first.choice, new Set([i])]]);
        return discoverIn(m, call, restrictFields(words, assume)) ?? anyCondition(m);
      });
      return m.launches.length > before ? condition : undefined;
    }
    case 'launch': {
      const found: Found = result.found;
      return wrapped(m, { ...result, submit: [] }, call, () => {
        addLaunch(m, found, call.at);
        return anyCondition(m);
      });
    }
    case 'stdin': {
      const input = inputOf(m);
      if (input === null) return undefined;
      return wrapped(m, result, call, () => runShell(m, input, result.args, call.at, true));
    }
    case 'string': {
      return wrapped(m, result, call, () => runString(m, result.text, result.args, call.at, result.clean));
    }
  }
}

/** Runs a body inside the wrappers that stand around it. */
function wrapped(m: Machine, around: Wrapped, call: Invocation, body: () => Condition): Condition {
  if (around.env.length > 0) {
    return subshell(m, () => {
      for (const [name, text] of around.env) assign(m, name, { kind: 'scalar', text }, 'x');
      const condition = wrapped(m, { ...around, env: [] }, call, body);
      return () => condition;
    });
  }
  m.wrappers.push(...around.wrappers);
  if (around.doubtful || around.repeated) m.conditional++;
  if (around.repeated) m.repeated++;
  const secondShell = m.secondShell;
  const submit = m.submit;
  m.secondShell ||= around.secondShell;
  if (around.submit.length > 0) m.submit = toItems(around.submit, call.at);
  const condition = body();
  m.secondShell = secondShell;
  m.submit = submit;
  m.wrappers.length -= around.wrappers.length;
  if (around.doubtful || around.repeated) m.conditional--;
  if (around.repeated) m.repeated--;
  return condition;
}

function firstChoiceOf(words: Fields, before: number): { choice: string; count: number } | undefined {
  for (const item of words.slice(0, before)) {
    if (item.kind === 'choice') return { choice: item.choice, count: item.alts.length };
    const piece = choicePiece(item);
    if (piece !== undefined) return piece;
  }
  return undefined;
}

function choicePiece(item: FieldItem): { choice: string; count: number } | undefined {
  if (item.kind !== 'field') return undefined;
  const piece = item.text.find((p) => p.kind === 'choice');
  return piece?.kind === 'choice' ? { choice: piece.choice, count: piece.alts.length } : undefined;
}
