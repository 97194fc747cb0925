import type { FlagSpec } from '../catalogue/schema.ts';

/** How many values an option takes. */
export interface Arity {
  readonly min: number;
  readonly max: number;
  /** One value, or a list of them. */
  readonly list: boolean;
}

/** `nargs` and action of a flag as a number of values: `_get_nargs_pattern` of CPython 3.11, for options. */
export function arityOf({ action, nargs, computed }: FlagSpec): Arity {
  if (computed?.nargs !== undefined) return { min: 0, max: Infinity, list: true };
  if (action !== 'store' && action !== 'other') return { min: 0, max: 0, list: false };
  switch (nargs) {
    case null:
      return { min: 1, max: 1, list: false };
    case '?':
      return { min: 0, max: 1, list: false };
    case '*':
      return { min: 0, max: Infinity, list: true };
    case '+':
      return { min: 1, max: Infinity, list: true };
    default:
      return { min: nargs, max: nargs, list: true };
  }
}
