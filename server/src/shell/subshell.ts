import { rejoin } from './escapes.ts';
import type { Frame, Machine } from './machine.ts';

/** Runs a body on a copy of the state. The function it returns reads the result; then the copy is forgotten. */
export function subshell<T>(m: Machine, body: () => () => T): T {
  const outer = m.state;
  const uncertain = m.uncertain;
  const base = outer.fork();
  const frame: Frame = { kind: 'subshell', base, escapes: [] };
  m.frames.push(frame);
  m.state = base;
  const read = body();
  rejoin(m, frame, ['return', 'break', 'continue', 'error']);
  const result = read();
  m.frames.pop();
  m.state = outer;
  m.uncertain = uncertain;
  return result;
}
