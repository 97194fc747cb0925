import type { SyntaxNode } from '@lezer/common';
import { assign } from './assign.ts';
import { decorated, define, defineClass } from './definitions.ts';
import { forLoop, whileLoop } from './loops.ts';
import { evaluate } from './evaluate.ts';
import { evaluateList } from './sequences.ts';
import { importNames } from './imports.ts';
import { iterate } from './iterate.ts';
import { MAX_LENGTH, binary } from './operators.ts';
import { NORMAL, ProgramEnd, type Completion, type Departure, type Frame, type Run } from './run.ts';
import { children, hasError, textOf } from './tree.ts';
import { NONE, truth, unknown } from './values.ts';

/** Runs the statements of a block. */
export function execute(run: Run, frame: Frame, body: SyntaxNode): Completion {
  const depth = run.conditions.length;
  let after: Departure | undefined;
  try {
    for (const node of children(body)) {
      if (node.name === ':') continue;
      const completion = statement(run, frame, node);
      if (completion.kind === 'return' && after) return { kind: 'return', value: unknown(textOf(frame.source, node)) };
      if (completion.kind !== 'normal') return completion;
      if (!completion.after) continue;
      after = completion.after;
      run.conditions.push(`not (${after.condition})`);
    }
  } finally {
    run.conditions.length = depth;
  }
  return after ? { kind: 'normal', after } : NORMAL;
}

const COMPOUND = new Set([
  'IfStatement',
  'ForStatement',
  'WhileStatement',
  'WithStatement',
  'TryStatement',
  'MatchStatement',
  'FunctionDefinition',
  'ClassDefinition',
  'DecoratedStatement',
  'StatementGroup',
]);

function statement(run: Run, frame: Frame, node: SyntaxNode): Completion {
  run.tick();
  const broken = COMPOUND.has(node.name) ? children(node).some(({ type }) => type.isError) : hasError(node);
  if (broken) run.report({ kind: 'syntax', hidesFlags: true }, frame, node);
  switch (node.name) {
    case 'ExpressionStatement':
    case 'YieldStatement':
      evaluateList(run, frame, children(node));
      return NORMAL;
    case 'AssignStatement':
      assignment(run, frame, node);
      return NORMAL;
    case 'UpdateStatement':
      update(run, frame, node);
      return NORMAL;
    case 'IfStatement':
      return conditional(run, frame, children(node));
    case 'ForStatement':
      return forLoop(run, frame, node);
    case 'WhileStatement':
      return whileLoop(run, frame, node);
    case 'WithStatement':
      return withBlock(run, frame, node);
    case 'TryStatement':
      return tryBlock(run, frame, node);
    case 'MatchStatement':
      return match(run, frame, node);
    case 'FunctionDefinition':
      define(run, frame, node);
      return NORMAL;
    case 'ClassDefinition':
      defineClass(run, frame, node);
      return NORMAL;
    case 'DecoratedStatement':
      decorated(run, frame, node);
      return NORMAL;
    case 'StatementGroup':
      return execute(run, frame, node);
    case 'ImportStatement':
      importNames(run, frame, node);
      return NORMAL;
    case 'ReturnStatement': {
      const values = children(node).slice(1);
      return { kind: 'return', value: values.length > 0 ? evaluateList(run, frame, values) : NONE };
    }
    case 'RaiseStatement':
      throw new ProgramEnd();
    case 'BreakStatement':
      return { kind: 'break' };
    case 'ContinueStatement':
      return { kind: 'continue' };
    case 'AssertStatement': {
      const test = children(node)[1];
      if (test && truth(evaluate(run, frame, test)) === false) throw new ProgramEnd();
      return NORMAL;
    }
    case 'DeleteStatement':
      for (const target of children(node).slice(1))
        if (target.name === 'VariableName') frame.scope.names.delete(textOf(frame.source, target));
      return NORMAL;
    case 'ScopeStatement':
      for (const name of node.getChildren('VariableName')) frame.scope.outer.add(textOf(frame.source, name));
      return NORMAL;
    default:
      return NORMAL;
  }
}

function assignment(run: Run, frame: Frame, node: SyntaxNode): void {
  const groups: SyntaxNode[][] = [[]];
  for (const part of children(node)) {
    if (part.name === 'AssignOp') groups.push([]);
    else if (part.name !== 'TypeDef') groups.at(-1)?.push(part);
  }
  const source = groups.pop();
  if (!source || groups.length === 0) return;
  const value = evaluateList(run, frame, source);
  for (const target of groups) assign(run, frame, target, value);
}

function update(run: Run, frame: Frame, node: SyntaxNode): void {
  const [target, operator, ...source] = children(node);
  if (!target || !operator) return;
  const before = evaluate(run, frame, target);
  const change = evaluateList(run, frame, source);
  const op = textOf(frame.source, operator).replace(/=$/, '');
  if (before.kind === 'list' && op === '+') {
    // `+=` changes the list itself, which other names may hold too.
    const items = iterate(change);
    if (!items || run.conditions.length > (before.born ?? 0) || before.items.length + items.length > MAX_LENGTH)
      before.broken ??= textOf(frame.source, node);
    else before.items.push(...items);
    return;
  }
  assign(run, frame, [target], binary(op, before, change) ?? unknown(textOf(frame.source, target)));
}

/** `if`, with what follows it: `elif` and `else`. */
function conditional(run: Run, frame: Frame, parts: readonly SyntaxNode[]): Completion {
  const [keyword, ...rest] = parts;
  if (!keyword) return NORMAL;
  if (keyword.name === 'else') {
    const body = rest.find(({ name }) => name === 'Body');
    return body ? execute(run, frame, body) : NORMAL;
  }
  const at = rest.findIndex(({ name }) => name === 'Body');
  const body = rest[at];
  const test = rest[0];
  if (!body || !test || at === 0) return NORMAL;
  const others = rest.slice(at + 1);
  const decided = truth(evaluate(run, frame, test));
  if (decided !== undefined) return decided ? execute(run, frame, body) : conditional(run, frame, others);
  const condition = textOf(frame.source, test);
  return run.alternatives(frame, [
    { condition, body: () => execute(run, frame, body) },
    { condition: `not (${condition})`, body: () => conditional(run, frame, others) },
  ]);
}

function withBlock(run: Run, frame: Frame, node: SyntaxNode): Completion {
  const parts = children(node);
  parts.forEach((part, index) => {
    if (part.name === 'Body' || part.name === 'with' || part.name === 'as' || part.name === ',') return;
    if (parts[index - 1]?.name === 'as') assign(run, frame, [part], unknown(textOf(frame.source, part)));
    else evaluate(run, frame, part);
  });
  const body = node.getChild('Body');
  return body ? execute(run, frame, body) : NORMAL;
}

function tryBlock(run: Run, frame: Frame, node: SyntaxNode): Completion {
  const bodies: { keyword: string; body: SyntaxNode; name?: SyntaxNode }[] = [];
  let keyword = '';
  let name: SyntaxNode | undefined;
  let previous = '';
  for (const part of children(node)) {
    if (part.name === 'Body') bodies.push(name ? { keyword, body: part, name } : { keyword, body: part });
    else if (['try', 'except', 'else', 'finally'].includes(part.name)) {
      keyword = part.name;
      name = undefined;
    } else if (previous === 'as') name = part;
    previous = part.name;
  }
  const of = (wanted: string) => bodies.filter((each) => each.keyword === wanted);
  const main = [...of('try'), ...of('else')];
  const handlers = of('except');
  const all = (list: readonly { body: SyntaxNode }[]): Completion => {
    for (const { body } of list) {
      const completion = execute(run, frame, body);
      if (completion.kind !== 'normal') return completion;
    }
    return NORMAL;
  };
  const completion =
    handlers.length === 0
      ? all(main)
      : run.alternatives(frame, [
          { condition: 'try', body: () => all(main) },
          ...handlers.map(({ body, name: caught }) => ({
            condition: 'except',
            body: () => {
              if (caught) assign(run, frame, [caught], unknown('except'));
              return execute(run, frame, body);
            },
          })),
        ]);
  const last = all(of('finally'));
  return last.kind === 'normal' ? completion : last;
}

/** `match`: every case is taken as possible. */
function match(run: Run, frame: Frame, node: SyntaxNode): Completion {
  const clauses = node.getChild('MatchBody')?.getChildren('MatchClause') ?? [];
  return run.alternatives(frame, [
    ...clauses.map((clause) => ({
      condition: textOf(frame.source, clause).split(':', 1)[0] ?? '',
      body: () => {
        const cursor = clause.cursor();
        while (cursor.next() && cursor.from < clause.to && cursor.name !== 'Body')
          if (cursor.name === 'VariableName') assign(run, frame, [cursor.node], unknown('case'));
        const body = clause.getChild('Body');
        return body ? execute(run, frame, body) : NORMAL;
      },
    })),
    { condition: 'no case', body: () => NORMAL },
  ]);
}
