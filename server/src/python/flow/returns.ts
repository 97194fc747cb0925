import type { FunctionOutline, PythonFiles } from '../outline/model.ts';
import { isDoubtful } from './bases.ts';
import { call } from './calls.ts';
import { type Abstract, type Atom, type FunctionAtom, unknown } from './domain.ts';
import { evaluate } from './expressions.ts';
import { exported, imported } from './export.ts';
import { enter, invoke, isTransparent, run, silent } from './invoke.ts';
import { LimitReached, Machine, type Return, type Steps } from './machine.ts';
import type { GivenArguments, ReturnPath, Value } from './model.ts';
import { moduleFrame } from './names.ts';
import { TooMany } from './outcomes.ts';
import { block } from './statements.ts';
import { State } from './state.ts';

const STEPS: Steps = { evaluate, block, call, invoke };

export function newMachine(files: PythonFiles): Machine {
  return new Machine(files, STEPS);
}

/** Runs a reading; `null` where it is not worth its steps. */
export function bounded<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof LimitReached || error instanceof TooMany || error instanceof RangeError) return null;
    throw error;
  }
}

/** The ways out of a function; `null` where they cannot be told. */
export function returnsOf(
  files: PythonFiles,
  fn: FunctionOutline,
  given: GivenArguments | undefined,
): readonly ReturnPath[] | null {
  if (isDoubtful(fn) || !isTransparent(fn)) return null;
  const at = { uri: fn.file.uri, range: fn.nameRange };
  if (fn.isGenerator) return [{ expression: null, at, value: { kind: 'generator', at } }];
  return bounded(() => {
    const machine = newMachine(files);
    return distinctPaths(exits(machine, fn, given).map((way) => pathOf(machine, fn, way)));
  });
}

/** All ways out of a body whose parameters are what they are said to be, and unknown else. */
export function exits(machine: Machine, fn: FunctionOutline, given: GivenArguments | undefined): Return[] {
  const state = new State();
  const self = selfOf(machine, state, fn);
  const callee: FunctionAtom = { kind: 'function', fn, closure: [], ...(self ? { self } : {}) };
  const frame = enter(machine, { ...moduleFrame(fn.file), depth: 0 }, fn, callee, fn.file.uri);
  fn.parameters.forEach((parameter, index) => {
    const place = { uri: fn.file.uri, range: parameter.range };
    const said = given?.get(index);
    let value: Abstract = said ? imported(machine, state, said) : unknown(place);
    if (index === 0 && self) value = self;
    if (parameter.kind === 'var-positional') value = { kind: 'tuple', element: unknown(place), at: place };
    if (parameter.kind === 'var-keyword')
      value = machine.allocate(state, {
        kind: 'dict',
        site: `**${parameter.name}`,
        at: place,
        summary: false,
        escaped: false,
        entries: new Map(),
        open: true,
      });
    state.set(frame.scope, parameter.name, value);
  });
  return run(machine, frame, state, fn);
}

/** The object of a method; `null` for a function and a static method. */
function selfOf(machine: Machine, state: State, fn: FunctionOutline): Atom | null {
  const { owner } = fn;
  if (!owner || fn.decorators.some(({ text }) => text.endsWith('staticmethod'))) return null;
  const at = { uri: fn.file.uri, range: fn.nameRange };
  if (fn.decorators.some(({ text }) => text.endsWith('classmethod')) || fn.name === '__new__')
    return { kind: 'class', cls: owner, at };
  return machine.allocate(state, {
    kind: 'instance',
    site: 'self',
    at,
    summary: false,
    escaped: true,
    cls: owner,
    attributes: new Map(),
  });
}

function pathOf(machine: Machine, fn: FunctionOutline, way: Return): ReturnPath {
  const name = { uri: fn.file.uri, range: fn.nameRange };
  const { node, state } = way;
  const at = node ? { uri: fn.file.uri, range: { start: node.from, end: node.to } } : name;
  const written = node?.name === 'ReturnStatement' ? node.firstChild?.nextSibling : node;
  const last = node?.lastChild;
  const expression =
    node && written
      ? {
          uri: fn.file.uri,
          range: { start: written.from, end: node.name === 'ReturnStatement' ? (last?.to ?? written.to) : written.to },
        }
      : null;
  const value: Value = silent(way)
    ? { kind: 'unknown', at }
    : exported(state, way.value, (atom) => coroutineResult(machine, state, fn, atom));
  return { expression, at, value };
}

/** What a coroutine that is not awaited here would give. */
function coroutineResult(machine: Machine, state: State, fn: FunctionOutline, atom: Atom): Value {
  if (atom.kind !== 'coroutine') return { kind: 'unknown', at: atom.at };
  const ways = invoke(machine, moduleFrame(fn.file), state, atom.call.callee, atom.call.args, atom.call.callee.fn.node);
  const unknownResult: Value = { kind: 'unknown', at: atom.at };
  const results = (ways ?? []).map((way) => exported(way.state, way.value, () => unknownResult));
  const [first] = results;
  if (!first || results.some(({ kind }) => kind === 'unknown' || kind === 'oneOf'))
    return { kind: 'coroutine', result: unknownResult, at: atom.at };
  return {
    kind: 'coroutine',
    result: results.length === 1 ? first : { kind: 'oneOf', values: results, at: atom.at },
    at: atom.at,
  };
}

/** Paths that say the same once. */
function distinctPaths(paths: readonly ReturnPath[]): ReturnPath[] {
  const seen = new Map<string, ReturnPath>();
  for (const path of paths) {
    const key = JSON.stringify([path.at.range.start, path.value], (name, value: unknown) =>
      name === 'node' || name === 'file' || name === 'cls' || name === 'fn' ? undefined : value,
    );
    if (!seen.has(key)) seen.set(key, path);
  }
  return [...seen.values()];
}
