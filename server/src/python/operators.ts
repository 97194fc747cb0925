import { iterate } from './iterate.ts';
import type { PyValue } from './model.ts';
import { percentFormat } from './strings.ts';
import { equal, float, int, isData, list, lookupKey, str, tuple } from './values.ts';

/** Python's operators on decided values. Each gives `undefined` where the result is not decided or Python would raise. */

/** Longest text or list that is computed; a program that builds longer ones is not understood any better by it. */
export const MAX_LENGTH = 10_000;
const MAX_BITS = 4096n;

type Num = { readonly int: bigint } | { readonly float: number };

function num(value: PyValue): Num | undefined {
  if (value.kind === 'int') return { int: value.value };
  if (value.kind === 'bool') return { int: value.value ? 1n : 0n };
  if (value.kind === 'float') return { float: value.value };
  return undefined;
}

const asFloat = (value: Num): number => ('int' in value ? Number(value.int) : value.float);

export function binary(op: string, a: PyValue, b: PyValue): PyValue | undefined {
  if (op === '%' && a.kind === 'str') {
    const text = percentFormat(a.value, b);
    return text === undefined ? undefined : str(text, a.origin);
  }
  const x = num(a);
  const y = num(b);
  if (x && y) return 'int' in x && 'int' in y ? onInts(op, x.int, y.int) : onFloats(op, asFloat(x), asFloat(y));
  if (op === '+') return joined(a, b);
  if (op === '*') return y && 'int' in y ? repeated(a, y.int) : x && 'int' in x ? repeated(b, x.int) : undefined;
  if (op === '|' && a.kind === 'dict' && b.kind === 'dict' && isData(a) && isData(b)) {
    const kept = a.entries.map(([key, value]): [PyValue, PyValue] => [key, lookupKey(b, key) ?? value]);
    return { kind: 'dict', entries: [...kept, ...b.entries.filter(([key]) => lookupKey(a, key) === undefined)] };
  }
  return undefined;
}

function joined(a: PyValue, b: PyValue): PyValue | undefined {
  if (a.kind === 'str' && b.kind === 'str') {
    if (a.value.length + b.value.length > MAX_LENGTH) return undefined;
    return str(a.value + b.value, a.origin ?? b.origin);
  }
  if (a.kind === 'tuple' && b.kind === 'tuple') return sized([...a.items, ...b.items], tuple);
  if (a.kind !== 'list' || b.kind !== 'list' || a.broken !== undefined || b.broken !== undefined) return undefined;
  return a.unordered || b.unordered ? undefined : sized([...a.items, ...b.items], list);
}

function sized(items: PyValue[], make: (items: PyValue[]) => PyValue): PyValue | undefined {
  return items.length > MAX_LENGTH ? undefined : make(items);
}

function repeated(a: PyValue, count: bigint): PyValue | undefined {
  const times = count > 0n ? Number(count) : 0;
  if (a.kind === 'str') return a.value.length * times > MAX_LENGTH ? undefined : str(a.value.repeat(times), a.origin);
  if (a.kind === 'tuple' || (a.kind === 'list' && a.broken === undefined && !a.unordered)) {
    if (a.items.length * times > MAX_LENGTH) return undefined;
    const items = Array.from({ length: times }, () => a.items).flat();
    return a.kind === 'tuple' ? tuple(items) : list(items);
  }
  return undefined;
}

const bitLength = (value: bigint): bigint => BigInt((value < 0n ? -value : value).toString(2).length);

function onInts(op: string, a: bigint, b: bigint): PyValue | undefined {
  switch (op) {
    case '+':
      return int(a + b);
    case '-':
      return int(a - b);
    case '*':
      return bitLength(a) + bitLength(b) > MAX_BITS ? undefined : int(a * b);
    case '/':
      return b === 0n ? undefined : float(Number(a) / Number(b));
    case '//':
      return b === 0n ? undefined : int(floorDivision(a, b));
    case '%':
      return b === 0n ? undefined : int(a - floorDivision(a, b) * b);
    case '**':
      if (b < 0n) return a === 0n ? undefined : float(Number(a) ** Number(b));
      return bitLength(a) * b > MAX_BITS ? undefined : int(a ** b);
    case '<<':
      return b < 0n || b > MAX_BITS ? undefined : int(a << b);
    case '>>':
      return b < 0n || b > MAX_BITS ? undefined : int(a >> b);
    case '&':
      return int(a & b);
    case '|':
      return int(a | b);
    case '^':
      return int(a ^ b);
    default:
      return undefined;
  }
}

function floorDivision(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function onFloats(op: string, a: number, b: number): PyValue | undefined {
  switch (op) {
    case '+':
      return float(a + b);
    case '-':
      return float(a - b);
    case '*':
      return float(a * b);
    case '/':
      return b === 0 ? undefined : float(a / b);
    case '//':
      return b === 0 ? undefined : float(Math.floor(a / b));
    case '%':
      return b === 0 ? undefined : float(a - Math.floor(a / b) * b);
    case '**':
      return (a < 0 && !Number.isInteger(b)) || (a === 0 && b < 0) ? undefined : float(a ** b);
    default:
      return undefined;
  }
}

export function unary(op: string, value: PyValue): PyValue | undefined {
  const x = num(value);
  if (!x) return undefined;
  if (op === '+') return 'int' in x ? int(x.int) : float(x.float);
  if (op === '-') return 'int' in x ? int(-x.int) : float(-x.float);
  return op === '~' && 'int' in x ? int(~x.int) : undefined;
}

export function compare(op: string, a: PyValue, b: PyValue): boolean | undefined {
  switch (op) {
    case '==':
      return equal(a, b);
    case '!=':
      return not(equal(a, b));
    case 'is':
      return identical(a, b);
    case 'is not':
      return not(identical(a, b));
    case 'in':
      return contains(b, a);
    case 'not in':
      return not(contains(b, a));
    case '<':
      return less(a, b);
    case '>':
      return less(b, a);
    case '<=':
      return less(b, a) === undefined ? undefined : less(a, b) === true || equal(a, b) === true;
    case '>=':
      return less(a, b) === undefined ? undefined : less(b, a) === true || equal(a, b) === true;
    default:
      return undefined;
  }
}

const not = (value: boolean | undefined): boolean | undefined => (value === undefined ? undefined : !value);

function identical(a: PyValue, b: PyValue): boolean | undefined {
  if (a.kind === 'unknown' || b.kind === 'unknown' || a.kind === 'imported' || b.kind === 'imported') return undefined;
  if (a.kind === 'none' || b.kind === 'none') return a.kind === b.kind;
  if (a.kind === 'bool' || b.kind === 'bool') return a.kind === b.kind && equal(a, b);
  return a === b ? true : undefined;
}

function contains(container: PyValue, item: PyValue): boolean | undefined {
  if (container.kind === 'str') return item.kind === 'str' ? container.value.includes(item.value) : undefined;
  const items = iterate(container);
  if (!items) return undefined;
  const answers = items.map((known) => equal(known, item));
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

/** Python's `<` on numbers, text and sequences of them. */
export function less(a: PyValue, b: PyValue): boolean | undefined {
  const x = num(a);
  const y = num(b);
  if (x && y) return ('int' in x ? x.int : x.float) < ('int' in y ? y.int : y.float);
  if (a.kind === 'str' && b.kind === 'str') return a.value < b.value;
  if ((a.kind === 'tuple' && b.kind === 'tuple') || (a.kind === 'list' && b.kind === 'list')) {
    for (const [i, item] of a.items.entries()) {
      const other = b.items[i];
      if (!other) return false;
      const same = equal(item, other);
      if (same === undefined) return undefined;
      if (!same) return less(item, other);
    }
    return a.items.length < b.items.length;
  }
  return undefined;
}

/** Orders values as `sorted` does; `undefined` where two of them do not compare. */
export function sorted(items: readonly PyValue[], reverse: boolean): PyValue[] | undefined {
  const comparable = items.every((a) => items.every((b) => less(a, b) !== undefined));
  if (!comparable) return undefined;
  const ordered = [...items].sort((a, b) => (less(a, b) ? -1 : less(b, a) ? 1 : 0));
  return reverse ? ordered.reverse() : ordered;
}
