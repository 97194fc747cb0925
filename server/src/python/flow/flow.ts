import type { ClassOutline, FunctionOutline, PythonFile, PythonFiles } from '../outline/model.ts';
import { attributeOf, moduleValueOf } from './attributes.ts';
import { basesOf, methodOf, type Bases } from './bases.ts';
import { newReader } from './callees.ts';
import { callsOf } from './callSites.ts';
import type { CallSite, Flow, GivenArguments, KeyRead, ReturnPath, Value } from './model.ts';
import { keysReadOf } from './reads.ts';
import { requestReadsOf } from './requests.ts';
import { returnsOf } from './returns.ts';

/** Answers about bodies of the files that `files` leads to. It belongs to one state of these: make a new one when a text changes. */
export function createFlow(files: PythonFiles): Flow {
  const reader = newReader(files);
  const returns = new Map<FunctionOutline, Map<string, readonly ReturnPath[] | null>>();
  const calls = new Map<FunctionOutline, readonly CallSite[]>();
  const reads = new Map<FunctionOutline, Map<number, readonly KeyRead[]>>();
  const requests = new Map<FunctionOutline, readonly KeyRead[]>();
  const bases = new Map<ClassOutline, Bases>();
  const attributes = new Map<ClassOutline, Map<string, Value>>();
  const values = new Map<PythonFile, Map<string, Value>>();

  return {
    returns: (fn, given) => remembered(nested(returns, fn), keyOf(given), () => returnsOf(files, fn, given)),
    moduleValue: (file, name) => remembered(nested(values, file), name, () => moduleValueOf(files, file, name)),
    attribute: (cls, name) => remembered(nested(attributes, cls), name, () => attributeOf(files, cls, name)),
    keysRead: (fn, parameter) => remembered(nested(reads, fn), parameter, () => keysReadOf(reader, fn, parameter)),
    requestReads: (fn) => remembered(requests, fn, () => requestReadsOf(fn)),
    calls: (fn) => remembered(calls, fn, () => callsOf(reader, fn)),
    bases: (cls) => remembered(bases, cls, () => basesOf(files, cls)),
    method: (cls, name) => methodOf(files, cls, name),
  };
}

function remembered<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = make();
  known.set(key, value);
  return value;
}

function nested<K, L, V>(known: Map<K, Map<L, V>>, key: K): Map<L, V> {
  return remembered(known, key, () => new Map<L, V>());
}

function keyOf(given: GivenArguments | undefined): string {
  return given
    ? JSON.stringify([...given], (name, value: unknown) => (name === 'node' || name === 'file' ? undefined : value))
    : '';
}
