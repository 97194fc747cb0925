import type { SyntaxNode } from '@lezer/common';
import { importParts } from '../outline/imports.ts';
import { functionOutline } from '../outline/functions.ts';
import type { ClassOutline, FunctionOutline, PythonFile, PythonFiles } from '../outline/model.ts';
import { children, textOf } from '../tree.ts';
import { methodOf } from './bases.ts';
import { BUILTIN_NAMES } from './builtinNames.ts';
import { bindingsOf, type Bindings } from './scopes.ts';

/** Files, and what was read of their functions so far. */
export interface Reader {
  readonly files: PythonFiles;
  readonly bindings: Map<string, Bindings>;
}

export function newReader(files: PythonFiles): Reader {
  return { files, bindings: new Map() };
}

function bindings(reader: Reader, file: PythonFile, node: SyntaxNode): Bindings {
  const key = `${file.uri}#${String(node.from)}`;
  const known = reader.bindings.get(key) ?? bindingsOf(file.source, node);
  reader.bindings.set(key, known);
  return known;
}

/** What a call calls, by names alone. */
export type Callee =
  | { readonly kind: 'function'; readonly fn: FunctionOutline; readonly bound: boolean }
  | { readonly kind: 'class'; readonly cls: ClassOutline }
  /** A dotted name outside the workspace; `time.sleep`, `builtins.open`, and `requests.Session.post` for a method of an object. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'module'; readonly file: PythonFile }
  | { readonly kind: 'instance'; readonly cls: ClassOutline };

/** The workspace function that a call calls; `bound` where its first parameter is the object. */
export function calledFunction(
  reader: Reader,
  fn: FunctionOutline,
  node: SyntaxNode,
): { fn: FunctionOutline; bound: boolean } | null {
  const callee = node.firstChild && calleeOf(reader, fn, node.firstChild);
  return callee?.kind === 'function' ? callee : null;
}

/** What an expression that is called stands for; `null` where that is not known. */
export function calleeOf(reader: Reader, fn: FunctionOutline, node: SyntaxNode, depth = 0): Callee | null {
  if (depth > 8) return null;
  const { source } = fn.file;
  if (node.name === 'VariableName') return nameOf(reader, fn, textOf(source, node), depth);
  if (node.name === 'ParenthesizedExpression' || node.name === 'AwaitExpression') {
    const operand = node.name === 'AwaitExpression' ? node.lastChild : (node.firstChild?.nextSibling ?? null);
    return operand && calleeOf(reader, fn, operand, depth + 1);
  }
  if (node.name === 'CallExpression')
    return node.firstChild && resultOf(calleeOf(reader, fn, node.firstChild, depth + 1));
  const property = node.lastChild;
  const object = node.firstChild;
  if (node.name !== 'MemberExpression' || !object || property?.name !== 'PropertyName') return null;
  return memberOf(reader, fn, object, textOf(source, property), depth);
}

/** What a call of it makes: an object of a class, named like it. */
function resultOf(callee: Callee | null): Callee | null {
  if (callee?.kind === 'class') return { kind: 'instance', cls: callee.cls };
  return callee?.kind === 'name' && /\.[A-Z]\w*$/.test(callee.name) ? callee : null;
}

function memberOf(reader: Reader, fn: FunctionOutline, object: SyntaxNode, name: string, depth: number): Callee | null {
  const self = fn.owner && fn.parameters[0]?.name;
  if (fn.owner && object.name === 'VariableName' && textOf(fn.file.source, object) === self) {
    const method = methodOf(reader.files, fn.owner, name);
    if (method)
      return { kind: 'function', fn: method, bound: !method.decorators.some(({ text }) => text === 'staticmethod') };
    return attributeOf(reader, fn.owner, name, depth);
  }
  const owner = calleeOf(reader, fn, object, depth + 1);
  switch (owner?.kind) {
    case 'name':
      return { kind: 'name', name: `${owner.name}.${name}` };
    case 'module':
      return definitionOf(reader, owner.file, name, depth);
    case 'class': {
      const method = methodOf(reader.files, owner.cls, name);
      return method
        ? { kind: 'function', fn: method, bound: method.decorators.some(({ text }) => text === 'classmethod') }
        : null;
    }
    case 'instance': {
      const method = methodOf(reader.files, owner.cls, name);
      return method
        ? { kind: 'function', fn: method, bound: !method.decorators.some(({ text }) => text === 'staticmethod') }
        : null;
    }
    case 'function':
    case undefined:
      return null;
  }
}

/** `self.name` that `__init__` sets to an object of a class, once. */
function attributeOf(reader: Reader, cls: ClassOutline, name: string, depth: number): Callee | null {
  const init = cls.methods.get('__init__');
  const self = init?.parameters[0]?.name;
  if (!init || self === undefined) return null;
  const pattern = `${self}.${name}`;
  const found: SyntaxNode[] = [];
  walkOwn(init.node, (node) => {
    if (node.name !== 'AssignStatement') return;
    const [target] = children(node);
    const value = node.lastChild;
    if (target && value && textOf(cls.file.source, target) === pattern) found.push(value);
  });
  const [value, ...others] = found;
  return value?.name === 'CallExpression' && others.length === 0 ? calleeOf(reader, init, value, depth + 1) : null;
}

function nameOf(reader: Reader, fn: FunctionOutline, name: string, depth: number): Callee | null {
  const { locals } = bindings(reader, fn.file, fn.node);
  if (locals.has(name)) return localOf(reader, fn, name, depth);
  // A function around it.
  for (let at = fn.node.parent; at; at = at.parent) {
    if (at.name !== 'FunctionDefinition') continue;
    const around = functionOutline(fn.file, at, ownerOf(fn, at));
    if (bindings(reader, fn.file, at).locals.has(name)) return localOf(reader, around, name, depth + 1);
  }
  return definitionOf(reader, fn.file, name, depth);
}

function ownerOf(fn: FunctionOutline, node: SyntaxNode): ClassOutline | null {
  for (const definition of fn.file.names.values())
    if (definition.kind === 'class')
      for (const method of definition.methods.values()) if (method.node.from === node.from) return definition;
  return null;
}

/** A name that a function binds once: by an import, a `def`, an assignment or `with`. */
function localOf(reader: Reader, fn: FunctionOutline, name: string, depth: number): Callee | null {
  if (fn.parameters.some((parameter) => parameter.name === name)) return null;
  const { source } = fn.file;
  const found: (() => Callee | null)[] = [];
  walkOwn(fn.node, (node) => {
    if (node.name === 'ImportStatement') {
      const { modules, from } = importParts(source, node);
      for (const { module, bound, whole } of modules)
        if (bound === name) found.push(() => moduleOf(reader, fn.file, whole ? module : bound));
      for (const one of from?.names ?? [])
        if (one.bound === name) found.push(() => importedOf(reader, fn.file, from?.module ?? '', one.name, depth));
    } else if (node.name === 'FunctionDefinition' && node !== fn.node) {
      const its = node.getChild('VariableName');
      if (its && textOf(source, its) === name)
        found.push(() => ({ kind: 'function', fn: functionOutline(fn.file, node), bound: false }));
    } else if (node.name === 'VariableName' && textOf(source, node) === name) {
      const value = boundValue(node);
      if (value !== undefined) found.push(() => (value ? calleeOf(reader, fn, value, depth + 1) : null));
    }
  });
  const [only, ...others] = found;
  return only && others.length === 0 ? only() : null;
}

/** The value of a name where it is bound, `null` for one that is not told; `undefined` where it is only used. */
function boundValue(node: SyntaxNode): SyntaxNode | null | undefined {
  const { parent, nextSibling, prevSibling } = node;
  if (parent?.name === 'AssignStatement' && nextSibling?.name === 'AssignOp') {
    const value = parent.lastChild;
    return prevSibling === null && (value?.name === 'CallExpression' || value?.name === 'AwaitExpression')
      ? value
      : null;
  }
  if (parent?.name === 'WithStatement' && prevSibling?.name === 'as') return prevSibling.prevSibling;
  if (parent?.name === 'ForStatement' && nextSibling && prevSibling && prevSibling.name !== 'in') return null;
  if (parent?.name === 'UpdateStatement' && prevSibling === null) return null;
  return undefined;
}

function definitionOf(reader: Reader, file: PythonFile, name: string, depth: number): Callee | null {
  if (depth > 8) return null;
  const definition = file.names.get(name);
  if (!definition)
    return file.mayHaveMore || !BUILTIN_NAMES.has(name) ? null : { kind: 'name', name: `builtins.${name}` };
  switch (definition.kind) {
    case 'function':
      return { kind: 'function', fn: definition, bound: false };
    case 'class':
      return { kind: 'class', cls: definition };
    case 'module':
      return moduleOf(reader, file, definition.module);
    case 'imported':
      return importedOf(reader, file, definition.module, definition.name, depth);
    case 'value': {
      const { node } = definition;
      const text = textOf(file.source, node.name === 'CallExpression' && node.firstChild ? node.firstChild : node);
      if (!/^[\w.]+$/.test(text) || text.split('.')[0] === name) return null;
      const [head = '', ...rest] = text.split('.');
      let found: Callee | null = definitionOf(reader, file, head, depth + 1);
      for (const part of rest) {
        if (found?.kind === 'name') found = { kind: 'name', name: `${found.name}.${part}` };
        else found = found?.kind === 'module' ? definitionOf(reader, found.file, part, depth + 1) : null;
      }
      return node.name === 'CallExpression' ? resultOf(found) : found;
    }
    case 'open':
      return null;
  }
}

function moduleOf(reader: Reader, from: PythonFile, module: string): Callee | null {
  const file = reader.files.resolve(from, module);
  if (file === undefined) return null;
  if (file) return { kind: 'module', file };
  return module.startsWith('.') ? null : { kind: 'name', name: module };
}

function importedOf(reader: Reader, from: PythonFile, module: string, name: string, depth: number): Callee | null {
  const file = reader.files.resolve(from, module);
  if (file === undefined) return null;
  if (!file) return module.startsWith('.') ? null : { kind: 'name', name: `${module}.${name}` };
  if (file.names.has(name)) return definitionOf(reader, file, name, depth + 1);
  const below = reader.files.resolve(from, `${module}.${name}`);
  return below ? { kind: 'module', file: below } : null;
}

/** Visits a function's own nodes, those of functions within it left out but for their heads. */
export function walkOwn(fn: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  const body = fn.getChild('Body') ?? fn.lastChild;
  if (body) walk(body);
  function walk(node: SyntaxNode): void {
    visit(node);
    if (node.name === 'FunctionDefinition' || node.name === 'ClassDefinition') return;
    for (let child = node.firstChild; child; child = child.nextSibling) walk(child);
  }
}
