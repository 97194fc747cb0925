import type { Unknown } from '../text/items.ts';
import type { Machine } from './machine.ts';
import { serial } from './machine.ts';
import type { Value } from './state.ts';
import type { Piece } from './values.ts';
import { NOWHERE } from './values.ts';
import { write } from './variables.ts';

/** Makes what a name holds unknown. */
export function forget(m: Machine, name: string, why: Unknown, symbol: string): void {
  const cell = m.state.get(name);
  if (cell?.value.kind === 'function' || name.startsWith(' function')) return;
  write(m, name, { value: forgotten(name, why, symbol, cell?.value), flags: cell?.flags ?? '' });
}

function forgotten(name: string, why: Unknown, symbol: string, value: Value | undefined): Value {
  const piece: Piece = { kind: 'unknown', why, at: NOWHERE, symbol, shape: 'any' };
  if (name === ' @') return { kind: 'array', items: [{ kind: 'many', why, word: NOWHERE, symbol }] };
  if (name === ' folder' || name === ' old folder')
    return { kind: 'scalar', text: [{ ...piece, symbol: `folder:${symbol}` }] };
  if (name === ' output' || name === ' input') return { kind: 'scalar', text: [piece] };
  if (name.startsWith(' ')) return value ?? { kind: 'unset' };
  return { kind: 'opaque', why, symbol };
}

/** Makes every variable unknown, as text that nobody knows may have set them. */
export function forgetAll(m: Machine, why: Unknown): void {
  for (const name of m.state.names())
    if (!name.startsWith(' ') && m.state.get(name)?.value.kind !== 'function') forget(m, name, why, serial(m, name));
}
