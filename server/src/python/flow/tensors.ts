import type { Location } from '../../text/location.ts';
import { type Abstract, type Atom, type TensorAtom, atomsOf, isLoose, oneOf, unknown } from './domain.ts';
import type { Tensor } from './model.ts';
import { elementsOf } from './objects.ts';
import type { State } from './state.ts';

/** Kinds, dtypes and shapes of torch tensors and numpy arrays (torch 2.x, numpy 1.26 and 2.x). */

export type Dtype = Tensor['dtype'];
export type Shape = Tensor['shape'];

export interface TensorParts {
  readonly dtype?: Dtype | undefined;
  readonly shape?: Shape | undefined;
  readonly value?: number | undefined;
}

export function tensor(
  library: Tensor['library'],
  at: Location,
  { dtype, shape, value }: TensorParts = {},
): TensorAtom {
  return {
    kind: 'tensor',
    library,
    at,
    ...(dtype === undefined ? {} : { dtype }),
    ...(shape === undefined ? {} : { shape }),
    ...(value === undefined ? {} : { value }),
  };
}

export const isNumeric = (atom: Atom): atom is Atom & { kind: 'bool' | 'int' | 'float'; value?: number | boolean } =>
  atom.kind === 'bool' || atom.kind === 'int' || atom.kind === 'float';

/** The number that an atom is, where it is known. */
export function numberOf(atom: Atom): number | undefined {
  if (atom.kind === 'int' || atom.kind === 'float') return atom.value;
  return atom.kind === 'bool' && atom.value !== undefined ? Number(atom.value) : undefined;
}

const RANK: Readonly<Record<'bool' | 'int' | 'float', number>> = { bool: 0, int: 1, float: 2 };

/** The dtype of two together; `undefined` where one is not known, unless the other is a float. */
export function promote(a: Dtype, b: Dtype): Dtype {
  if (a === undefined || b === undefined) return undefined;
  return RANK[a] >= RANK[b] ? a : b;
}

/** The shape of two together, as broadcasting makes it; `undefined` where it is not known. */
export function broadcast(a: Shape, b: Shape): Shape {
  if (!a || !b) return undefined;
  const rank = Math.max(a.length, b.length);
  const sizes: (number | null)[] = [];
  for (let i = 0; i < rank; i++) {
    const x = i < rank - a.length ? 1 : (a[i - (rank - a.length)] ?? null);
    const y = i < rank - b.length ? 1 : (b[i - (rank - b.length)] ?? null);
    if (x === 1) sizes.push(y);
    else if (y === 1 || x === y) sizes.push(x);
    else sizes.push(x ?? y);
  }
  return sizes;
}

/** What `torch.tensor(data)` or `np.array(data)` makes. */
export function tensorOf(state: State, library: Tensor['library'], data: Abstract, at: Location, depth = 0): Abstract {
  const all = atomsOf(data).map((atom) => tensorOfAtom(state, library, atom, at, depth));
  return oneOf(all.flatMap(atomsOf), isLoose(data) || all.some(isLoose), at);
}

function tensorOfAtom(state: State, library: Tensor['library'], data: Atom, at: Location, depth: number): Abstract {
  if (isNumeric(data)) return tensor(library, at, { dtype: data.kind, shape: [], value: numberOf(data) });
  if (data.kind === 'tensor') return tensor(library, at, data);
  const isList = data.kind === 'tuple' || (data.kind === 'ref' && state.object(data.id)?.kind === 'list');
  if (!isList || depth > 3) return tensor(library, at);
  const { items, element } = elementsOf(state, data, at);
  if (items) return stacked(state, library, items, at, depth);
  if (!element) return tensor(library, at, { dtype: 'float', shape: [0] });
  const rows = atomsOf(tensorOf(state, library, element, at, depth + 1));
  const [row] = rows;
  // An empty list makes floats.
  if (rows.length !== 1 || row?.kind !== 'tensor' || !holdsNumbers(element)) return tensor(library, at);
  return tensor(library, at, {
    dtype: row.dtype === 'float' ? 'float' : undefined,
    shape: row.shape?.length === 0 ? [null] : undefined,
  });
}

function holdsNumbers(value: Abstract): boolean {
  return atomsOf(value).every(isNumeric);
}

function stacked(
  state: State,
  library: Tensor['library'],
  items: readonly Abstract[],
  at: Location,
  depth: number,
): Abstract {
  if (items.length === 0) return tensor(library, at, { dtype: 'float', shape: [0] });
  const rows = items.map((item) => atomsOf(tensorOf(state, library, item, at, depth + 1)));
  const firsts: TensorAtom[] = [];
  let loose = false;
  for (const row of rows) {
    const all = row.flatMap((atom) => (atom.kind === 'tensor' ? [atom] : []));
    const [first] = all;
    if (!first || all.length !== row.length) return tensor(library, at);
    if (all.length > 1) loose = true;
    firsts.push(all.length > 1 ? { ...tensor(library, at, common(all)) } : first);
  }
  const one = rows.length === 1 ? rows[0] : undefined;
  // Tensors within a list are converted in ways that differ between releases, unless they are scalars.
  const nested = items.some((item) => atomsOf(item).some(({ kind }) => kind === 'tensor' || kind === 'unknown'));
  if (one && loose && !nested)
    return oneOf(
      one.map((atom) => (atom.kind === 'tensor' ? tensor(library, at, grown(atom, 1)) : atom)),
      isLoose(items[0] ?? unknown(at)),
      at,
    );
  const { dtype, shape } = common(firsts, true);
  const first = firsts.length === 1 ? firsts[0] : undefined;
  const scalars = firsts.every((row) => row.shape?.length === 0);
  return tensor(library, at, {
    dtype: nested && !scalars ? undefined : dtype,
    shape: shape && (!nested || scalars) ? [items.length, ...shape] : undefined,
    value: first && scalars ? first.value : undefined,
  });
}

function grown(row: TensorAtom, size: number): TensorParts {
  return { dtype: row.dtype, shape: row.shape && [size, ...row.shape], value: row.value };
}

/** What tensors of one list have in common; with `promoted` the dtype of all together. */
export function common(rows: readonly TensorAtom[], promoted = false): TensorParts {
  const [first, ...rest] = rows;
  if (!first) return {};
  const dtype = rest.reduce<Dtype>(
    (known, row) => (promoted ? promote(known, row.dtype) : known === row.dtype ? known : undefined),
    first.dtype,
  );
  const shape = rest.every((row) => JSON.stringify(row.shape) === JSON.stringify(first.shape))
    ? first.shape
    : undefined;
  return { dtype, shape };
}
