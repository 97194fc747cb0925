import type { Condition } from '../branches.ts';
import { anyCondition, no, yes } from '../branches.ts';
import type { Invocation } from '../commands.ts';
import { escape, leaveShell } from '../escapes.ts';
import type { Machine } from '../machine.ts';
import { restrictTree } from '../merge.ts';
import { knownText } from '../values.ts';
import type { Builtin } from './registry.ts';

/** `exit`, `return`, `break`, `continue`, `true`, `false`, `:`. */
export const flow: Readonly<Record<string, Builtin>> = {
  ':': () => yes,
  true: () => yes,
  false: () => no,
  exit: runExit,
  return: runReturn,
  break: (m, call) => leaveLoop(m, call, 'break'),
  continue: (m, call) => leaveLoop(m, call, 'continue'),
};

function argument(call: Invocation): string | null | undefined {
  const word = call.words[1];
  if (word === undefined) return undefined;
  return word.kind === 'field' ? knownText(word.text) : null;
}

function statusOf(m: Machine, call: Invocation): Condition {
  const text = argument(call);
  if (text === undefined) return restrictTree(m.status, m.state.assume);
  if (text === null || !/^\d+$/.test(text)) return anyCondition(m);
  return Number(text) % 256 === 0 ? yes : no;
}

function runExit(m: Machine, call: Invocation): Condition {
  const status = statusOf(m, call);
  leaveShell(m, status);
  return status;
}

function runReturn(m: Machine, call: Invocation): Condition {
  const status = statusOf(m, call);
  escape(m, 'return', status);
  return status;
}

function leaveLoop(m: Machine, call: Invocation, kind: 'break' | 'continue'): Condition {
  const depth = Number(argument(call) ?? '1');
  escape(m, kind, yes, Number.isFinite(depth) && depth > 0 ? depth : 1);
  return yes;
}
