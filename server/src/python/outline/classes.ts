import type { SyntaxNode } from '@lezer/common';
import { textOf } from '../tree.ts';
import { bindBlock, type Block, type Names } from './bindings.ts';
import { basesOf, rangeOf } from './functions.ts';
import type { ClassOutline, Decorator, Definition, FunctionOutline, PythonFile } from './model.ts';

/** Decorators of classes that add or replace no method a caller would look for. */
const PLAIN_DECORATOR = /^((dataclasses\.)?dataclass|(typing\.)?(final|runtime_checkable))\b/;

/** Outline of a `ClassDefinition`; `patched` has the names whose attributes the file assigns. */
export function classOutline(
  file: PythonFile,
  node: SyntaxNode,
  decorators: readonly Decorator[],
  patched: ReadonlySet<string>,
): ClassOutline {
  const { source } = file;
  const name = node.getChild('VariableName');
  const body = node.getChild('Body');
  const { bases, metaclass } = basesOf(source, node);
  const methods = new Map<string, FunctionOutline>();
  const written = name ? textOf(source, name) : '';
  const unsure = new Set<string>();
  const anything = metaclass || patched.has(written) || decorators.some(({ text }) => !PLAIN_DECORATOR.test(text));
  const cls: ClassOutline & { mayHaveMore: boolean } = {
    kind: 'class',
    name: written,
    nameRange: name ? { start: name.from, end: name.to } : rangeOf(source, node),
    range: rangeOf(source, node),
    decorators,
    bases,
    methods,
    mayHaveMore: anything,
    unsure: anything ? 'all' : unsure,
    node,
    file,
  };
  const names: Names = new Map();
  const block: Block = {
    file,
    owner: cls,
    classOutline: (inner, its) => classOutline(file, inner, its, patched),
    star: false,
  };
  if (body) bindBlock(block, body, names);
  for (const [bound, definition] of names) {
    if (definition.kind === 'function') methods.set(bound, definition);
    else if (mayBeMethod(definition)) {
      unsure.add(bound);
      cls.mayHaveMore = true;
    }
  }
  return cls;
}

/** A value that may be a function: all but what is written as a number, text or collection. */
function mayBeMethod(definition: Definition): boolean {
  if (definition.kind === 'class') return false;
  return definition.kind !== 'value' || !DATA.has(definition.node.name);
}

const DATA = new Set([
  'Number',
  'String',
  'FormatString',
  'ContinuedString',
  'Boolean',
  'None',
  'ArrayExpression',
  'TupleExpression',
  'DictionaryExpression',
  'SetExpression',
  'BinaryExpression',
  'UnaryExpression',
]);
