import type { SyntaxNode } from '@lezer/common';
import { parametersOf } from './calls.ts';
import { evaluate } from './evaluate.ts';
import { type PyFunction, type PyValue, Scope } from './model.ts';
import { type Frame, type Run } from './run.ts';
import { textOf } from './tree.ts';
import { unknown } from './values.ts';

function functionOf(run: Run, frame: Frame, node: SyntaxNode, decorator?: string): PyFunction {
  const name = node.getChild('VariableName');
  const shape = { source: frame.source, node };
  const defaults = new Map<string, PyValue>();
  for (const parameter of parametersOf(shape))
    if (parameter.defaultNode) defaults.set(parameter.name, evaluate(run, frame, parameter.defaultNode));
  const scope = frame.scope.ofClass && frame.scope.parent ? frame.scope.parent : frame.scope;
  const text = name ? textOf(frame.source, name) : '';
  return {
    kind: 'function',
    name: text,
    ...shape,
    scope,
    defaults,
    text,
    ...(decorator === undefined ? {} : { decorator }),
  };
}

/** `def`: the defaults are evaluated now, the body when it is called. */
export function define(run: Run, frame: Frame, node: SyntaxNode, decorator?: string): void {
  const fn = functionOf(run, frame, node, decorator);
  frame.scope.set(fn.name, fn);
}

export function defineClass(run: Run, frame: Frame, node: SyntaxNode): void {
  const name = node.getChild('VariableName');
  const body = node.getChild('Body');
  if (!name) return;
  const scope = new Scope(frame.scope, true);
  const bases = (node.getChild('ArgList')?.getChildren('VariableName') ?? []).concat(
    node.getChild('ArgList')?.getChildren('MemberExpression') ?? [],
  );
  const values = bases.map((base) => evaluate(run, frame, base));
  if (body) run.steps.execute(run, { source: frame.source, scope }, body);
  const text = textOf(frame.source, name);
  frame.scope.set(text, { kind: 'class', name: text, scope, bases: values });
}

export function decorated(run: Run, frame: Frame, node: SyntaxNode): void {
  const decorator = node.getChild('Decorator');
  const fn = node.getChild('FunctionDefinition');
  const cls = node.getChild('ClassDefinition');
  if (fn) define(run, frame, fn, decorator ? textOf(frame.source, decorator).trim().replace(/^@/, '') : undefined);
  // A decorated class (`@dataclass`) has a constructor that is not seen.
  const name = cls?.getChild('VariableName');
  if (name) frame.scope.set(textOf(frame.source, name), unknown(textOf(frame.source, name)));
}
