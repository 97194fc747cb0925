import type { SyntaxNode } from '@lezer/common';
import { iterate } from './iterate.ts';
import { memberOf } from './members.ts';
import { makeParser } from './methods.ts';
import type { CallArguments, PyDict, PyValue } from './model.ts';
import { MAX_LENGTH, binary, less, sorted } from './operators.ts';
import { ProgramEnd, type Frame, type Run } from './run.ts';
import { pyRepr, pyStr } from './strings.ts';
import { NONE, bool, float, int, list, setKey, str, truth, tuple, unknown } from './values.ts';

/** Functions that read a parser at most. */
const HARMLESS = new Set(['print', 'isinstance', 'hasattr', 'type', 'id', 'repr', 'callable', 'len']);

/** A call of a name of the standard library; `undefined` where it is not modelled. */
export function callBuiltin(
  run: Run,
  frame: Frame,
  name: string,
  args: CallArguments,
  node: SyntaxNode,
): PyValue | undefined {
  if (name === 'argparse.ArgumentParser') return { kind: 'parser', parser: makeParser(run, frame, args, node) };
  if (name === 'sys.exit' || name === 'exit' || name === 'quit' || name === 'os._exit') throw new ProgramEnd();
  const [first, second] = args.positional;
  if (name === 'functools.partial' && first)
    return { kind: 'partial', fn: first, args: { ...args, positional: args.positional.slice(1) } };
  if (name === 'getattr' && first && second?.kind === 'str') return memberOf(run, frame, first, second.value, node);
  const result = args.open === undefined ? pure(name, args) : undefined;
  if (result) return result;
  return HARMLESS.has(name) ? unknown(name) : undefined;
}

/** Functions of values that change nothing. */
function pure(name: string, args: CallArguments): PyValue | undefined {
  const { positional, keywords } = args;
  const [first, second] = positional;
  const items = first && iterate(first);
  switch (name) {
    case 'int':
      return keywords.size > 0 || second ? undefined : toInt(first);
    case 'float':
      return toFloat(first);
    case 'str': {
      const text = first ? pyStr(first) : '';
      return text === undefined || second ? undefined : str(text, first?.kind === 'str' ? first.origin : undefined);
    }
    case 'repr': {
      const text = first && pyRepr(first);
      return text === undefined ? undefined : str(text);
    }
    case 'bool': {
      const decided = first ? truth(first) : false;
      return decided === undefined ? undefined : bool(decided);
    }
    case 'len':
      return items ? int(items.length) : undefined;
    case 'list':
      return first ? items && list([...items]) : list([]);
    case 'tuple':
      return first ? items && tuple([...items]) : tuple([]);
    case 'set':
    case 'frozenset':
      return first ? items && distinct(items) : list([]);
    case 'dict':
      return toDict(first, keywords);
    case 'range':
      return range(positional);
    case 'enumerate': {
      const start = second ?? keywords.get('start') ?? int(0);
      if (!items || start.kind !== 'int') return undefined;
      return list(items.map((item, index) => tuple([int(start.value + BigInt(index)), item])));
    }
    case 'zip': {
      const lists = positional.map(iterate);
      if (lists.includes(undefined)) return undefined;
      const length = Math.min(...lists.map((each) => each?.length ?? 0));
      return list(Array.from({ length }, (_, i) => tuple(lists.map((each) => each?.[i] ?? NONE))));
    }
    case 'sorted': {
      const reverse = keywords.get('reverse');
      const down = reverse ? truth(reverse) : false;
      const ordered = items && !keywords.has('key') && down !== undefined ? sorted(items, down) : undefined;
      return ordered && list(ordered);
    }
    case 'reversed':
      return items && list([...items].reverse());
    case 'min':
    case 'max': {
      const of = positional.length === 1 ? items : positional;
      return keywords.size > 0 || !of ? undefined : extreme(of, name);
    }
    case 'sum': {
      let total: PyValue | undefined = second ?? int(0);
      for (const item of items ?? []) total = total && binary('+', total, item);
      return items && total;
    }
    case 'abs':
      if (first?.kind === 'int') return int(first.value < 0n ? -first.value : first.value);
      return first?.kind === 'float' ? float(Math.abs(first.value)) : undefined;
    case 'any':
    case 'all': {
      const truths = items?.map(truth);
      return !truths || truths.includes(undefined)
        ? undefined
        : bool(name === 'any' ? truths.includes(true) : !truths.includes(false));
    }
    default:
      return undefined;
  }
}

function toInt(value: PyValue | undefined): PyValue | undefined {
  if (!value) return int(0);
  if (value.kind === 'int') return value;
  if (value.kind === 'bool') return int(value.value ? 1 : 0);
  if (value.kind === 'float') return Number.isFinite(value.value) ? int(BigInt(Math.trunc(value.value))) : undefined;
  if (value.kind !== 'str') return undefined;
  const text = value.value.trim();
  return /^[+-]?\d+(_\d+)*$/.test(text) && text.length < 1000
    ? int(BigInt(text.replaceAll('_', '').replace(/^\+/, '')))
    : undefined;
}

function toFloat(value: PyValue | undefined): PyValue | undefined {
  if (!value) return float(0);
  if (value.kind === 'float') return value;
  if (value.kind === 'int') return float(Number(value.value));
  if (value.kind === 'bool') return float(value.value ? 1 : 0);
  if (value.kind !== 'str') return undefined;
  const text = value.value
    .trim()
    .toLowerCase()
    .replaceAll(/(?<=\d)_(?=\d)/g, '');
  const special = /^([+-]?)(inf(?:inity)?|nan)$/.exec(text);
  if (special) return float(special[2] === 'nan' ? NaN : special[1] === '-' ? -Infinity : Infinity);
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(text) ? float(Number(text)) : undefined;
}

function distinct(items: readonly PyValue[]): PyValue {
  const dict: PyDict = { kind: 'dict', entries: [] };
  for (const item of items) setKey(dict, item, item);
  return { kind: 'list', items: dict.entries.map(([key]) => key), unordered: true };
}

function toDict(first: PyValue | undefined, keywords: ReadonlyMap<string, PyValue>): PyValue | undefined {
  const dict: PyDict = { kind: 'dict', entries: [] };
  if (first?.kind === 'dict') {
    if (first.broken !== undefined) return undefined;
    for (const [key, value] of first.entries) setKey(dict, key, value);
  } else if (first) {
    for (const pair of iterate(first) ?? [NONE]) {
      const [key, value] = iterate(pair) ?? [];
      if (!key || !value) return undefined;
      setKey(dict, key, value);
    }
  }
  for (const [key, value] of keywords) setKey(dict, str(key), value);
  return dict;
}

function range(bounds: readonly PyValue[]): PyValue | undefined {
  const numbers = bounds.map((bound) => (bound.kind === 'int' ? Number(bound.value) : NaN));
  if (numbers.length < 1 || numbers.length > 3 || numbers.some(Number.isNaN)) return undefined;
  const [start, end, step] =
    numbers.length === 1 ? [0, numbers[0] ?? 0, 1] : [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 1];
  if (step === 0) return undefined;
  const length = Math.max(0, Math.ceil((end - start) / step));
  if (length > MAX_LENGTH) return undefined;
  return list(Array.from({ length }, (_, i) => int(start + i * step)));
}

function extreme(items: readonly PyValue[], name: 'min' | 'max'): PyValue | undefined {
  let best = items[0];
  for (const item of items.slice(1)) {
    const better = best && (name === 'min' ? less(item, best) : less(best, item));
    if (better === undefined) return undefined;
    if (better) best = item;
  }
  return best;
}
