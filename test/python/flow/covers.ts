import type { Value } from '../../../server/src/python/flow/model.ts';

/** A value that Python gave, as `driver.py` describes it. */
export interface Concrete {
  readonly kind: string;
  readonly value?: number | string | boolean | null;
  readonly name?: string;
  readonly library?: string;
  readonly dtype?: string;
  readonly shape?: readonly number[];
  readonly items?: readonly Concrete[];
  readonly entries?: readonly (readonly [string, Concrete])[];
  readonly others?: boolean;
  readonly result?: Concrete;
}

/** True where what is said of a value holds for one that Python gave. */
export function covers(value: Value, concrete: Concrete): boolean {
  if (concrete.kind === 'deep') return true;
  switch (value.kind) {
    case 'unknown':
      return true;
    case 'oneOf':
      return value.values.some((each) => covers(each, concrete));
    case 'none':
    case 'generator':
      return concrete.kind === value.kind;
    case 'bool':
    case 'str':
      return concrete.kind === value.kind && (value.value === undefined || value.value === concrete.value);
    case 'int':
    case 'float':
      return concrete.kind === value.kind && close(value.value, concrete.value);
    case 'tensor':
      return (
        concrete.kind === 'tensor' &&
        concrete.library === value.library &&
        (value.dtype === undefined || value.dtype === concrete.dtype) &&
        (value.shape === undefined ||
          (value.shape.length === concrete.shape?.length &&
            value.shape.every((size, index) => size === null || size === concrete.shape?.[index]))) &&
        (value.value === undefined || concrete.value === null || close(value.value, concrete.value))
      );
    case 'list':
    case 'tuple':
    case 'set': {
      if (concrete.kind !== value.kind) return false;
      const items = concrete.items ?? [];
      if (value.items)
        return (
          value.items.length === items.length && value.items.every((each, i) => items[i] && covers(each, items[i]))
        );
      const { element } = value;
      return element ? items.every((item) => covers(element, item)) : true;
    }
    case 'dict': {
      if (concrete.kind !== 'dict') return false;
      const given = new Map(concrete.entries);
      if (
        !value.open &&
        (concrete.others === true || [...given.keys()].some((key) => !value.entries.some((entry) => entry.key === key)))
      )
        return false;
      return value.entries.every((entry) => {
        const found = given.get(entry.key);
        return found ? covers(entry.value, found) : entry.maybe === true;
      });
    }
    case 'function':
      return concrete.kind === 'function' || concrete.kind === 'object';
    case 'class':
      return concrete.kind === 'class' && concrete.name === value.cls.name;
    case 'instance':
      return concrete.kind === 'object' && concrete.name === value.cls.name;
    // The values of tests come from plain Python.
    case 'response':
      return false;
    case 'external':
      return ['module', 'function', 'class', 'object'].includes(concrete.kind);
    case 'coroutine':
      return concrete.kind === 'coroutine' && concrete.result !== undefined && covers(value.result, concrete.result);
  }
}

function close(said: number | undefined, given: unknown): boolean {
  if (said === undefined || given === null) return true;
  return typeof given === 'number' && Math.abs(said - given) <= 1e-5 * Math.max(1, Math.abs(said));
}
