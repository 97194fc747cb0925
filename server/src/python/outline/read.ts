import type { SyntaxNode } from '@lezer/common';
import type { OffsetRange } from '../../text/location.ts';
import { parsePython, textOf, type PythonSource } from '../tree.ts';
import { bindBlock, type Block, type Names } from './bindings.ts';
import { assignParts, branchesOf, catchesImportError, neverAtLoad, tryParts } from './blocks.ts';
import { classOutline } from './classes.ts';
import { importParts } from './imports.ts';
import { rangeOf } from './functions.ts';
import type { ImportOutline, PythonFile } from './model.ts';
import { syntaxOf } from './syntax.ts';

/** The outline of a file. `module` is the name that it would be imported by, such as `rewards.math`. Never throws. */
export function readOutline(uri: string, module: string, text: string): PythonFile {
  return outlineOf(uri, parsePython(module, text));
}

/** The outline of a file that is parsed already. */
export function outlineOf(uri: string, source: PythonSource): PythonFile {
  const syntax = syntaxOf(source);
  const names: Names = new Map();
  const imports: ImportOutline[] = [];
  const file: PythonFile & { mayHaveMore: boolean } = {
    uri,
    source,
    names,
    imports,
    mayHaveMore: false,
    syntaxError: syntax.error,
    doubtful: syntax.doubtful,
  };
  const seen = survey(source, source.root, imports);
  const block: Block = {
    file,
    owner: null,
    classOutline: (node, decorators) => classOutline(file, node, decorators, seen.patched),
    star: false,
  };
  bindBlock(block, source.root, names);
  for (const [name, range] of seen.rebound) names.set(name, { kind: 'open', range });
  file.mayHaveMore = block.star || seen.dynamic || syntax.doubtful.length > 0 || names.has('__getattr__');
  return file;
}

/** What has to be looked for everywhere in a file. */
interface Survey {
  /** Names that a function binds through `global`, or a walrus at module level. */
  readonly rebound: Map<string, OffsetRange>;
  /** Names whose attributes are assigned. */
  readonly patched: Set<string>;
  /** Code that makes names in ways that are not seen. */
  dynamic: boolean;
}

interface Surroundings {
  readonly atLoad: boolean;
  readonly guarded: boolean;
  readonly inFunction: boolean;
}

function survey(source: PythonSource, root: SyntaxNode, imports: ImportOutline[]): Survey {
  const found: Survey = { rebound: new Map(), patched: new Set(), dynamic: false };
  walk(root, { atLoad: true, guarded: false, inFunction: false });
  return found;

  function walk(node: SyntaxNode, around: Surroundings): void {
    visit(node, around);
    const inner = inFunction(node) ? { ...around, atLoad: false, inFunction: true } : around;
    const never = node.name === 'IfStatement' ? neverRun(source, node) : null;
    const guardedBody = node.name === 'TryStatement' ? guardedBodyOf(source, node) : null;
    const suppressed = node.name === 'WithStatement' && suppressesImportError(source, node);
    for (let child = node.firstChild; child; child = child.nextSibling) {
      if (!child.firstChild && child.name !== 'ImportStatement') continue;
      if (never?.has(child.from)) walk(child, { ...inner, atLoad: false });
      else if (guardedBody === child.from || (suppressed && child.name === 'Body'))
        walk(child, { ...inner, guarded: true });
      else walk(child, inner);
    }
  }

  function visit(node: SyntaxNode, around: Surroundings): void {
    switch (node.name) {
      case 'ImportStatement':
        imports.push(...importsOf(source, node, around));
        return;
      case 'ScopeStatement':
        if (node.getChild('global'))
          for (const name of node.getChildren('VariableName'))
            found.rebound.set(textOf(source, name), rangeOf(source, name));
        return;
      case 'NamedExpression': {
        const name = node.getChild('VariableName');
        if (name && !around.inFunction) found.rebound.set(textOf(source, name), rangeOf(source, name));
        return;
      }
      case 'AssignStatement':
      case 'UpdateStatement':
        for (const [target] of node.name === 'AssignStatement' ? assignParts(node).targets : [[node.firstChild]])
          if (target?.name === 'MemberExpression' && target.firstChild?.name === 'VariableName')
            found.patched.add(textOf(source, target.firstChild));
        return;
      case 'CallExpression':
        call(node);
        return;
      default:
    }
  }

  function call(node: SyntaxNode): void {
    const callee = node.firstChild ? textOf(source, node.firstChild) : '';
    if (callee === 'exec' || callee === 'globals') found.dynamic = true;
    if (callee !== 'setattr' && callee !== 'delattr') return;
    const first = node.getChild('ArgList')?.firstChild?.nextSibling;
    if (first?.name === 'VariableName') found.patched.add(textOf(source, first));
    if (first && textOf(source, first).startsWith('sys.modules')) found.dynamic = true;
  }
}

function inFunction(node: SyntaxNode): boolean {
  return node.name === 'FunctionDefinition' || node.name === 'LambdaExpression';
}

/** Offsets of the bodies of an `if` that do not run when the file is loaded. */
function neverRun(source: PythonSource, node: SyntaxNode): Set<number> {
  return new Set(
    branchesOf(node)
      .filter(({ test }) => test && neverAtLoad(source, test))
      .map(({ body }) => body.from),
  );
}

function guardedBodyOf(source: PythonSource, node: SyntaxNode): number | null {
  const { body, handlers } = tryParts(node);
  return body && handlers.some((handler) => catchesImportError(source, handler)) ? body.from : null;
}

function suppressesImportError(source: PythonSource, node: SyntaxNode): boolean {
  return /\bsuppress\([^)]*\b(ImportError|ModuleNotFoundError|Exception|BaseException)\b/.test(
    textOf(source, node).split('\n', 1)[0] ?? '',
  );
}

function importsOf(source: PythonSource, node: SyntaxNode, { atLoad, guarded }: Surroundings): ImportOutline[] {
  const { modules, from } = importParts(source, node);
  const range = { start: node.from, end: node.to };
  if (from) {
    const names = [...from.names.map(({ name }) => name), ...(from.star ? ['*'] : [])];
    return [{ module: from.module, names, range, moduleRange: from.moduleRange, atLoad, guarded }];
  }
  return modules.map(({ module, moduleRange }) => ({ module, names: [], range, moduleRange, atLoad, guarded }));
}
