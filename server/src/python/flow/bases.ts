import type { ClassOutline, FunctionOutline, PythonFile, PythonFiles } from '../outline/model.ts';

import { BUILTIN_NAMES } from './builtinNames.ts';

/** Classes with what they inherit. */
export interface Bases {
  readonly names: readonly string[];
  readonly classes: readonly ClassOutline[];
  readonly complete: boolean;
}

/** Classes outside the workspace that are known to add no method that a subclass is asked for. */
const EMPTY = /^(builtins\.object|abc\.ABC|typing\.(Generic|Protocol)|typing_extensions\.Protocol)$/;

/** Bases upwards: workspace classes and dotted names of others, each once, in the order of the definition, depth first. */
export function basesOf(files: PythonFiles, cls: ClassOutline, seen = new Set<ClassOutline>()): Bases {
  const names: string[] = [];
  const classes: ClassOutline[] = [];
  let complete = true;
  seen.add(cls);
  for (const { text } of cls.bases) {
    const base = resolveDotted(files, cls.file, text.replace(/\[.*\]$/s, ''));
    if (base === null) complete = false;
    else if (typeof base === 'string') {
      if (!names.includes(base)) names.push(base);
    } else if (!seen.has(base)) {
      classes.push(base);
      const above = basesOf(files, base, seen);
      names.push(...above.names.filter((name) => !names.includes(name)));
      classes.push(...above.classes);
      complete &&= above.complete;
    }
  }
  return { names, classes, complete };
}

/** A dotted name as a file sees it: a class of the workspace, the full name of something else, or `null`. */
export function resolveDotted(files: PythonFiles, file: PythonFile, dotted: string): ClassOutline | string | null {
  if (!/^[\w.]+$/.test(dotted)) return null;
  const [head = '', ...rest] = dotted.split('.');
  return resolveName(files, file, head, rest, 0);
}

function resolveName(
  files: PythonFiles,
  file: PythonFile,
  name: string,
  rest: readonly string[],
  depth: number,
): ClassOutline | string | null {
  if (depth > 12) return null;
  const definition = file.names.get(name);
  if (!definition) {
    if (file.mayHaveMore) return null;
    if (file.uri.endsWith('/__init__.py') && depth > 0) return inModule(files, file, `.${name}`, rest, depth);
    return depth === 0 && BUILTIN_NAMES.has(name) ? ['builtins', name, ...rest].join('.') : null;
  }
  switch (definition.kind) {
    case 'class':
      return rest.length === 0 ? definition : null;
    case 'module':
      return inModule(files, file, definition.module, rest, depth);
    case 'imported':
      return imported(files, file, definition.module, definition.name, rest, depth);
    case 'value': {
      // `Base = agent.AgentInstanceBase`
      const { node } = definition;
      if (node.name !== 'VariableName' && node.name !== 'MemberExpression') return null;
      const text = file.source.text.slice(node.from, node.to);
      if (!/^[\w.]+$/.test(text)) return null;
      const [head = '', ...more] = text.split('.');
      return head === name ? null : resolveName(files, file, head, [...more, ...rest], depth + 1);
    }
    case 'function':
    case 'open':
      return null;
  }
}

function inModule(
  files: PythonFiles,
  from: PythonFile,
  module: string,
  rest: readonly string[],
  depth: number,
): ClassOutline | string | null {
  const file = files.resolve(from, module);
  if (file === undefined) return null;
  const [name, ...more] = rest;
  if (file === null) return module.startsWith('.') ? null : namedBelow(files, from, module, rest, depth);
  return name === undefined ? null : resolveName(files, file, name, more, depth + 1);
}

/** `import a.b`, then `a.b.C`, where `a` is no file of the workspace but `a.b` may be. */
function namedBelow(
  files: PythonFiles,
  from: PythonFile,
  module: string,
  rest: readonly string[],
  depth: number,
): ClassOutline | string | null {
  for (let length = rest.length - 1; length > 0; length--) {
    const file = files.resolve(from, [module, ...rest.slice(0, length)].join('.'));
    const [name = '', ...more] = rest.slice(length);
    if (file === undefined) return null;
    if (file) return resolveName(files, file, name, more, depth + 1);
  }
  return [module, ...rest].join('.');
}

function imported(
  files: PythonFiles,
  from: PythonFile,
  module: string,
  name: string,
  rest: readonly string[],
  depth: number,
): ClassOutline | string | null {
  const file = files.resolve(from, module);
  if (file === undefined) return null;
  if (file) return resolveName(files, file, name, rest, depth + 1);
  return module.startsWith('.') ? null : [module, name, ...rest].join('.');
}

/** A method of the class or its workspace bases; `null` where none has it and all bases are known; `undefined` otherwise. */
export function methodOf(files: PythonFiles, cls: ClassOutline, name: string): FunctionOutline | null | undefined {
  const { names, classes, complete } = basesOf(files, cls);
  for (const each of [cls, ...classes]) {
    const method = each.methods.get(name);
    if (each.unsure === 'all' || each.unsure.has(name) || isDoubtful(each)) return undefined;
    if (method) return method;
  }
  return complete && names.every((base) => EMPTY.test(base) || base.startsWith('openrlhf.')) ? null : undefined;
}

/** True where the tree of the class or function may be wrong. */
export function isDoubtful({ file, node }: ClassOutline | FunctionOutline): boolean {
  return file.doubtful.some(({ start, end }) => node.from <= end && start <= node.to);
}
