import type { Machine } from './machine.ts';
import { serial, unknown } from './machine.ts';
import type { Value } from './state.ts';
import type { Piece, Text } from './values.ts';
import { computed, knownText, NOWHERE } from './values.ts';

/** Flag of a name that only some ways have given an attribute that changes what is assigned to it. */
export const UNSURE = '~';

/** What a name with the attributes of `declare -l`, `-u`, `-i` gets when a value is assigned to it. */
export function withAttributes(m: Machine, value: Value, flags: string): Value {
  if (value.kind !== 'scalar' || !/[lui]/.test(flags)) return value;
  if (flags.includes(UNSURE)) return { kind: 'scalar', text: [lost(m)] };
  if (flags.includes('i')) return isInteger(value.text) ? value : { kind: 'scalar', text: [lost(m)] };
  return { kind: 'scalar', text: changeCase(value.text, flags.includes('u')) };
}

function lost(m: Machine): Piece {
  return {
    kind: 'unknown',
    why: unknown('unknown-condition'),
    at: NOWHERE,
    symbol: serial(m, 'attribute'),
    shape: 'any',
  };
}

function isInteger(text: Text): boolean {
  return text.every((piece): boolean => {
    if (piece.kind === 'choice') return piece.alts.every(isInteger);
    return piece.kind === 'unknown' ? piece.shape === 'integer' : /^-?\d+$/.test(knownText(text) ?? '');
  });
}

function changeCase(text: Text, upper: boolean): Text {
  return text.map((piece): Piece => {
    if (piece.kind === 'choice') return { ...piece, alts: piece.alts.map((alt) => changeCase(alt, upper)) };
    if (piece.kind === 'unknown') return { ...piece, symbol: `${upper ? 'upper' : 'lower'}:${piece.symbol}` };
    const changed = upper ? piece.text.toUpperCase() : piece.text.toLowerCase();
    return changed === piece.text ? piece : computed(changed, piece.at);
  });
}
