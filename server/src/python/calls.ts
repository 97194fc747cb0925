import type { SyntaxNode } from '@lezer/common';
import { callBuiltin } from './builtins.ts';
import { spoil } from './assign.ts';
import { ofClass } from './members.ts';
import { callMethod, makeParser } from './methods.ts';
import { type CallArguments, type PyClass, type PyFunction, type PyInstance, type PyValue, Scope } from './model.ts';
import type { Frame, Run } from './run.ts';
import { children, splitAtCommas, textOf } from './tree.ts';
import { NONE, reachesParser, str, tuple, unknown } from './values.ts';

/** The value of a call, with what it does to parsers. */
export function call(run: Run, frame: Frame, callee: PyValue, args: CallArguments, node: SyntaxNode): PyValue {
  switch (callee.kind) {
    case 'function':
      return callFunction(run, frame, callee, args, node);
    case 'bound':
      return callFunction(run, frame, callee.fn, { ...args, positional: [callee.self, ...args.positional] }, node);
    case 'partial': {
      const given = callee.args;
      return call(
        run,
        frame,
        callee.fn,
        {
          positional: [...given.positional, ...args.positional],
          keywords: new Map([...given.keywords, ...args.keywords]),
          texts: new Map([...given.texts, ...args.texts]),
          ...((args.open ?? given.open) === undefined ? {} : { open: args.open ?? given.open ?? '' }),
        },
        node,
      );
    }
    case 'class':
      return instantiate(run, frame, callee, args, node);
    case 'builtin':
      return callBuiltin(run, frame, callee.name, args, node) ?? notSeen(run, frame, args, node);
    case 'method':
      return callMethod(run, frame, callee.self, callee.name, args, node) ?? notSeen(run, frame, args, node);
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'list':
    case 'tuple':
    case 'dict':
    case 'instance':
    case 'module':
    case 'imported':
    case 'parser':
    case 'group':
    case 'action':
    case 'unknown':
      return notSeen(run, frame, args, node);
  }
}

/** Code that is not seen: it may add flags to a parser that it gets, and change lists and mappings. */
function notSeen(run: Run, frame: Frame, args: CallArguments, node: SyntaxNode): PyValue {
  const values = [...args.positional, ...args.keywords.values()];
  const source = textOf(frame.source, node);
  for (const value of values) spoil(value, source);
  if (values.some((value) => reachesParser(value))) run.report({ kind: 'call', hidesFlags: true }, frame, node);
  const parsers = values.filter(({ kind }) => kind === 'parser');
  // `parser = add_options(parser)` gives the parser back, as such functions do.
  return parsers.length === 1 && parsers[0] ? parsers[0] : unknown(source);
}

function callFunction(run: Run, frame: Frame, fn: PyFunction, args: CallArguments, node: SyntaxNode): PyValue {
  const body = fn.node.name === 'LambdaExpression' ? children(fn.node).at(-1) : fn.node.getChild('Body');
  const special = children(fn.node).some(({ name }) => name === 'async') || (body && isGenerator(body));
  if (!body || special || (fn.decorator !== undefined && fn.decorator !== 'staticmethod'))
    return notSeen(run, frame, args, node);
  const inner: Frame = { source: fn.source, scope: new Scope(fn.scope) };
  bind(run, fn, inner, args, textOf(frame.source, node));
  if (fn.node.name === 'LambdaExpression') return run.steps.evaluate(run, inner, body);
  const completion = run.steps.execute(run, inner, body);
  if (completion.kind === 'return') return completion.value;
  const early = completion.kind === 'normal' && completion.after?.by === 'return';
  return early ? unknown(textOf(frame.source, node)) : NONE;
}

function isGenerator(body: SyntaxNode): boolean {
  const cursor = body.cursor();
  const end = body.to;
  while (cursor.next() && cursor.from < end) {
    if (cursor.name === 'YieldExpression' || cursor.name === 'YieldStatement') return true;
  }
  return false;
}

/** One parameter of a `def` or `lambda`. */
export interface Parameter {
  readonly name: string;
  readonly star: '' | '*' | '**';
  readonly defaultNode: SyntaxNode | undefined;
  readonly keywordOnly: boolean;
}

export function parametersOf(fn: Pick<PyFunction, 'source' | 'node'>): Parameter[] {
  const paramList = fn.node.getChild('ParamList');
  if (!paramList) return [];
  const parameters: Parameter[] = [];
  let keywordOnly = false;
  for (const group of splitAtCommas(children(paramList).filter(({ name }) => name !== '(' && name !== ')'))) {
    const star = group[0]?.name === '*' ? '*' : group[0]?.name === '**' ? '**' : '';
    const name = group.find((part) => part.name === 'VariableName');
    if (name) {
      const at = group.findIndex((part) => part.name === 'AssignOp');
      const defaultNode = at < 0 ? undefined : group[at + 1];
      parameters.push({ name: textOf(fn.source, name), star, defaultNode, keywordOnly });
    }
    if (star === '*') keywordOnly = true;
  }
  return parameters;
}

function bind(run: Run, fn: PyFunction, inner: Frame, args: CallArguments, source: string): void {
  const parameters = parametersOf(fn);
  const rest = [...args.positional];
  const keywords = new Map(args.keywords);
  for (const { name, star, keywordOnly } of parameters) {
    if (star === '*') {
      inner.scope.set(name, args.open === undefined ? tuple(rest.splice(0)) : unknown(args.open));
      continue;
    }
    if (star === '**') {
      const entries = [...keywords].map(([key, value]): [PyValue, PyValue] => [str(key), value]);
      inner.scope.set(
        name,
        args.open === undefined
          ? { kind: 'dict', entries, born: run.conditions.length }
          : { kind: 'dict', entries, broken: args.open },
      );
      continue;
    }
    const given = keywordOnly ? keywords.get(name) : (rest.shift() ?? keywords.get(name));
    keywords.delete(name);
    const fallback = args.open === undefined ? fn.defaults.get(name) : undefined;
    inner.scope.set(name, given ?? fallback ?? unknown(`${name} of ${source}`));
  }
}

const OVERRIDES = ['__init__', 'add_argument', 'parse_args', 'parse_known_args', 'add_argument_group', '_add_action'];

function instantiate(run: Run, frame: Frame, cls: PyClass, args: CallArguments, node: SyntaxNode): PyValue {
  if (isParserClass(cls)) {
    if (OVERRIDES.some((name) => ofClass(run, cls, name)))
      run.report({ kind: 'parser', hidesFlags: true }, frame, node);
    return { kind: 'parser', parser: makeParser(run, frame, args, node) };
  }
  if (cls.bases.some(({ kind }) => kind !== 'class' && kind !== 'builtin')) return notSeen(run, frame, args, node);
  const self: PyInstance = { kind: 'instance', cls, attributes: new Map() };
  const init = ofClass(run, cls, '__init__');
  if (init?.kind === 'function') {
    callFunction(run, frame, init, { ...args, positional: [self, ...args.positional] }, node);
  } else if (args.positional.length + args.keywords.size > 0) notSeen(run, frame, args, node);
  return self;
}

function isParserClass(cls: PyClass, depth = 0): boolean {
  return cls.bases.some(
    (base) =>
      (base.kind === 'builtin' && base.name === 'argparse.ArgumentParser') ||
      (base.kind === 'class' && depth < 20 && isParserClass(base, depth + 1)),
  );
}
