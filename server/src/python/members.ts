import type { SyntaxNode } from '@lezer/common';
import { HARMLESS } from './assign.ts';
import type { PyClass, PyInstance, PyValue } from './model.ts';
import { libraryMember, resolve } from './names.ts';
import type { Frame, Run } from './run.ts';
import { textOf } from './tree.ts';
import { list, str, unknown } from './values.ts';

const PARSER_METHODS = new Set(
  (
    'add_argument add_argument_group add_mutually_exclusive_group set_defaults get_default parse_args parse_known_args ' +
    'parse_intermixed_args print_help print_usage format_help format_usage error exit'
  ).split(' '),
);

/** `object.name`. */
export function memberOf(run: Run, frame: Frame, object: PyValue, name: string, node: SyntaxNode): PyValue {
  const missing = unknown(textOf(frame.source, node));
  switch (object.kind) {
    case 'instance':
      return object.attributes.get(name) ?? inherited(run, object, object.cls, name) ?? missing;
    case 'class':
      return ofClass(run, object, name) ?? missing;
    case 'module': {
      const found = run.module(object.module)?.scope.get(name);
      if (found) return resolve(run, found);
      const submodule = `${object.module}.${name}`;
      return run.module(submodule) ? { kind: 'module', module: submodule } : missing;
    }
    case 'builtin': {
      return libraryMember(`${object.name}.${name}`);
    }
    case 'parser':
    case 'group':
      if (PARSER_METHODS.has(name)) return { kind: 'method', self: object, name };
      // `_actions`, `add_subparsers` and the like reach past what is modelled.
      if (!HARMLESS.has(name)) run.report({ kind: 'parser', hidesFlags: true }, frame, node);
      return missing;
    case 'action':
      if (name === 'default') return object.argument.default;
      if (name === 'dest') return str(object.argument.dest);
      if (name === 'option_strings') return list(object.argument.options.map((option) => str(option)));
      return missing;
    case 'str':
    case 'list':
    case 'dict':
    case 'tuple':
      return { kind: 'method', self: object, name };
    case 'function':
      return name === '__name__' ? str(object.name) : missing;
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
    case 'method':
    case 'bound':
    case 'partial':
    case 'imported':
    case 'unknown':
      return missing;
  }
}

/** A name of a class or its bases, first found first. */
export function ofClass(run: Run, cls: PyClass, name: string, depth = 0): PyValue | undefined {
  const own = cls.scope.names.get(name);
  if (own) return resolve(run, own);
  if (depth > 20) return undefined;
  for (const base of cls.bases) {
    const found = base.kind === 'class' ? ofClass(run, base, name, depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

function inherited(run: Run, self: PyInstance, cls: PyClass, name: string): PyValue | undefined {
  const found = ofClass(run, cls, name);
  if (found?.kind !== 'function' || found.decorator === 'staticmethod') return found;
  return found.decorator === undefined ? { kind: 'bound', self, fn: found } : unknown(name);
}
