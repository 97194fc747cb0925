import type { SyntaxNode } from '@lezer/common';
import { importParts } from '../outline/imports.ts';
import { children, textOf, type PythonSource } from '../tree.ts';

/** Which names a body binds itself. */
export interface Bindings {
  readonly locals: ReadonlySet<string>;
  /** Names that a function within changes through `nonlocal`. */
  readonly shared: ReadonlySet<string>;
  /** It has functions or lambdas of its own. */
  readonly hasInner: boolean;
}

/** Names bound in a function's body, its parameters included; those of functions within it are their own. */
export function bindingsOf(source: PythonSource, fn: SyntaxNode): Bindings {
  const locals = new Set<string>();
  const outer = new Set<string>();
  const shared = new Set<string>();
  let hasInner = false;
  const params = fn.getChild('ParamList');
  for (const name of params?.getChildren('VariableName') ?? []) if (isParameter(name)) locals.add(textOf(source, name));
  const body = fn.getChild('Body');
  if (body) walk(body);
  else for (const part of children(fn)) if (part.name !== 'ParamList') walk(part);
  for (const name of outer) locals.delete(name);
  return { locals, shared, hasInner };

  function bind(node: SyntaxNode): void {
    if (node.name === 'VariableName') locals.add(textOf(source, node));
    else if (/^(Tuple|Parenthesized|Array)Expression$/.test(node.name)) children(node).forEach(bind);
  }

  function walk(node: SyntaxNode): void {
    switch (node.name) {
      case 'FunctionDefinition':
      case 'ClassDefinition': {
        const name = node.getChild('VariableName');
        if (name) bind(name);
        hasInner = true;
        nonlocals(node);
        return;
      }
      case 'LambdaExpression':
        hasInner = true;
        break;
      case 'AssignStatement':
        for (const part of children(node)) if (isTarget(part)) bind(part);
        break;
      case 'UpdateStatement':
        if (node.firstChild) bind(node.firstChild);
        break;
      case 'ForStatement': {
        for (let part = node.firstChild; part && part.name !== 'in'; part = part.nextSibling) bind(part);
        break;
      }
      case 'NamedExpression':
        if (node.firstChild) bind(node.firstChild);
        break;
      case 'WithStatement':
      case 'TryStatement':
        for (const part of children(node)) if (part.prevSibling?.name === 'as') bind(part);
        break;
      case 'MatchClause':
        for (const name of captures(source, node)) locals.add(name);
        break;
      case 'ImportStatement': {
        const { modules, from } = importParts(source, node);
        for (const { bound } of modules) locals.add(bound);
        for (const { bound } of from?.names ?? []) locals.add(bound);
        return;
      }
      case 'DeleteStatement':
        children(node).slice(1).forEach(bind);
        return;
      case 'ScopeStatement':
        for (const name of node.getChildren('VariableName')) outer.add(textOf(source, name));
        return;
      case 'ArgList':
        // `f(x := 1)`
        for (const part of children(node))
          if (part.name === 'AssignOp' && textOf(source, part) === ':=' && part.prevSibling) bind(part.prevSibling);
        break;
      default:
    }
    for (let child = node.firstChild; child; child = child.nextSibling) walk(child);
  }

  function nonlocals(node: SyntaxNode): void {
    if (node.name === 'ScopeStatement' && node.getChild('nonlocal'))
      for (const name of node.getChildren('VariableName')) shared.add(textOf(source, name));
    for (let child = node.firstChild; child; child = child.nextSibling) nonlocals(child);
  }
}

function isParameter(name: SyntaxNode): boolean {
  const before = name.prevSibling?.name;
  return before !== 'AssignOp';
}

/** A part of an assignment that stands in front of `=`. */
function isTarget(part: SyntaxNode): boolean {
  for (let next = part.nextSibling; next; next = next.nextSibling) if (next.name === 'AssignOp') return true;
  return false;
}

/** Names that the pattern of a `case` binds. */
export function captures(source: PythonSource, clause: SyntaxNode): string[] {
  const names: string[] = [];
  const cursor = clause.cursor();
  while (cursor.next() && cursor.from < clause.to && cursor.name !== 'Body' && cursor.name !== 'Guard')
    if (cursor.name === 'VariableName' && cursor.node.parent?.name !== 'AttributePattern')
      names.push(textOf(source, cursor.node));
  return names;
}
