import type { Location } from '../../text/location.ts';
import type { ClassOutline, FunctionOutline, PythonFile } from '../outline/model.ts';
import type { Tensor } from './model.ts';

/**
 * Values while a body is read. Dicts, lists, sets and objects that can change are references into the heap of a state, so that a
 * change through one name is seen through all others; everything else is a value of its own.
 */
export type Atom = (
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'bool'; readonly value?: boolean }
  | { readonly kind: 'int'; readonly value?: number }
  | { readonly kind: 'float'; readonly value?: number }
  | { readonly kind: 'str'; readonly value?: string }
  | Tensor
  | TupleAtom
  | { readonly kind: 'ref'; readonly id: number }
  | FunctionAtom
  | { readonly kind: 'class'; readonly cls: ClassOutline }
  | { readonly kind: 'module'; readonly file: PythonFile }
  | { readonly kind: 'external'; readonly name: string }
  /** A method of a value that is not of the workspace: `"a".upper`, `d.update`. */
  | { readonly kind: 'method'; readonly self: Atom; readonly name: string }
  | { readonly kind: 'coroutine'; readonly call: PendingCall }
  /** `range`, `zip`, views of dicts: only what iterating gives is told. */
  | {
      readonly kind: 'iterable';
      readonly elements: { readonly items: readonly Abstract[] | null; readonly element: Abstract | null };
    }
  | {
      readonly kind: 'generator';
      readonly elements?: { readonly items: readonly Abstract[] | null; readonly element: Abstract | null };
    }
  /** What a web framework answers with; `content` is what is said in JSON. */
  | { readonly kind: 'response'; readonly media: 'json'; readonly content: Abstract }
  | { readonly kind: 'response'; readonly media: 'text' }
  /** A dtype of torch or numpy. */
  | { readonly kind: 'dtype'; readonly dtype: NonNullable<Tensor['dtype']> }
) & { readonly at: Location };

export interface TupleAtom {
  readonly kind: 'tuple';
  readonly items?: readonly Abstract[];
  readonly element?: Abstract;
}

export interface FunctionAtom {
  readonly kind: 'function';
  readonly fn: FunctionOutline;
  /** Scopes that it sees, innermost first; those of the functions around it. */
  readonly closure: readonly Enclosing[];
  /** The object of a bound method. */
  readonly self?: Atom;
}

/** A scope of a function around another, with what is local to it. */
export interface Enclosing {
  readonly scope: number;
  readonly locals: ReadonlySet<string>;
  readonly shared: ReadonlySet<string>;
}

/** A call of an `async def`, whose body runs when it is awaited. */
export interface PendingCall {
  readonly callee: FunctionAtom;
  readonly args: CallArguments;
}

export interface CallArguments {
  readonly positional: readonly Abstract[];
  readonly keywords: ReadonlyMap<string, Abstract>;
  /** A `*x` or `**x` that could not be spread. */
  readonly open: boolean;
}

/** One value, or one of several. */
export type Abstract = Atom | OneOf;

export interface OneOf {
  readonly kind: 'oneOf';
  readonly values: readonly Atom[];
  /**
   * The values come from ways that were put together, such as the rounds of a loop: not each of them need be possible. Else each
   * is one of a branch.
   */
  readonly loose: boolean;
}

export type TensorAtom = Tensor & { readonly at: Location };

export interface EntryState {
  readonly value: Abstract;
  readonly keyAt: Location;
  readonly maybe: boolean;
}

interface ObjectState {
  /** Where it is made; objects of one place that are made in a loop are put together. */
  readonly site: string;
  readonly at: Location;
  /** It stands for several objects, so that a change may be to another. */
  readonly summary: boolean;
  /** Code that is not seen holds it, and may change it. */
  readonly escaped: boolean;
}

export interface DictState extends ObjectState {
  readonly kind: 'dict';
  readonly entries: ReadonlyMap<string, EntryState>;
  readonly open: boolean;
}

export interface ListState extends ObjectState {
  readonly kind: 'list' | 'set';
  /** `null` where they are not known one by one. */
  readonly items: readonly Abstract[] | null;
  /** What each item is, where they are not known; `null` where there is none so far. */
  readonly element: Abstract | null;
}

export interface InstanceState extends ObjectState {
  readonly kind: 'instance';
  readonly cls: ClassOutline;
  /** Attributes that were set on this way. */
  readonly attributes: ReadonlyMap<string, Abstract>;
}

export type HeapObject = DictState | ListState | InstanceState;

/** The values that it can be. */
export function atomsOf(value: Abstract): readonly Atom[] {
  return value.kind === 'oneOf' ? value.values : [value];
}

export function isLoose(value: Abstract): boolean {
  return value.kind === 'oneOf' && value.loose;
}

export function unknown(at: Location): Atom {
  return { kind: 'unknown', at };
}

/** More than these are not told apart. */
const MAX_ATOMS = 12;

/** One of several; equal ones once. Never empty: `at` is the place of an unknown value otherwise. */
export function oneOf(values: readonly Atom[], loose: boolean, at: Location): Abstract {
  const kept: Atom[] = [];
  for (const value of values) if (!kept.some((other) => sameAtom(other, value))) kept.push(value);
  const [first] = kept;
  if (!first) return unknown(at);
  if (kept.length === 1) return first;
  if (kept.length > MAX_ATOMS)
    return { kind: 'oneOf', values: [unknown(at), ...kept.filter(({ kind }) => kind !== 'unknown')], loose: true };
  return { kind: 'oneOf', values: kept, loose };
}

/** Applies a step to each value that it can be. */
export function mapAtoms(value: Abstract, at: Location, step: (atom: Atom) => Abstract): Abstract {
  if (value.kind !== 'oneOf') return step(value);
  const results = value.values.map(step);
  return oneOf(results.flatMap(atomsOf), value.loose || results.some(isLoose), at);
}

/** Most pairs that a step with two operands looks at. */
const MAX_PAIRS = 36;

export function mapPairs(a: Abstract, b: Abstract, at: Location, step: (a: Atom, b: Atom) => Abstract): Abstract {
  if (a.kind !== 'oneOf' && b.kind !== 'oneOf') return step(a, b);
  const left = atomsOf(a);
  const right = atomsOf(b);
  if (left.length * right.length > MAX_PAIRS) return unknown(at);
  const results = left.flatMap((x) => right.map((y) => step(x, y)));
  // Which pairs are possible is not known where both have several.
  const loose = isLoose(a) || isLoose(b) || results.some(isLoose) || (left.length > 1 && right.length > 1);
  return oneOf(results.flatMap(atomsOf), loose, at);
}

function samePlace(a: Location, b: Location): boolean {
  return a === b || (a.uri === b.uri && a.range.start === b.range.start && a.range.end === b.range.end);
}

/** True where both say the same, and come from the same place. */
export function sameAtom(a: Atom, b: Atom): boolean {
  if (a === b) return true;
  if (a.kind === 'unknown' && b.kind === 'unknown') return true;
  return samePlace(a.at, b.at) && sameContent(a, b);
}

function sameContent(a: Atom, b: Atom): boolean {
  switch (a.kind) {
    case 'unknown':
    case 'none':
    case 'generator':
      return a.kind === b.kind;
    case 'iterable':
      return (
        b.kind === 'iterable' &&
        sameList(a.elements.items, b.elements.items) &&
        sameOptional(a.elements.element, b.elements.element)
      );
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
      return a.kind === b.kind && Object.is(a.value, b.value);
    case 'tensor':
      return (
        b.kind === 'tensor' &&
        a.library === b.library &&
        a.dtype === b.dtype &&
        Object.is(a.value, b.value) &&
        sameShape(a.shape, b.shape)
      );
    case 'tuple':
      return b.kind === 'tuple' && sameList(a.items, b.items) && sameOptional(a.element, b.element);
    case 'ref':
      return b.kind === 'ref' && a.id === b.id;
    case 'function':
      return (
        b.kind === 'function' &&
        a.fn.node.from === b.fn.node.from &&
        a.fn.file === b.fn.file &&
        sameClosure(a, b) &&
        (a.self === b.self || (a.self !== undefined && b.self !== undefined && sameAtom(a.self, b.self)))
      );
    case 'class':
      return b.kind === 'class' && a.cls === b.cls;
    case 'module':
      return b.kind === 'module' && a.file === b.file;
    case 'external':
      return b.kind === 'external' && a.name === b.name;
    case 'method':
      return b.kind === 'method' && a.name === b.name && sameAtom(a.self, b.self);
    case 'coroutine':
      return b.kind === 'coroutine' && a.call === b.call;
    case 'response':
      if (b.kind !== 'response') return false;
      return a.media === 'json' ? b.media === 'json' && sameAbstract(a.content, b.content) : a.media === b.media;
    case 'dtype':
      return b.kind === 'dtype' && a.dtype === b.dtype;
  }
}

function sameClosure(a: FunctionAtom, b: FunctionAtom): boolean {
  return (
    a.closure.length === b.closure.length && a.closure.every(({ scope }, index) => scope === b.closure[index]?.scope)
  );
}

export function sameShape(a: Tensor['shape'], b: Tensor['shape']): boolean {
  if (a === b) return true;
  return a?.length === b?.length && (a ?? []).every((size, index) => size === b?.[index]);
}

export function sameAbstract(a: Abstract, b: Abstract): boolean {
  if (a === b) return true;
  if (a.kind !== 'oneOf' || b.kind !== 'oneOf') return a.kind !== 'oneOf' && b.kind !== 'oneOf' && sameAtom(a, b);
  return (
    a.loose === b.loose &&
    a.values.length === b.values.length &&
    a.values.every((value) => b.values.some((other) => sameAtom(value, other)))
  );
}

export function sameOptional(a: Abstract | null | undefined, b: Abstract | null | undefined): boolean {
  return a === b || (a !== null && a !== undefined && b !== null && b !== undefined && sameAbstract(a, b));
}

export function sameList(
  a: readonly Abstract[] | null | undefined,
  b: readonly Abstract[] | null | undefined,
): boolean {
  if (!a || !b) return !a && !b;
  return a.length === b.length && a.every((value, index) => sameOptional(value, b[index]));
}

/** A heap object that says the same as another. */
export function sameObject(a: HeapObject, b: HeapObject): boolean {
  if (a === b) return true;
  if (a.summary !== b.summary || a.escaped !== b.escaped) return false;
  switch (a.kind) {
    case 'dict':
      return (
        b.kind === 'dict' &&
        a.open === b.open &&
        a.entries.size === b.entries.size &&
        [...a.entries].every(([key, { value, maybe }]) => {
          const other = b.entries.get(key);
          return other?.maybe === maybe && sameAbstract(value, other.value);
        })
      );
    case 'list':
    case 'set':
      return a.kind === b.kind && sameList(a.items, b.items) && sameOptional(a.element, b.element);
    case 'instance':
      return (
        b.kind === 'instance' &&
        a.cls === b.cls &&
        a.attributes.size === b.attributes.size &&
        [...a.attributes].every(([name, value]) => sameOptional(value, b.attributes.get(name)))
      );
  }
}
