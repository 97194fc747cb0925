import type { SyntaxNode } from '@lezer/common';
import { children, textOf, type PythonSource } from '../tree.ts';

/** Statements of the compound kinds taken apart into what is run under which condition. */

/** An `if` chain: branches in order, the last without a test where there is an `else`. */
export interface Branch {
  readonly test: SyntaxNode | null;
  readonly body: SyntaxNode;
}

/** The branches of an `IfStatement`. */
export function branchesOf(node: SyntaxNode): Branch[] {
  const branches: Branch[] = [];
  let test: SyntaxNode | null = null;
  for (const part of children(node)) {
    if (part.name === 'Body') {
      branches.push({ test, body: part });
      test = null;
    } else if (part.name !== 'if' && part.name !== 'elif' && part.name !== 'else') test = part;
  }
  return branches;
}

export interface Handler {
  /** What it catches; `null` for a bare `except`. */
  readonly type: SyntaxNode | null;
  /** The name behind `as`. */
  readonly name: SyntaxNode | null;
  readonly body: SyntaxNode;
}

export interface TryParts {
  readonly body: SyntaxNode | null;
  readonly handlers: readonly Handler[];
  readonly otherwise: SyntaxNode | null;
  readonly finally: SyntaxNode | null;
}

/** The parts of a `TryStatement`. */
export function tryParts(node: SyntaxNode): TryParts {
  const handlers: Handler[] = [];
  const bodies: Record<'try' | 'else' | 'finally', SyntaxNode | null> = { try: null, else: null, finally: null };
  let keyword = '';
  let type: SyntaxNode | null = null;
  let name: SyntaxNode | null = null;
  let previous = '';
  for (const part of children(node)) {
    if (part.name === 'try' || part.name === 'except' || part.name === 'else' || part.name === 'finally') {
      keyword = part.name;
      type = null;
      name = null;
    } else if (part.name === 'Body') {
      if (keyword === 'except') handlers.push({ type, name, body: part });
      else if (keyword === 'try' || keyword === 'else' || keyword === 'finally') bodies[keyword] = part;
    } else if (previous === 'as') name = part;
    else if (part.name !== 'as' && part.name !== '*') type ??= part;
    previous = part.name;
  }
  return { body: bodies.try, handlers, otherwise: bodies.else, finally: bodies.finally };
}

/** The bodies of a loop: what it repeats, and its `else`. */
export function loopBodies(node: SyntaxNode): { body: SyntaxNode | null; otherwise: SyntaxNode | null } {
  const [body = null, otherwise = null] = node.getChildren('Body');
  return { body, otherwise };
}

/** Statements of a `Body` or `Script`, groups of one line (`a; b`) taken apart. */
export function statementsOf(body: SyntaxNode): SyntaxNode[] {
  const list: SyntaxNode[] = [];
  for (let child = body.firstChild; child; child = child.nextSibling) {
    if (child.name === 'StatementGroup') list.push(...statementsOf(child));
    else if (child.name !== ':' && child.name !== ';' && child.name !== 'Comment') list.push(child);
  }
  return list;
}

/** An `AssignStatement` taken apart: targets from left to right, each as the nodes between commas and `=`; annotations left out. */
export function assignParts(node: SyntaxNode): { targets: SyntaxNode[][]; value: SyntaxNode[] | null } {
  const groups: SyntaxNode[][] = [[]];
  for (const part of children(node)) {
    if (part.name === 'AssignOp') groups.push([]);
    else if (part.name !== 'TypeDef') groups.at(-1)?.push(part);
  }
  if (groups.length === 1) return { targets: groups, value: null };
  const value = groups.pop() ?? [];
  return { targets: groups, value };
}

const ENDS = /^(sys\.exit|exit|quit|os\._exit|os\.abort)\s*\(/;

/** True where the statement ends the program or raises, whatever happens. */
export function endsProgram(source: PythonSource, statement: SyntaxNode): boolean {
  if (statement.name === 'RaiseStatement') return true;
  return statement.name === 'ExpressionStatement' && ENDS.test(textOf(source, statement));
}

/** True for `TYPE_CHECKING`, and for `__name__ == "__main__"`, which never holds in a file that is imported. */
export function neverAtLoad(source: PythonSource, test: SyntaxNode): boolean {
  return /^\(?\s*((typing\.|t\.)?TYPE_CHECKING|__name__\s*==\s*(['"])__main__\3|(['"])__main__\4\s*==\s*__name__|False|0)\s*\)?$/.test(
    textOf(source, test),
  );
}

const CATCHES_IMPORT_ERROR = /\b(ImportError|ModuleNotFoundError|Exception|BaseException)\b/;

/** True where the handler takes an import that fails. */
export function catchesImportError(source: PythonSource, { type }: Handler): boolean {
  return type === null || CATCHES_IMPORT_ERROR.test(textOf(source, type));
}
