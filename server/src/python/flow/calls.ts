import type { SyntaxNode } from '@lezer/common';
import { allArguments } from './arguments.ts';
import { basesOf, methodOf } from './bases.ts';
import { builtinCall } from './builtins.ts';
import {
  type Abstract,
  type Atom,
  type CallArguments,
  type FunctionAtom,
  atomsOf,
  isLoose,
  oneOf,
  unknown,
} from './domain.ts';
import { isTransparent } from './invoke.ts';
import { libraryCall } from './library.ts';
import { type Frame, type Machine, locate, siteOf } from './machine.ts';
import { methodCall } from './methods.ts';
import { escape, type State } from './state.ts';
import { textOf } from '../tree.ts';
import { joinWays, mergeWays } from './ways.ts';

/** What a call gives; the state is changed by what it does. */
export function call(
  machine: Machine,
  frame: Frame,
  state: State,
  callee: Abstract,
  args: CallArguments,
  node: SyntaxNode,
): Abstract {
  const all = atomsOf(callee);
  const [only] = all;
  if (all.length === 1 && only) return callAtom(machine, frame, state, only, args, node);
  const states: State[] = [];
  const values: Abstract[] = [];
  for (const atom of all) {
    const way = state.clone();
    const value = callAtom(machine, frame, way, atom, args, node);
    if (!way.dead) values.push(value);
    states.push(way);
  }
  state.become(joinWays(states));
  return oneOf(values.flatMap(atomsOf), isLoose(callee) || values.some(isLoose), locate(frame, node));
}

function callAtom(
  machine: Machine,
  frame: Frame,
  state: State,
  callee: Atom,
  args: CallArguments,
  node: SyntaxNode,
): Abstract {
  const at = locate(frame, node);
  switch (callee.kind) {
    case 'function':
      return callFunction(machine, frame, state, callee, args, node);
    case 'class':
      return instantiate(machine, frame, state, callee, args, node);
    case 'external':
      return callExternal(machine, frame, state, callee.name, args, node);
    case 'method': {
      const result = isLogging(frame, node)
        ? { kind: 'none' as const, at }
        : methodCall(machine, frame, state, callee, args, node);
      if (result) return result;
      break;
    }
    case 'dtype':
    case 'unknown':
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'tensor':
    case 'tuple':
    case 'ref':
    case 'module':
    case 'coroutine':
    case 'generator':
    case 'response':
    case 'iterable':
      break;
  }
  return unseen(machine, state, [callee, ...allArguments(args)], at);
}

/** Code that is not seen runs with these values. */
function unseen(machine: Machine, state: State, values: readonly Abstract[], at: Atom['at']): Abstract {
  for (const value of values) escapeFunctions(state, value);
  escape(state, values);
  if (values.some((value) => atomsOf(value).some(({ kind }) => kind === 'tensor'))) state.forgetTensorValues();
  machine.raises(state);
  return unknown(at);
}

/** A function that others get may be called by them, and change what it sees. */
function escapeFunctions(state: State, value: Abstract): void {
  for (const atom of atomsOf(value)) {
    if (atom.kind !== 'function') continue;
    const text = textOf(atom.fn.file.source, atom.fn.node);
    for (const { scope } of atom.closure)
      for (const [name, held] of state.scopes.get(scope) ?? [])
        if (new RegExp(`\\b${name}\\b`).test(text)) escape(state, [held]);
    if (atom.self) escape(state, [atom.self]);
  }
}

function callFunction(
  machine: Machine,
  frame: Frame,
  state: State,
  callee: FunctionAtom & Atom,
  args: CallArguments,
  node: SyntaxNode,
): Abstract {
  const at = locate(frame, node);
  const { fn } = callee;
  const given = allArguments(args);
  if (!isTransparent(fn)) return unseen(machine, state, [callee, ...given], at);
  if (fn.isGenerator) {
    unseen(machine, state, [callee, ...given], at);
    return { kind: 'generator', at };
  }
  if (fn.async) return { kind: 'coroutine', call: { callee, args }, at };
  const ways = machine.steps.invoke(machine, frame, state, callee, args, node);
  if (!ways) return unseen(machine, state, [callee, ...given], at);
  return mergeWays(state, ways, at);
}

/** `logger.info(…)`: its arguments are read only. */
function isLogging(frame: Frame, node: SyntaxNode): boolean {
  const callee = node.firstChild;
  return (
    callee !== null &&
    /(^|[._])log(ger|ging)?\.(debug|info|warning|warn|error|exception|critical|log)$/i.test(
      textOf(frame.file.source, callee),
    )
  );
}

function callExternal(
  machine: Machine,
  frame: Frame,
  state: State,
  name: string,
  args: CallArguments,
  node: SyntaxNode,
): Abstract {
  const at = locate(frame, node);
  const result = name.startsWith('builtins.')
    ? builtinCall(machine, frame, state, name.slice('builtins.'.length), args, node)
    : libraryCall(machine, frame, state, name, args, node);
  if (result) return result;
  return unseen(machine, state, allArguments(args), at);
}

/** Bases whose subclasses are made and behave as classes do. */
const PLAIN_BASE =
  /^(builtins\.(object|Exception|ValueError|RuntimeError)|abc\.ABC|typing\.(Generic|Protocol)|openrlhf\..*)$/;

function instantiate(
  machine: Machine,
  frame: Frame,
  state: State,
  callee: Atom & { readonly kind: 'class' },
  args: CallArguments,
  node: SyntaxNode,
): Abstract {
  const at = locate(frame, node);
  const { cls } = callee;
  const { names, complete } = basesOf(machine.files, cls);
  const plain =
    complete &&
    names.every((name) => PLAIN_BASE.test(name)) &&
    cls.decorators.every(({ text }) => /^(dataclasses\.)?dataclass\b/.test(text)) &&
    methodOf(machine.files, cls, '__new__') === null;
  if (!plain) return unseen(machine, state, allArguments(args), at);
  const self = machine.allocate(state, {
    kind: 'instance',
    site: siteOf(frame, node),
    at,
    summary: false,
    escaped: true,
    cls,
    attributes: new Map(),
  });
  const init = methodOf(machine.files, cls, '__init__');
  if (init && !init.async) {
    const bound: Atom & FunctionAtom = { kind: 'function', fn: init, closure: [], self, at };
    const ways = machine.steps.invoke(machine, frame, state, bound, args, node);
    if (ways) {
      mergeWays(state, ways, at);
      return self;
    }
  }
  unseen(machine, state, [self, ...allArguments(args)], at);
  return self;
}
