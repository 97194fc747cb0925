import type { SyntaxNode } from '@lezer/common';
import type { ClassOutline, FunctionOutline } from '../outline/model.ts';
import { methodOf } from './bases.ts';
import { type Abstract, type Atom, unknown } from './domain.ts';
import { type Frame, type Machine, locate } from './machine.ts';
import { importedValue, memberOfModule } from './names.ts';
import { havocEscaped, type State } from './state.ts';
import { tensor } from './tensors.ts';

/** `value.name`. */
export function attribute(
  machine: Machine,
  frame: Frame,
  state: State,
  atom: Atom,
  name: string,
  node: SyntaxNode,
): Abstract {
  const at = locate(frame, node);
  switch (atom.kind) {
    case 'module':
      return memberOfModule(machine, state, atom.file, name, at);
    case 'external': {
      const dotted = `${atom.name}.${name}`;
      const dtype = DTYPES[dotted.replace(/^numpy\./, 'torch.')];
      if (dtype && /^(torch|numpy)\./.test(dotted)) return { kind: 'dtype', dtype, at };
      // `import a.b` binds `a`; `a.b` may be a module of the workspace.
      if (!atom.name.includes('.') || atom.name === 'os')
        return importedValue(machine, state, frame.file, atom.name, name, at);
      return { kind: 'external', name: dotted, at };
    }
    case 'class':
      return classAttribute(machine, atom, name, at);
    case 'ref': {
      const object = state.object(atom.id);
      if (object?.kind !== 'instance') return { kind: 'method', self: atom, name, at };
      return object.attributes.get(name) ?? instanceAttribute(machine, state, atom, object.cls, name, at);
    }
    case 'tensor':
      if (name === 'T' || name === 'data' || name === 'real' || name === 'grad') {
        if (name === 'data') return tensor(atom.library, at, atom);
        return name === 'T' ? tensor(atom.library, at, { dtype: atom.dtype }) : unknown(at);
      }
      if (name === 'ndim' || name === 'size' || name === 'shape') return tensorSize(atom, name, at);
      return { kind: 'method', self: atom, name, at };
    case 'str':
    case 'int':
    case 'float':
    case 'bool':
    case 'tuple':
    case 'unknown':
      return { kind: 'method', self: atom, name, at };
    case 'none':
    case 'function':
    case 'method':
    case 'coroutine':
    case 'generator':
    case 'response':
    case 'iterable':
    case 'dtype':
      return unknown(at);
  }
}

function tensorSize(atom: Atom & { readonly kind: 'tensor' }, name: string, at: Atom['at']): Abstract {
  if (name === 'shape')
    return {
      kind: 'tuple',
      at,
      ...(atom.shape
        ? {
            items: atom.shape.map((size): Atom =>
              size === null ? { kind: 'int', at } : { kind: 'int', value: size, at },
            ),
          }
        : { element: { kind: 'int', at } }),
    };
  if (name === 'ndim') return { kind: 'int', at };
  return atom.library === 'numpy' ? { kind: 'int', at } : { kind: 'method', self: atom, name, at };
}

const DTYPES: Readonly<Record<string, 'float' | 'int' | 'bool'>> = {
  'torch.float': 'float',
  'torch.float16': 'float',
  'torch.float32': 'float',
  'torch.float64': 'float',
  'torch.bfloat16': 'float',
  'torch.half': 'float',
  'torch.double': 'float',
  'torch.int': 'int',
  'torch.int8': 'int',
  'torch.int16': 'int',
  'torch.int32': 'int',
  'torch.int64': 'int',
  'torch.uint8': 'int',
  'torch.long': 'int',
  'torch.short': 'int',
  'torch.bool': 'bool',
  'torch.bool_': 'bool',
};

function classAttribute(
  machine: Machine,
  atom: Atom & { readonly kind: 'class' },
  name: string,
  at: Atom['at'],
): Abstract {
  const method = methodOf(machine.files, atom.cls, name);
  if (!method || isProperty(method)) return unknown(at);
  const self: Atom = atom;
  if (hasDecorator(method, /^classmethod$/)) return { kind: 'function', fn: method, closure: [], self, at };
  return { kind: 'function', fn: method, closure: [], at };
}

function instanceAttribute(
  machine: Machine,
  state: State,
  self: Atom,
  cls: ClassOutline,
  name: string,
  at: Atom['at'],
): Abstract {
  const method = methodOf(machine.files, cls, name);
  if (!method || isProperty(method) || methodOf(machine.files, cls, '__getattribute__') !== null) {
    // A property may run code.
    if (method) havocEscaped(state);
    return { kind: 'method', self: unknown(at), name, at };
  }
  if (hasDecorator(method, /^staticmethod$/)) return { kind: 'function', fn: method, closure: [], at };
  const bound: Atom = hasDecorator(method, /^classmethod$/) ? { kind: 'class', cls, at } : self;
  return { kind: 'function', fn: method, closure: [], self: bound, at };
}

export function hasDecorator(fn: FunctionOutline, pattern: RegExp): boolean {
  return fn.decorators.some(({ text }) => pattern.test(text));
}

function isProperty(fn: FunctionOutline): boolean {
  return hasDecorator(fn, /(^|\.)(property|cached_property|setter|getter)\b/);
}
