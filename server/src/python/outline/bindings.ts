import type { SyntaxNode } from '@lezer/common';
import { children, textOf } from '../tree.ts';
import { assignParts, branchesOf, endsProgram, loopBodies, neverAtLoad, statementsOf, tryParts } from './blocks.ts';
import { decoratorsOf, functionOutline, sameShape } from './functions.ts';
import { importParts } from './imports.ts';
import type { ClassOutline, Decorator, Definition, PythonFile } from './model.ts';

/** Names that a block leaves bound, in the order in which they came. */
export type Names = Map<string, Definition>;

/** The block whose names are read: a module or the body of a class. */
export interface Block {
  readonly file: PythonFile;
  readonly owner: ClassOutline | null;
  /** Makes the outline of a class; given from outside, as it reads a block in turn. */
  readonly classOutline: (node: SyntaxNode, decorators: readonly Decorator[]) => ClassOutline;
  /** `from x import *` was met. */
  star: boolean;
}

/** Binds what the statements of a body bind. Returns true where the end of it is never reached. */
export function bindBlock(block: Block, body: SyntaxNode, names: Names): boolean {
  for (const statement of statementsOf(body)) if (bindStatement(block, statement, names)) return true;
  return false;
}

function bindStatement(block: Block, node: SyntaxNode, names: Names): boolean {
  const { file, owner } = block;
  switch (node.name) {
    case 'FunctionDefinition':
      define(names, functionOutline(file, node, owner));
      return false;
    case 'ClassDefinition':
      define(names, block.classOutline(node, []));
      return false;
    case 'DecoratedStatement': {
      const decorators = decoratorsOf(file.source, node);
      const fn = node.getChild('FunctionDefinition');
      const cls = node.getChild('ClassDefinition');
      if (fn) define(names, functionOutline(file, fn, owner, decorators));
      if (cls) define(names, block.classOutline(cls, decorators));
      return false;
    }
    case 'ImportStatement':
      bindImport(block, node, names);
      return false;
    case 'AssignStatement':
      bindAssignment(block, node, names);
      return false;
    case 'UpdateStatement':
    case 'TypeDefinition':
      open(block, names, node.getChildren('VariableName').slice(0, 1));
      return false;
    case 'DeleteStatement':
      for (const target of children(node).slice(1))
        if (target.name === 'VariableName') names.delete(textOf(file.source, target));
      return false;
    case 'IfStatement':
      return bindIf(block, node, names);
    case 'TryStatement':
      return bindTry(block, node, names);
    case 'ForStatement':
    case 'WhileStatement':
      return bindLoop(block, node, names);
    case 'WithStatement': {
      open(block, names, targetsOfWith(node));
      const body = node.getChild('Body');
      if (body) bindBlock(block, body, names);
      return false;
    }
    case 'MatchStatement':
      bindMatch(block, node, names);
      return false;
    default:
      return endsProgram(file.source, node);
  }
}

function define(names: Names, definition: Definition & { readonly name: string }): void {
  names.set(definition.name, definition);
}

function open(block: Block, names: Names, nodes: readonly SyntaxNode[]): void {
  for (const node of nodes)
    names.set(textOf(block.file.source, node), { kind: 'open', range: { start: node.from, end: node.to } });
}

function bindImport(block: Block, node: SyntaxNode, names: Names): void {
  const { modules, from } = importParts(block.file.source, node);
  for (const { module, bound, whole, moduleRange } of modules)
    names.set(bound, { kind: 'module', module: whole ? module : bound, range: moduleRange });
  if (!from) return;
  for (const { name, bound, range } of from.names)
    names.set(bound, { kind: 'imported', module: from.module, name, range });
  if (!from.star) return;
  block.star = true;
  // The module may have any of the names that are bound so far.
  for (const [name, { range }] of names)
    names.set(name, { kind: 'open', range: 'start' in range ? range : from.moduleRange });
}

function bindAssignment(block: Block, node: SyntaxNode, names: Names): void {
  const { targets, value } = assignParts(node);
  const only = value?.length === 1 ? value[0] : undefined;
  if (!value) return;
  for (const target of targets) {
    const [name] = target;
    if (target.length !== 1 || name?.name !== 'VariableName') {
      open(block, names, namesIn(target));
      continue;
    }
    const text = textOf(block.file.source, name);
    if (only && !names.has(text))
      names.set(text, { kind: 'value', node: only, range: { start: name.from, end: name.to } });
    else open(block, names, [name]);
  }
}

/** Names that targets such as `a, (b, *c)` bind; `d[k]` and `e.f` bind none. */
function namesIn(target: readonly SyntaxNode[]): SyntaxNode[] {
  return target.flatMap((node) => {
    if (node.name === 'VariableName') return [node];
    if (node.name === 'TupleExpression' || node.name === 'ParenthesizedExpression' || node.name === 'ArrayExpression')
      return namesIn(children(node));
    return [];
  });
}

function targetsOfWith(node: SyntaxNode): SyntaxNode[] {
  return namesIn(children(node).filter(({ prevSibling }) => prevSibling?.name === 'as'));
}

function bindIf(block: Block, node: SyntaxNode, names: Names): boolean {
  const before = new Map(names);
  const ways: Names[] = [];
  let complete = false;
  for (const { test, body } of branchesOf(node)) {
    if (test && neverAtLoad(block.file.source, test)) continue;
    const way = new Map(before);
    if (!bindBlock(block, body, way)) ways.push(way);
    if (!test || /^(not\s+(typing\.)?TYPE_CHECKING|True|1)$/.test(textOf(block.file.source, test))) {
      complete = true;
      break;
    }
  }
  if (!complete) ways.push(before);
  return join(names, ways);
}

function bindTry(block: Block, node: SyntaxNode, names: Names): boolean {
  const parts = tryParts(node);
  const before = new Map(names);
  const ways: Names[] = [];
  const main = new Map(before);
  const reaches = [parts.body, parts.otherwise].every((body) => !body || !bindBlock(block, body, main));
  if (reaches) ways.push(main);
  // A handler is entered after any part of the body.
  const partly = new Map(before);
  join(partly, [main, before]);
  for (const { body, name } of parts.handlers) {
    const way = new Map(partly);
    const ends = bindBlock(block, body, way);
    if (name) way.delete(textOf(block.file.source, name));
    if (!ends) ways.push(way);
  }
  const ends = join(names, ways);
  return (parts.finally ? bindBlock(block, parts.finally, names) : false) || ends;
}

function bindLoop(block: Block, node: SyntaxNode, names: Names): boolean {
  const { body, otherwise } = loopBodies(node);
  const ways: Names[] = [new Map(names)];
  const repeated = new Map(names);
  if (node.name === 'ForStatement') open(block, repeated, namesIn(loopTargets(node)));
  if (body) bindBlock(block, body, repeated);
  ways.push(repeated);
  join(names, ways);
  if (otherwise) {
    const way = new Map(names);
    bindBlock(block, otherwise, way);
    join(names, [way, new Map(names)]);
  }
  return false;
}

/** What stands between `for` and `in`. */
function loopTargets(node: SyntaxNode): SyntaxNode[] {
  const parts = children(node);
  const from = parts.findIndex(({ name }) => name === 'for');
  const to = parts.findIndex(({ name }) => name === 'in');
  return parts.slice(from + 1, to);
}

function bindMatch(block: Block, node: SyntaxNode, names: Names): void {
  const ways: Names[] = [new Map(names)];
  for (const clause of node.getChild('MatchBody')?.getChildren('MatchClause') ?? []) {
    const way = new Map(names);
    const cursor = clause.cursor();
    const captured: SyntaxNode[] = [];
    while (cursor.next() && cursor.from < clause.to && cursor.name !== 'Body')
      if (cursor.name === 'VariableName') captured.push(cursor.node);
    open(block, way, captured);
    const body = clause.getChild('Body');
    if (!body || !bindBlock(block, body, way)) ways.push(way);
  }
  join(names, ways);
}

/** Leaves in `names` what the ways agree on; a name that they bind differently is open. True where there is no way. */
function join(names: Names, ways: readonly Names[]): boolean {
  const every = new Set(ways.flatMap((way) => [...way.keys()]));
  const result: Names = new Map();
  for (const name of every) {
    const found = ways.map((way) => way.get(name));
    const first = found.find((definition) => definition !== undefined);
    if (!first) continue;
    const same = found.every(
      (other) =>
        other === first || (first.kind === 'function' && other?.kind === 'function' && sameShape(first, other)),
    );
    result.set(name, same ? first : { kind: 'open', range: placeOf(first) });
  }
  names.clear();
  for (const [name, definition] of result) names.set(name, definition);
  return ways.length === 0;
}

function placeOf(definition: Definition): { readonly start: number; readonly end: number } {
  return definition.kind === 'function' || definition.kind === 'class' ? definition.nameRange : definition.range;
}
