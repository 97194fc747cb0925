import type { Binding, BoundValue, PythonValue } from '../launch/binding.ts';
import { DerivedMap } from '../text/maps.ts';
import { Draft } from './draft.ts';
import type { Effective, EffectiveConfig } from './model.ts';
import { VALIDATION } from './validation.ts';

/**
 * The values that an entry point works with: what `parse_args` leaves, then what the program's check of its arguments
 * puts in their place, in the program's order. What hangs on a value that is not known stays unknown and names its flags.
 * Where the check would stop the program, what it has not reached stays as it was given.
 */
export function effectiveConfig(entryPoint: string, { values }: Pick<Binding, 'values'>): EffectiveConfig {
  const draft = new Draft(new DerivedMap(values, effective));
  for (const step of VALIDATION[entryPoint] ?? []) step(draft);
  return draft.values;
}

function effective(dest: string, bound: BoundValue): Effective {
  if (!bound.known) return { known: false, why: bound.why, flags: [dest] };
  const { value } = bound;
  if (bound.origin === 'given') return { known: true, value, origin: { kind: 'given', use: bound.use } };
  return { known: true, value, origin: { kind: 'default' } };
}

/** The number behind a dest; `undefined` where it is not known or none. Integers beyond 2^53 lose their last digits. */
export function numberOf(config: EffectiveConfig, dest: string): number | undefined {
  const entry = config.get(dest);
  return entry?.known === true ? asNumber(entry.value) : undefined;
}

function asNumber({ type, value }: PythonValue): number | undefined {
  if (type !== 'int' && type !== 'float') return undefined;
  if (value === 'inf') return Infinity;
  if (value === '-inf') return -Infinity;
  return Number(value);
}
