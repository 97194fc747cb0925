import type { Location } from '../../text/location.ts';
import type { Machine } from '../machine.ts';
import { unknown } from '../machine.ts';
import { slots } from '../state.ts';
import type { Fields, Text, Tree } from '../values.ts';
import { leaf, mapTree } from '../values.ts';
import { elementAt, valueOf, write } from '../variables.ts';

/** `"$@"`: known in a function that the script calls and after `set --`, else what the user gives. */
export function positionalFields(m: Machine, at: Location): Fields {
  const value = m.state.get(slots.positional) === undefined ? undefined : valueOf(m, slots.positional);
  if (value?.kind === 'array') return value.items;
  return [{ kind: 'many', why: unknown('positional-parameter', '@'), word: at, symbol: 'args' }];
}

export function setPositional(m: Machine, items: Fields): void {
  write(m, slots.positional, { value: { kind: 'array', items }, flags: '' });
}

/** `$1`, `$2`, … with what is known of whether they are set. */
export function positionalScalar(m: Machine, index: number, at: Location): Tree<{ set: boolean | null; text: Text }> {
  const items = positionalFields(m, at);
  const found = elementAt({ items }, index - 1);
  if (found !== null) return mapTree(found, (text) => ({ set: text !== undefined, text: text ?? [] }));
  const symbol = `args:${shiftOf(m)}:${index}`;
  return leaf({
    set: null,
    text: [{ kind: 'unknown', why: unknown('positional-parameter', String(index)), at, symbol, shape: 'any' }],
  });
}

/** How often unknown parameters were shifted: `$1` is another word after each time. */
function shiftOf(m: Machine): string {
  const cell = m.state.get(' shift');
  return cell?.value.kind === 'opaque' ? cell.value.symbol : '0';
}

export function noteShift(m: Machine, symbol: string): void {
  write(m, ' shift', { value: { kind: 'opaque', why: unknown('positional-parameter'), symbol }, flags: '' });
}
