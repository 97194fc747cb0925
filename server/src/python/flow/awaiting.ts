import type { SyntaxNode } from '@lezer/common';
import { type Abstract, atomsOf, unknown } from './domain.ts';
import { type Frame, type Machine, locate } from './machine.ts';
import { havocEscaped, type State } from './state.ts';
import { mergeWays } from './ways.ts';

/** `await value`. */
export function awaited(machine: Machine, frame: Frame, state: State, value: Abstract, node: SyntaxNode): Abstract {
  const at = locate(frame, node);
  const [only] = atomsOf(value);
  // Others run in the meantime, whatever is awaited.
  havocEscaped(state);
  if (value.kind !== 'coroutine' || only?.kind !== 'coroutine') return unknown(at);
  const ways = machine.steps.invoke(machine, frame, state, only.call.callee, only.call.args, node);
  if (!ways) return machine.steps.call(machine, frame, state, unknown(at), only.call.args, node);
  const result = mergeWays(state, ways, at);
  havocEscaped(state);
  return result;
}
