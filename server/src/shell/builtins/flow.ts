import type { Condition } from '../branches.ts';
import { anyCondition, escape, no, yes } from '../branches.ts';
import type { Invocation } from '../commands.ts';
import type { Machine } from '../machine.ts';
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
  if (text === undefined || text === null || !/^\d+$/.test(text)) return anyCondition(m);
  return Number(text) % 256 === 0 ? yes : no;
}

function runExit(m: Machine, call: Invocation): Condition {
  const subshell = m.frames.some((frame) => frame.kind === 'subshell');
  if (!subshell) m.state.dead = true;
  else {
    const frame = [...m.frames].reverse().find((f) => f.kind === 'subshell');
    frame?.escapes.push({ kind: 'return', changes: m.state.since(frame.base), assume: m.state.assume });
    m.state.dead = true;
  }
  return statusOf(m, call);
}

function runReturn(m: Machine, call: Invocation): Condition {
  escape(m, 'return');
  return statusOf(m, call);
}

function leaveLoop(m: Machine, call: Invocation, kind: 'break' | 'continue'): Condition {
  const depth = Number(argument(call) ?? '1');
  escape(m, kind, Number.isFinite(depth) && depth > 0 ? depth : 1);
  return yes;
}
