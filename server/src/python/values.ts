import type { PyDict, PyList, PyStr, PyValue, SourceLine } from './model.ts';

export const NONE: PyValue = { kind: 'none' };
export const TRUE: PyValue = { kind: 'bool', value: true };
export const FALSE: PyValue = { kind: 'bool', value: false };

export const bool = (value: boolean): PyValue => (value ? TRUE : FALSE);
export const int = (value: bigint | number): PyValue => ({ kind: 'int', value: BigInt(value) });
export const float = (value: number): PyValue => ({ kind: 'float', value });
export const str = (value: string, origin?: SourceLine): PyStr =>
  origin ? { kind: 'str', value, origin } : { kind: 'str', value };
export const list = (items: PyValue[]): PyList => ({ kind: 'list', items });
export const tuple = (items: readonly PyValue[]): PyValue => ({ kind: 'tuple', items });
export const unknown = (source: string, type?: 'str'): PyValue =>
  type ? { kind: 'unknown', source, type } : { kind: 'unknown', source };

/** True if the value and all its parts are decided data. */
export function isData(value: PyValue): boolean {
  switch (value.kind) {
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
      return true;
    case 'tuple':
      return value.items.every(isData);
    case 'list':
      return value.broken === undefined && value.items.every(isData);
    case 'dict':
      return value.broken === undefined && value.entries.every(([key, item]) => isData(key) && isData(item));
    case 'function':
    case 'class':
    case 'instance':
    case 'builtin':
    case 'method':
    case 'bound':
    case 'partial':
    case 'module':
    case 'imported':
    case 'parser':
    case 'group':
    case 'action':
    case 'unknown':
      return false;
  }
}

/** True if the value is a parser or leads to one, so that code which gets it may add flags. */
export function reachesParser(value: PyValue, depth = 0): boolean {
  if (depth > 4) return false;
  const inside = (item: PyValue) => reachesParser(item, depth + 1);
  switch (value.kind) {
    case 'parser':
    case 'group':
    case 'action':
      return true;
    case 'method':
      return inside(value.self);
    case 'bound':
      return inside(value.self);
    case 'partial':
      return inside(value.fn) || value.args.positional.some(inside) || [...value.args.keywords.values()].some(inside);
    case 'tuple':
    case 'list':
      return value.items.some(inside);
    case 'dict':
      return value.entries.some(([, item]) => inside(item));
    case 'instance':
      return [...value.attributes.values()].some(inside);
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'function':
    case 'class':
    case 'builtin':
    case 'module':
    case 'imported':
    case 'unknown':
      return false;
  }
}

/** Whether Python takes the value for true; `undefined` where that is not decided. */
export function truth(value: PyValue): boolean | undefined {
  switch (value.kind) {
    case 'none':
      return false;
    case 'bool':
      return value.value;
    case 'int':
      return value.value !== 0n;
    case 'float':
      return value.value !== 0;
    case 'str':
      return value.value !== '';
    case 'tuple':
      return value.items.length > 0;
    case 'list':
      return value.broken === undefined ? value.items.length > 0 : undefined;
    case 'dict':
      return value.broken === undefined ? value.entries.length > 0 : undefined;
    case 'function':
    case 'class':
    case 'method':
    case 'bound':
    case 'partial':
    case 'module':
    case 'parser':
    case 'group':
    case 'action':
      return true;
    case 'builtin':
    case 'imported':
    case 'instance':
    case 'unknown':
      return undefined;
  }
}

const numberOf = (value: PyValue): number | bigint | undefined =>
  value.kind === 'int' || value.kind === 'float'
    ? value.value
    : value.kind === 'bool'
      ? value.value
        ? 1n
        : 0n
      : undefined;

/** Python's `==`; `undefined` where that is not decided. */
export function equal(a: PyValue, b: PyValue): boolean | undefined {
  const x = numberOf(a);
  const y = numberOf(b);
  // Python compares 1 == 1.0 == True by value; `==` of JavaScript does so for bigint and number.
  if (x !== undefined && y !== undefined)
    return !(x < y) && !(x > y) && !Number.isNaN(Number(x)) && !Number.isNaN(Number(y));
  if (!isData(a) || !isData(b)) return a === b && a.kind !== 'unknown' ? true : undefined;
  if (a.kind === 'str' && b.kind === 'str') return a.value === b.value;
  if (a.kind === 'none' && b.kind === 'none') return true;
  if ((a.kind === 'tuple' && b.kind === 'tuple') || (a.kind === 'list' && b.kind === 'list'))
    return a.items.length === b.items.length && a.items.every((item, i) => equal(item, b.items[i] ?? NONE) === true);
  if (a.kind === 'dict' && b.kind === 'dict')
    return (
      a.entries.length === b.entries.length &&
      a.entries.every(([key, item]) => {
        const other = lookupKey(b, key);
        return other !== undefined && equal(item, other) === true;
      })
    );
  return false;
}

/** The value of a key in a dict of decided keys. */
export function lookupKey(dict: PyDict, key: PyValue): PyValue | undefined {
  return dict.entries.find(([known]) => equal(known, key) === true)?.[1];
}

export function setKey(dict: PyDict, key: PyValue, value: PyValue): void {
  const entry = dict.entries.find(([known]) => equal(known, key) === true);
  if (entry) entry[1] = value;
  else dict.entries.push([key, value]);
}
