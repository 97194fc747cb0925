import type { SyntaxNode } from '@lezer/common';
import type { OffsetRange } from '../../text/location.ts';
import { children, splitAtCommas, textOf, type PythonSource } from '../tree.ts';
import type { BaseClass, ClassOutline, Decorator, FunctionOutline, Parameter, PythonFile } from './model.ts';

/** Range of a node without the line break that the grammar counts to a body. */
export function rangeOf(source: PythonSource, node: SyntaxNode): OffsetRange {
  return { start: node.from, end: node.from + textOf(source, node).trimEnd().length };
}

/** The decorators of a `DecoratedStatement`, outermost first. */
export function decoratorsOf(source: PythonSource, node: SyntaxNode): Decorator[] {
  return node.getChildren('Decorator').map((decorator) => {
    const parts = children(decorator).slice(1);
    const start = parts[0]?.from ?? decorator.from + 1;
    const end = parts.at(-1)?.to ?? start;
    return { text: source.text.slice(start, end), range: { start, end } };
  });
}

/** Parameters of a `def` or `lambda`, in order. */
export function parametersOf(source: PythonSource, node: SyntaxNode): Parameter[] {
  const list = node.getChild('ParamList');
  if (!list) return [];
  const parts = children(list).filter(({ name }) => name !== '(' && name !== ')');
  const slash = slashOf(source, list);
  const parameters: Parameter[] = [];
  let keywordOnly = false;
  for (const group of splitAtCommas(parts)) {
    const stars = group[0]?.name === '*' || group[0]?.name === '**' ? group[0].name : '';
    const name = group.find((part) => part.name === 'VariableName');
    if (name)
      parameters.push({
        name: textOf(source, name),
        kind: kindOf(stars, keywordOnly, name.to < slash),
        hasDefault: group.some((part) => part.name === 'AssignOp'),
        range: { start: name.from, end: name.to },
      });
    if (stars === '*') keywordOnly = true;
  }
  return parameters;
}

function kindOf(stars: string, keywordOnly: boolean, beforeSlash: boolean): Parameter['kind'] {
  if (stars === '**') return 'var-keyword';
  if (stars === '*') return 'var-positional';
  if (keywordOnly) return 'keyword-only';
  return beforeSlash ? 'positional-only' : 'positional';
}

/** Offset of the `/` that ends the positional-only parameters, which the tree leaves out; `-1` where there is none. */
function slashOf(source: PythonSource, list: SyntaxNode): number {
  let from = list.from;
  for (let part = list.firstChild; part; part = part.nextSibling) {
    const at = source.text.slice(from, part.from).indexOf('/');
    if (at >= 0) return from + at;
    from = part.to;
  }
  const at = source.text.slice(from, list.to).indexOf('/');
  return at < 0 ? -1 : from + at;
}

/** True where the body has a `yield` of its own, not one of a function within it. */
export function isGenerator(node: SyntaxNode): boolean {
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name === 'YieldExpression' || child.name === 'YieldStatement') return true;
    if (child.name === 'FunctionDefinition' || child.name === 'LambdaExpression' || child.name === 'ClassDefinition')
      continue;
    if (child.firstChild && isGenerator(child)) return true;
  }
  return false;
}

/** Outline of a `FunctionDefinition` or `LambdaExpression`. */
export function functionOutline(
  file: PythonFile,
  node: SyntaxNode,
  owner: ClassOutline | null = null,
  decorators: readonly Decorator[] = [],
): FunctionOutline {
  const { source } = file;
  const name = node.getChild('VariableName');
  const async = node.getChild('async');
  const list = node.getChild('ParamList');
  const body = node.getChild('Body');
  return {
    kind: 'function',
    name: name && node.name === 'FunctionDefinition' ? textOf(source, name) : '<lambda>',
    nameRange: name && node.name === 'FunctionDefinition' ? { start: name.from, end: name.to } : rangeOf(source, node),
    range: rangeOf(source, node),
    async: async ? { start: async.from, end: async.nextSibling?.from ?? async.to } : null,
    isGenerator: isGenerator(body ?? node),
    decorators,
    parameters: parametersOf(source, node),
    parametersRange: list ? { start: list.from, end: list.to } : { start: node.from, end: node.from },
    node,
    file,
    owner,
  };
}

/** Bases as written, and whether another metaclass than `ABCMeta` is named. */
export function basesOf(source: PythonSource, node: SyntaxNode): { bases: BaseClass[]; metaclass: boolean } {
  const list = node.getChild('ArgList');
  const bases: BaseClass[] = [];
  let metaclass = false;
  for (const group of list ? splitAtCommas(children(list).slice(1, -1)) : []) {
    const first = group[0];
    const last = group.at(-1);
    if (!first || !last) continue;
    if (group[1]?.name === 'AssignOp') {
      if (textOf(source, first) === 'metaclass' && !/^(abc\.)?ABCMeta$/.test(textOf(source, last))) metaclass = true;
      continue;
    }
    const range = { start: first.from, end: last.to };
    bases.push({ text: source.text.slice(range.start, range.end), range });
  }
  return { bases, metaclass };
}

/** True where both can be called in the same way, and give their results in the same way. */
export function sameShape(a: FunctionOutline, b: FunctionOutline): boolean {
  return (
    (a.async === null) === (b.async === null) &&
    a.isGenerator === b.isGenerator &&
    a.parameters.length === b.parameters.length &&
    a.parameters.every((parameter, index) => {
      const other = b.parameters[index];
      return (
        other?.name === parameter.name && other.kind === parameter.kind && other.hasDefault === parameter.hasDefault
      );
    })
  );
}
