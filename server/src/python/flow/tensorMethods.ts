import type { SyntaxNode } from '@lezer/common';
import { argument } from './arguments.ts';
import { type Abstract, type Atom, type CallArguments, type TensorAtom, oneOf, unknown } from './domain.ts';
import { type Frame, type Machine, locate } from './machine.ts';
import { arithmetic } from './operators.ts';
import { newList } from './objects.ts';
import { type State } from './state.ts';
import { withoutValue } from './values.ts';
import { type Dtype, type Shape, tensor } from './tensors.ts';

/** Methods of torch tensors and numpy arrays; `torch.x(t)` is `t.x()` for many of them. */

const CASTS: Readonly<Record<string, Dtype>> = {
  float: 'float',
  double: 'float',
  half: 'float',
  bfloat16: 'float',
  long: 'int',
  int: 'int',
  short: 'int',
  bool: 'bool',
};

/** Same shape and dtype, other elements. */
const ELEMENTWISE = /^(abs|neg|negative|round|floor|ceil|trunc|relu|flip|sort_values)$/;
/** Same shape, floats where there were integers. */
const TO_FLOAT =
  /^(sigmoid|tanh|exp|log|log2|log10|log1p|expm1|sqrt|rsqrt|sin|cos|softmax|log_softmax|erf|reciprocal)$/;
const SAME = /^(clone|detach|contiguous|cpu|cuda|pin_memory|requires_grad_|copy|share_memory_|detach_)$/;

/** What `self.name(args)` gives; `null` where the method is not known. */
export function tensorMethod(
  machine: Machine,
  frame: Frame,
  state: State,
  self: TensorAtom,
  name: string,
  args: CallArguments,
  node: SyntaxNode,
): Abstract | null {
  const at = locate(frame, node);
  const { library, dtype, shape } = self;
  const torch = library === 'torch';
  const make = (parts: { dtype?: Dtype; shape?: Shape; value?: number | undefined }) => tensor(library, at, parts);
  if (name === 'item') return scalar(self, at);
  if (name === 'tolist') return listOf(machine, frame, state, self, node);
  if (torch && Object.hasOwn(CASTS, name))
    return make({ dtype: CASTS[name], shape, value: CASTS[name] === 'float' ? self.value : undefined });
  if (SAME.test(name)) return tensor(library, at, self);
  if (name === 'numpy' && torch) return tensor('numpy', at, { dtype, shape });
  if (name === 'to' || name === 'type' || name === 'astype') return converted(self, args, at);
  if (name === 'any' || name === 'all') return make({ dtype: 'bool', shape: reduced(self, args) });
  if (name === 'mean' || name === 'std' || name === 'var') return make({ dtype: 'float', shape: reduced(self, args) });
  if (name === 'sum' || name === 'prod')
    return make({ dtype: dtype === 'bool' ? 'int' : dtype, shape: reduced(self, args) });
  if (name === 'max' || name === 'min') {
    // With a dimension torch gives values and indices.
    if (torch && hasArguments(args)) return unknown(at);
    return make({ dtype, shape: reduced(self, args) });
  }
  if (name === 'argmax' || name === 'argmin') return make({ dtype: 'int', shape: reduced(self, args) });
  if (name === 'dim' || name === 'ndimension' || name === 'numel' || name === 'nelement' || name === '__len__')
    return { kind: 'int', at };
  if (name === 'size')
    return hasArguments(args) ? { kind: 'int', at } : { kind: 'tuple', element: { kind: 'int', at }, at };
  if (name === 'clamp' || name === 'clip') return clamped(self, args, at);
  if (TO_FLOAT.test(name) && torch) return make({ dtype: dtype === undefined ? undefined : 'float', shape });
  if (ELEMENTWISE.test(name)) return make({ dtype, shape });
  if (name === 'unsqueeze' && torch) return unsqueezed(self, args, at);
  if (name === 'squeeze')
    return make({ dtype, value: self.value, shape: hasArguments(args) ? undefined : squeezed(shape) });
  if (name === 'flatten' || name === 'ravel')
    return make({ dtype, value: self.value, shape: hasArguments(args) ? undefined : flat(shape) });
  if (name === 'view' || name === 'reshape') return reshaped(self, args, at);
  if (name === 't' || name === 'transpose' || name === 'permute' || name === 'expand' || name === 'repeat')
    return make({ dtype });
  const operator = OPERATORS[name];
  const other = args.positional[0];
  if (torch && operator && other && args.positional.length === 1 && args.keywords.size === 0)
    return arithmetic(operator, self, other, at);
  if (torch && /^(eq|ne|lt|le|gt|ge|isnan|isinf|isfinite|logical_not|logical_and|logical_or)$/.test(name))
    return make({ dtype: 'bool' });
  if (torch && /[^_]_$/.test(name)) {
    state.forgetTensorValues();
    // Changes in place keep the dtype; a few change the shape.
    return make({
      dtype,
      shape: /^(fill_|zero_|clamp_|add_|sub_|mul_|div_|copy_|uniform_|normal_)$/.test(name) ? shape : undefined,
    });
  }
  return null;
}

const OPERATORS: Readonly<Record<string, string>> = { add: '+', sub: '-', mul: '*', div: '/', true_divide: '/' };

function hasArguments(args: CallArguments): boolean {
  return args.positional.length > 0 || args.keywords.size > 0 || args.open;
}

/** `.item()`: a plain number. */
export function scalar(self: TensorAtom, at: Atom['at']): Abstract {
  const { dtype, value } = self;
  if (dtype === 'float' || dtype === 'int')
    return value === undefined ? { kind: dtype, at } : { kind: dtype, value, at };
  if (dtype === 'bool') return value === undefined ? { kind: 'bool', at } : { kind: 'bool', value: value !== 0, at };
  if (self.library === 'numpy') return unknown(at);
  return oneOf(
    [
      { kind: 'float', at },
      { kind: 'int', at },
      { kind: 'bool', at },
    ],
    true,
    at,
  );
}

function listOf(machine: Machine, frame: Frame, state: State, self: TensorAtom, node: SyntaxNode): Abstract {
  const at = locate(frame, node);
  const { shape, dtype } = self;
  if (!shape) return unknown(at);
  if (shape.length === 0) return scalar(self, at);
  const [size] = shape;
  if (shape.length > 1) return newList(machine, frame, state, node, { items: null, element: unknown(at) });
  const element: Abstract = dtype === undefined ? scalar(withoutValue(self), at) : { kind: dtype, at };
  if (size === 1) return newList(machine, frame, state, node, { items: [scalar(self, at)], element: null });
  if (size === undefined || size === null || size > 16)
    return newList(machine, frame, state, node, { items: null, element });
  return newList(machine, frame, state, node, { items: Array.from({ length: size }, () => element), element: null });
}

function converted(self: TensorAtom, args: CallArguments, at: Atom['at']): Abstract {
  let dtype: Dtype = self.dtype;
  const given = [...args.positional, ...args.keywords.values()];
  if (args.open) dtype = undefined;
  for (const value of given) {
    if (value.kind === 'dtype') dtype = value.dtype;
    else if (value.kind === 'external' && /^builtins\.(float|int|bool)$/.test(value.name))
      dtype = dtypeOfName(value.name);
    else if (value.kind !== 'str' && value.kind !== 'bool' && value.kind !== 'int') dtype = undefined;
    else if (value.kind === 'str' && self.library === 'numpy') dtype = undefined;
  }
  // `t.to(other)` takes the dtype of the other; `t.type()` gives its name.
  if (given.length === 0) return unknown(at);
  return tensor(self.library, at, {
    dtype,
    shape: self.shape,
    value: dtype === self.dtype || dtype === 'float' ? self.value : undefined,
  });
}

export function dtypeOfName(name: string): Dtype {
  if (name === 'builtins.float') return 'float';
  return name === 'builtins.int' ? 'int' : name === 'builtins.bool' ? 'bool' : undefined;
}

function reduced(self: TensorAtom, args: CallArguments): Shape {
  if (!hasArguments(args)) return [];
  const dim = argument(args, 0, self.library === 'torch' ? 'dim' : 'axis');
  const keeps =
    args.keywords.has('keepdim') ||
    args.keywords.has('keepdims') ||
    args.positional.length > 1 ||
    args.keywords.size > 1;
  if (keeps || args.open || dim?.kind !== 'int' || dim.value === undefined || !self.shape) return undefined;
  const index = dim.value < 0 ? self.shape.length + dim.value : dim.value;
  return self.shape.filter((_, i) => i !== index);
}

function clamped(self: TensorAtom, args: CallArguments, at: Atom['at']): Abstract {
  const bounds = [...args.positional, ...args.keywords.values()];
  const simple = !args.open && bounds.every(({ kind }) => kind === 'int' || kind === 'float' || kind === 'none');
  const float = self.dtype === 'float' || bounds.some(({ kind }) => kind === 'float');
  const dtype = float && self.dtype !== undefined ? 'float' : self.dtype === 'int' ? 'int' : undefined;
  return tensor(self.library, at, simple ? { dtype, shape: self.shape } : {});
}

function unsqueezed(self: TensorAtom, args: CallArguments, at: Atom['at']): Abstract {
  const dim = argument(args, 0, 'dim');
  const { dtype, shape, value } = self;
  if (dim?.kind !== 'int' || dim.value === undefined || !shape) return tensor(self.library, at, { dtype, value });
  const index = dim.value < 0 ? shape.length + 1 + dim.value : dim.value;
  return tensor(self.library, at, { dtype, value, shape: [...shape.slice(0, index), 1, ...shape.slice(index)] });
}

function squeezed(shape: Shape): Shape {
  return shape?.every((size) => size !== null) ? shape.filter((size) => size !== 1) : undefined;
}

function flat(shape: Shape): Shape {
  if (!shape) return undefined;
  return [
    shape.reduce<number | null>((product, size) => (product === null || size === null ? null : product * size), 1),
  ];
}

function reshaped(self: TensorAtom, args: CallArguments, at: Atom['at']): Abstract {
  const { dtype, value } = self;
  const given =
    args.positional.length === 1 && args.positional[0]?.kind === 'tuple' ? args.positional[0].items : args.positional;
  if (args.open || args.keywords.size > 0 || !given || given.length === 0) return tensor(self.library, at, { value });
  // `t.view(torch.int32)` reads the memory anew.
  if (given.some(({ kind }) => kind !== 'int')) return tensor(self.library, at);
  const sizes = given.map((size) =>
    size.kind === 'int' && size.value !== undefined && size.value >= 0 ? size.value : null,
  );
  const total = flat(self.shape)?.[0] ?? null;
  const known = sizes.filter((size) => size !== null).reduce((a, b) => a * b, 1);
  const open = sizes.filter((size) => size === null).length;
  const shape =
    open === 1 && total !== null && known > 0 && given.some((size) => size.kind === 'int' && size.value === -1)
      ? sizes.map((size) => size ?? total / known)
      : sizes;
  return tensor(self.library, at, { dtype, value, shape });
}
