import type { SyntaxNode } from '@lezer/common';
import { argument } from './arguments.ts';
import { type Abstract, type Atom, type CallArguments, type EntryState, atomsOf, mapAtoms, unknown } from './domain.ts';
import { type Frame, type Machine, locate } from './machine.ts';
import { elementsOf, newDict } from './objects.ts';
import { builtinCall } from './builtins.ts';
import { responseOf } from './responses.ts';
import type { State } from './state.ts';
import { dtypeOfName, tensorMethod } from './tensorMethods.ts';
import { type Dtype, type Shape, common, promote, tensor, tensorOf } from './tensors.ts';

/** What a call of a function of a library gives; `null` where it is not one that is known, and may change its arguments. */
export function libraryCall(
  machine: Machine,
  frame: Frame,
  state: State,
  name: string,
  args: CallArguments,
  node: SyntaxNode,
): Abstract | null {
  const at = locate(frame, node);
  const plain = Object.hasOwn(PLAIN, name) ? PLAIN[name] : undefined;
  if (plain) return { kind: plain, at };
  if (ENDS.test(name)) {
    state.dead = true;
    return unknown(at);
  }
  if (name === 'collections.OrderedDict') return builtinCall(machine, frame, state, 'dict', args, node);
  if (name === 'collections.defaultdict' || name === 'collections.Counter')
    return newDict(machine, frame, state, node, new Map<string, EntryState>(), true);
  const response = responseOf(machine, frame, state, name, args, node);
  if (response) return response;
  const [library, ...rest] = name.split('.');
  const fn = rest.join('.');
  if (library === 'torch' || library === 'numpy') {
    const result = tensorFunction(machine, frame, state, library, fn, args, node);
    if (result) return result;
  }
  return READS.test(name) ? unknown(at) : null;
}

const ENDS = /^(sys\.exit|os\._exit|os\.abort)$/;

/** Functions with one kind of result. */
const PLAIN: Readonly<Record<string, 'str' | 'int' | 'float' | 'bool'>> = {
  ...all(
    'str',
    'json.dumps os.getcwd os.path.join os.path.basename os.path.dirname os.path.abspath time.strftime textwrap.dedent textwrap.fill re.escape',
  ),
  ...all('float', 'time.time time.perf_counter time.monotonic random.random random.uniform random.gauss'),
  ...all(
    'float',
    'math.sqrt math.exp math.log math.log2 math.log10 math.log1p math.sin math.cos math.tan math.tanh math.atan math.pow math.fabs math.fsum math.fmod math.hypot math.degrees math.radians',
  ),
  ...all(
    'int',
    'random.randint random.randrange os.getpid os.path.getsize math.gcd math.factorial math.comb time.time_ns',
  ),
  ...all(
    'bool',
    'math.isclose math.isnan math.isinf math.isfinite os.path.exists os.path.isfile os.path.isdir torch.is_tensor torch.cuda.is_available',
  ),
};

function all<T extends string>(kind: T, names: string): Record<string, T> {
  return Object.fromEntries(names.split(' ').map((name) => [name, kind]));
}

/** Functions that only read what they get; what they give is not known. */
const READS =
  /^(math|re|json|time|logging|os|string|datetime|statistics|difflib|textwrap|hashlib|html|copy|operator|collections|typing|warnings|traceback|torch\.(cuda|nn\.functional|utils)|numpy\.random|requests|random\.(choice|sample|seed))\b/;

function dtypeOf(args: CallArguments): { dtype: Dtype; given: boolean } {
  const value = args.keywords.get('dtype');
  if (args.open) return { dtype: undefined, given: true };
  if (!value || value.kind === 'none') return { dtype: undefined, given: false };
  if (value.kind === 'dtype') return { dtype: value.dtype, given: true };
  return { dtype: value.kind === 'external' ? dtypeOfName(value.name) : undefined, given: true };
}

function tensorFunction(
  machine: Machine,
  frame: Frame,
  state: State,
  library: 'torch' | 'numpy',
  fn: string,
  args: CallArguments,
  node: SyntaxNode,
): Abstract | null {
  const at = locate(frame, node);
  const { dtype, given } = dtypeOf(args);
  const first = args.positional[0];
  switch (fn) {
    case 'tensor':
    case 'as_tensor':
    case 'asarray':
    case 'array': {
      const data = first ?? args.keywords.get('data');
      if (!data) return tensor(library, at);
      if (library === 'numpy' && args.positional.length + args.keywords.size > (given ? 2 : 1))
        return tensor(library, at);
      return cast(tensorOf(state, library, data, at), dtype, given, at);
    }
    case 'FloatTensor':
    case 'LongTensor':
    case 'BoolTensor': {
      // A number is a size here.
      if (first?.kind !== 'ref') return tensor(library, at, { dtype: LEGACY[fn] });
      return cast(tensorOf(state, library, first, at), LEGACY[fn], true, at);
    }
    case 'from_numpy':
      return first
        ? mapAtoms(first, at, (atom) =>
            atom.kind === 'tensor'
              ? tensor('torch', at, { dtype: atom.dtype, shape: atom.shape })
              : tensor('torch', at),
          )
        : null;
    case 'zeros':
    case 'ones':
    case 'empty':
    case 'rand':
    case 'randn':
      return tensor(library, at, {
        dtype: given ? dtype : 'float',
        shape: sizes(state, args, fn, library),
        value: fn === 'zeros' ? 0 : fn === 'ones' ? 1 : undefined,
      });
    case 'full': {
      const fill = argument(args, 1, 'fill_value');
      const size = argument(args, 0, library === 'torch' ? 'size' : 'shape');
      const shape = size ? sizeList(state, size, library) : undefined;
      if (!fill) return tensor(library, at);
      return mapAtoms(fill, at, (atom) => {
        const kind = atom.kind === 'int' || atom.kind === 'float' || atom.kind === 'bool' ? atom : null;
        const number = kind && kind.kind !== 'bool' ? kind.value : undefined;
        return tensor(library, at, {
          dtype: given ? dtype : kind?.kind,
          shape,
          value: given && dtype !== 'float' ? undefined : number,
        });
      });
    }
    case 'zeros_like':
    case 'ones_like':
    case 'full_like':
    case 'empty_like':
    case 'rand_like':
    case 'randn_like':
      return first
        ? mapAtoms(first, at, (atom) =>
            atom.kind === 'tensor' && atom.library === library
              ? tensor(library, at, { dtype: given ? dtype : atom.dtype, shape: atom.shape })
              : tensor(library, at),
          )
        : null;
    case 'arange':
      return tensor(library, at, { dtype: given ? dtype : allInts(args) ? 'int' : undefined, shape: [null] });
    case 'linspace':
      return tensor(library, at, { dtype: given ? dtype : 'float' });
    case 'stack':
      return stacked(state, library, args, at);
    case 'cat':
    case 'concat':
    case 'concatenate':
      return joined(state, library, args, at);
    case 'where':
      return where(library, args, at);
    default:
      return asMethod(machine, frame, state, library, fn, args, node);
  }
}

const LEGACY: Readonly<Record<string, Dtype>> = { FloatTensor: 'float', LongTensor: 'int', BoolTensor: 'bool' };

function cast(value: Abstract, dtype: Dtype, given: boolean, at: Atom['at']): Abstract {
  if (!given) return value;
  return mapAtoms(value, at, (atom) => {
    if (atom.kind !== 'tensor') return atom;
    const keeps = dtype === 'float' || dtype === atom.dtype;
    return tensor(atom.library, at, { dtype, shape: atom.shape, value: keeps ? atom.value : undefined });
  });
}

function sizes(state: State, args: CallArguments, fn: string, library: 'torch' | 'numpy'): Shape {
  if (args.open) return undefined;
  const named = args.keywords.get('size') ?? args.keywords.get('shape');
  if (named) return sizeList(state, named, library);
  const [first] = args.positional;
  if (library === 'numpy') return first ? sizeList(state, first, library) : undefined;
  if (args.positional.length === 1 && first && first.kind !== 'int') return sizeList(state, first, library);
  if (args.positional.some(({ kind }) => kind !== 'int')) return undefined;
  if (args.positional.length === 0 && (fn === 'rand' || fn === 'randn' || args.keywords.has('size'))) return undefined;
  return args.positional.map((size) => (size.kind === 'int' ? (size.value ?? null) : null));
}

function sizeList(state: State, value: Abstract, library: 'torch' | 'numpy'): Shape {
  if (value.kind === 'int') return library === 'numpy' ? [value.value ?? null] : undefined;
  if (value.kind !== 'tuple' && value.kind !== 'ref') return undefined;
  const { items } = elementsOf(state, value, value.at);
  if (!items?.every(({ kind }) => kind === 'int')) return undefined;
  return items.map((size) => (size.kind === 'int' ? (size.value ?? null) : null));
}

function allInts(args: CallArguments): boolean {
  return !args.open && args.positional.length > 0 && args.positional.every(({ kind }) => kind === 'int');
}

/** The tensors of a list, one kind for all; `null` where they are not known to be tensors. */
function rowsOf(
  state: State,
  value: Abstract | undefined,
  at: Atom['at'],
): { rows: (Atom & { kind: 'tensor' })[]; count: number | null } | null {
  if (!value) return null;
  const { items, element } = elementsOf(state, value, at);
  const rows = [...(items ?? []), ...(element ? [element] : [])].flatMap((each) => atomsOf(each));
  const tensors = rows.filter((row) => row.kind === 'tensor');
  return tensors.length === rows.length && rows.length > 0 ? { rows: tensors, count: items?.length ?? null } : null;
}

function stacked(state: State, library: 'torch' | 'numpy', args: CallArguments, at: Atom['at']): Atom {
  const found = rowsOf(state, args.positional[0], at);
  const along = args.positional.length > 1 || args.keywords.size > 0;
  if (!found || found.rows.some((row) => row.library !== library)) return tensor(library, at);
  const { shape } = common(found.rows);
  const dtype = found.rows.map((row) => row.dtype).reduce(promote);
  return tensor(library, at, { dtype, shape: shape && !along ? [found.count, ...shape] : undefined });
}

function joined(state: State, library: 'torch' | 'numpy', args: CallArguments, at: Atom['at']): Atom {
  const found = rowsOf(state, args.positional[0], at);
  const along = args.positional.length > 1 || args.keywords.size > 0;
  if (!found || found.rows.some((row) => row.library !== library)) return tensor(library, at);
  const dtype = found.rows.map((row) => row.dtype).reduce(promote);
  const flat = found.rows.every(({ shape }) => shape?.length === 1);
  const lengths = found.rows.map(({ shape }) => shape?.[0] ?? null);
  const total =
    found.count === found.rows.length ? lengths.reduce((a, b) => (a === null || b === null ? null : a + b), 0) : null;
  return tensor(library, at, { dtype, shape: flat && !along ? [total] : undefined });
}

function where(library: 'torch' | 'numpy', args: CallArguments, at: Atom['at']): Abstract {
  const [, a, b] = args.positional;
  if (!a || !b || args.open) return unknown(at);
  const kind = (value: Abstract): Dtype =>
    value.kind === 'tensor'
      ? value.dtype
      : value.kind === 'int' || value.kind === 'float' || value.kind === 'bool'
        ? value.kind
        : undefined;
  return tensor(library, at, { dtype: promote(kind(a), kind(b)) });
}

/** `torch.abs(t)` is `t.abs()`, `np.mean(x)` takes lists too. */
function asMethod(
  machine: Machine,
  frame: Frame,
  state: State,
  library: 'torch' | 'numpy',
  fn: string,
  args: CallArguments,
  node: SyntaxNode,
): Abstract | null {
  const [first, ...rest] = args.positional;
  const at = locate(frame, node);
  if (!METHODS.test(fn) || args.open || !first || first.kind === 'oneOf') return METHODS.test(fn) ? unknown(at) : null;
  const value = first.kind === 'tensor' ? first : library === 'numpy' ? numpyOf(state, first, at) : null;
  if (value?.kind !== 'tensor' || value.library !== library) return unknown(at);
  if (library === 'numpy' && fn === 'abs' && value.dtype === undefined) return unknown(at);
  return tensorMethod(machine, frame, state, value, fn, { ...args, positional: rest }, node) ?? unknown(at);
}

function numpyOf(state: State, value: Abstract, at: Atom['at']): Atom | null {
  const array = tensorOf(state, 'numpy', value, at);
  return array.kind === 'tensor' && array.dtype !== undefined ? array : null;
}

const METHODS =
  /^(abs|mean|sum|max|min|std|var|prod|any|all|argmax|argmin|clamp|clip|round|floor|ceil|sigmoid|tanh|exp|log|sqrt|squeeze|unsqueeze|flatten|reshape|neg|relu|softmax|log_softmax|numel|isnan|isinf|isfinite|eq|ne|lt|le|gt|ge|logical_not|logical_and|logical_or|clone|detach|add|sub|mul|div)$/;
