import type { SyntaxNode } from '@lezer/common';
import type { Location } from '../../text/location.ts';
import type { Definition, PythonFile } from '../outline/model.ts';
import { BUILTIN_NAMES } from './builtinNames.ts';
import { type Abstract, type Atom, unknown } from './domain.ts';
import { type Frame, type Machine, enclosing } from './machine.ts';
import { MODULE_SCOPE, type State, havoc } from './state.ts';

/** What names stand for. */

/** The value of a name where it is used. */
export function lookup(machine: Machine, frame: Frame, state: State, name: string, at: Location): Abstract {
  for (const { scope, locals, shared } of enclosing(frame)) {
    if (!locals.has(name)) continue;
    if (shared.has(name)) return unknown(at);
    return state.get(scope, name) ?? unknown(at);
  }
  return moduleMember(machine, state, frame.file, name, at) ?? builtin(frame.file, name, at);
}

function builtin(file: PythonFile, name: string, at: Location): Atom {
  return file.mayHaveMore || !BUILTIN_NAMES.has(name)
    ? unknown(at)
    : { kind: 'external', name: `builtins.${name}`, at };
}

/** The value of a module's name; `null` where the module does not have it. */
export function moduleMember(
  machine: Machine,
  state: State,
  file: PythonFile,
  name: string,
  at: Location,
): Abstract | null {
  const definition = file.names.get(name);
  return definition ? definitionValue(machine, state, file, name, definition, at) : null;
}

function definitionValue(
  machine: Machine,
  state: State,
  file: PythonFile,
  name: string,
  definition: Definition,
  at: Location,
): Abstract {
  switch (definition.kind) {
    case 'function':
      return { kind: 'function', fn: definition, closure: [], at };
    case 'class':
      return { kind: 'class', cls: definition, at };
    case 'module':
      return moduleValue(machine, file, definition.module, at);
    case 'imported':
      return importedValue(machine, state, file, definition.module, definition.name, at);
    case 'value':
      return assignedValue(machine, state, file, name, definition.node, at);
    case 'open':
      return unknown(at);
  }
}

/** A module by its name, seen from a file. */
export function moduleValue(machine: Machine, from: PythonFile, module: string, at: Location): Atom {
  const file = machine.files.resolve(from, module);
  if (file === undefined) return unknown(at);
  if (file) return { kind: 'module', file, at };
  return module.startsWith('.') ? unknown(at) : { kind: 'external', name: module, at };
}

/** `from module import name`. */
export function importedValue(
  machine: Machine,
  state: State,
  from: PythonFile,
  module: string,
  name: string,
  at: Location,
): Abstract {
  const file = machine.files.resolve(from, module);
  if (file === undefined) return unknown(at);
  if (!file) return module.startsWith('.') ? unknown(at) : { kind: 'external', name: `${module}.${name}`, at };
  return memberOfModule(machine, state, file, name, at);
}

/** A name of a workspace module, as others see it. */
export function memberOfModule(machine: Machine, state: State, file: PythonFile, name: string, at: Location): Abstract {
  const key = `${file.uri}#${name}`;
  if (machine.resolving.has(key)) return unknown(at);
  machine.resolving.add(key);
  try {
    const value = moduleMember(machine, state, file, name, at);
    if (value) return value;
    if (file.mayHaveMore) return unknown(at);
    // A package's attribute may be a module of it.
    const below = file.uri.endsWith('/__init__.py') ? machine.files.resolve(file, `.${name}`) : null;
    return below ? { kind: 'module', file: below, at } : unknown(at);
  } finally {
    machine.resolving.delete(key);
  }
}

/** What a name of a module is once the module is loaded; objects that can change may have been changed since. */
function assignedValue(
  machine: Machine,
  state: State,
  file: PythonFile,
  name: string,
  node: SyntaxNode,
  at: Location,
): Abstract {
  const key = `${file.uri}#${name}`;
  const scope = MODULE_SCOPE;
  const known = state.get(scope, key);
  if (known) return known;
  if (machine.resolving.has(`=${key}`)) return unknown(at);
  machine.resolving.add(`=${key}`);
  try {
    const before = new Set(state.heap.keys());
    const value = machine.steps.evaluate(machine, moduleFrame(file), state, node);
    for (const [id, object] of state.heap) if (!before.has(id)) state.heap.set(id, havoc(object));
    state.set(scope, key, value);
    return value;
  } finally {
    machine.resolving.delete(`=${key}`);
  }
}

const NONE: ReadonlySet<string> = new Set();

/** The top level of a file. */
export function moduleFrame(file: PythonFile): Frame {
  return {
    file,
    fn: null,
    scope: -1,
    walrus: -1,
    locals: NONE,
    shared: NONE,
    closure: [],
    path: file.uri,
    depth: 0,
    self: null,
  };
}
