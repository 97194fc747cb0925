import type { CompoundList, Function as FunctionNode } from 'unbash';
import type { Location } from '../text/location.ts';
import type { Condition } from './branches.ts';
import { anyCondition } from './branches.ts';
import { runList, runNode } from './control.ts';
import { inFrame } from './escapes.ts';
import { positionalFields, setPositional } from './expand/positional.ts';
import type { Machine } from './machine.ts';
import { nested } from './machine.ts';
import type { Source } from './source.ts';
import type { Cell } from './state.ts';
import { slots } from './state.ts';
import type { Fields } from './values.ts';
import { environmentValue, write } from './variables.ts';

const CALL_LIMIT = 24;

export function defineFunction(m: Machine, source: Source, node: FunctionNode): void {
  const name = source.text.slice(node.name.pos, node.name.end);
  write(m, slots.functionName(name), { value: { kind: 'function', node, source }, flags: '' });
}

/** Names that a running function has declared `local`, with what they were before. */
const LOCALS = ' locals';

/** Runs a function with its arguments as `"$@"`; its `local` names are put back at its end. */
export function callFunction(m: Machine, node: FunctionNode, source: Source, args: Fields, call: Location): Condition {
  if (callDepth(m) >= CALL_LIMIT) return anyCondition(m);
  const before = positionalFields(m, call);
  const outerLocals = m.state.get(LOCALS);
  m.via.push({ kind: 'call', location: call });
  inFrame(m, 'function', (frame) => {
    frame.base.set(LOCALS, { value: { kind: 'assoc', entries: new Map() }, flags: '' });
    setPositional(m, args);
    m.status = nested(
      m,
      () => runBody(m, source, node),
      () => anyCondition(m),
    );
  });
  const condition = m.status;
  m.via.pop();
  restoreLocals(m);
  if (outerLocals !== undefined) m.state.set(LOCALS, outerLocals);
  setPositional(m, before);
  return condition;
}

/** How many functions are running: the same within one call, whatever loops it is in. */
function callDepth(m: Machine): number {
  return m.via.filter((step) => step.kind === 'call').length;
}

function runBody(m: Machine, source: Source, node: FunctionNode): Condition {
  const body = node.body;
  return isList(body) ? runList(m, source, body) : runNode(m, source, body);
}

function isList(body: FunctionNode['body']): body is CompoundList {
  return body.type === 'CompoundList';
}

/** `local X`: remembers what X was. Outside a function it is an ordinary name. */
export function declareLocal(m: Machine, name: string): void {
  if (!m.frames.some((frame) => frame.kind === 'function')) return;
  const locals = m.state.get(LOCALS);
  if (locals?.value.kind !== 'assoc' || locals.value.entries.has(name)) return;
  const depth = callDepth(m);
  const saved = m.state.get(name);
  write(m, savedName(name, depth), saved ?? ABSENT);
  m.state.set(LOCALS, {
    value: { kind: 'assoc', entries: new Map([...locals.value.entries, [name, []]]) },
    flags: String(depth),
  });
}

const ABSENT: Cell = { value: { kind: 'unset' }, flags: '?' };

function savedName(name: string, depth: number): string {
  return ` saved ${depth} ${name}`;
}

function restoreLocals(m: Machine): void {
  const locals = m.state.get(LOCALS);
  if (locals?.value.kind !== 'assoc') return;
  const depth = Number(locals.flags || '0');
  for (const name of locals.value.entries.keys()) {
    const saved = m.state.get(savedName(name, depth));
    if (saved === undefined) continue;
    if (saved.flags === '?') {
      m.state.set(name, { value: environmentValue(name), flags: '' });
    } else m.state.set(name, saved);
  }
}
