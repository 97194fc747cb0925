import type { Location } from '../../text/location.ts';
import { type Abstract, type Atom, type TensorAtom, mapAtoms, mapPairs, oneOf, unknown } from './domain.ts';
import { broadcast, isNumeric, numberOf, promote, tensor, type Dtype, type Shape } from './tensors.ts';

/** What Python's operators give for kinds of values. */

/** `a + b` and its like, where neither side is a list; lists are the heap's. */
export function arithmetic(op: string, a: Abstract, b: Abstract, at: Location): Abstract {
  return mapPairs(a, b, at, (x, y) => arithmeticOf(op, x, y, at));
}

function arithmeticOf(op: string, a: Atom, b: Atom, at: Location): Abstract {
  if (a.kind === 'tensor' || b.kind === 'tensor') return tensorArithmetic(op, a, b, at);
  if (isNumeric(a) && isNumeric(b)) return numeric(op, a, b, at);
  if (op === '%' && a.kind === 'str') return { kind: 'str', at };
  if (op === '+' && a.kind === 'str' && b.kind === 'str')
    return a.value !== undefined && b.value !== undefined && a.value.length + b.value.length < 500
      ? { kind: 'str', value: a.value + b.value, at }
      : { kind: 'str', at };
  if (op === '*' && ((a.kind === 'str' && isInteger(b)) || (b.kind === 'str' && isInteger(a))))
    return { kind: 'str', at };
  if (op === '+' && a.kind === 'tuple' && b.kind === 'tuple')
    return a.items && b.items ? { kind: 'tuple', items: [...a.items, ...b.items], at } : { kind: 'tuple', at };
  return unknown(at);
}

const isInteger = (atom: Atom): boolean => atom.kind === 'int' || atom.kind === 'bool';

function numeric(op: string, a: Atom, b: Atom, at: Location): Abstract {
  const x = numberOf(a);
  const y = numberOf(b);
  const float = a.kind === 'float' || b.kind === 'float';
  const bits = a.kind === 'bool' && b.kind === 'bool' && (op === '&' || op === '|' || op === '^');
  if (bits) return { kind: 'bool', at };
  const value = x === undefined || y === undefined ? undefined : compute(op, x, y, float);
  switch (op) {
    case '/':
      return withValue({ kind: 'float', at }, value);
    case '**':
      if (float) {
        // A negative base with a fraction gives a complex number.
        return x !== undefined && x >= 0 ? withValue({ kind: 'float', at }, value) : unknown(at);
      }
      if (y !== undefined) return y >= 0 ? withValue({ kind: 'int', at }, value) : { kind: 'float', at };
      return oneOf(
        [
          { kind: 'int', at },
          { kind: 'float', at },
        ],
        true,
        at,
      );
    case '+':
    case '-':
    case '*':
    case '//':
    case '%':
      return withValue({ kind: float ? 'float' : 'int', at }, value);
    case '&':
    case '|':
    case '^':
    case '<<':
    case '>>':
      return { kind: 'int', at };
    default:
      return unknown(at);
  }
}

function compute(op: string, x: number, y: number, float: boolean): number | undefined {
  const result = raw(op, x, y);
  if (result === undefined) return undefined;
  return float || op === '/' || Number.isSafeInteger(result) ? result : undefined;
}

function raw(op: string, x: number, y: number): number | undefined {
  switch (op) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return y === 0 ? undefined : x / y;
    case '//':
      return y === 0 ? undefined : Math.floor(x / y);
    case '%':
      return y === 0 ? undefined : x - y * Math.floor(x / y);
    case '**':
      return Math.abs(y) > 64 ? undefined : x ** y;
    default:
      return undefined;
  }
}

function withValue(atom: Atom & { readonly kind: 'int' | 'float' }, value: number | undefined): Atom {
  return value === undefined || !Number.isFinite(value) ? atom : { ...atom, value };
}

const dtypeOf = (atom: Atom): Dtype => (atom.kind === 'tensor' ? atom.dtype : isNumeric(atom) ? atom.kind : undefined);
const shapeOf = (atom: Atom): Shape => (atom.kind === 'tensor' ? atom.shape : isNumeric(atom) ? [] : undefined);
const valueOf = (atom: Atom): number | undefined => (atom.kind === 'tensor' ? atom.value : numberOf(atom));

function tensorArithmetic(op: string, a: Atom, b: Atom, at: Location): Abstract {
  const one = a.kind === 'tensor' ? a : b.kind === 'tensor' ? b : null;
  const other = one === a ? b : a;
  // Objects of other kinds may take the operator over.
  if (!one || !(other.kind === 'tensor' || isNumeric(other))) return unknown(at);
  const library = a.kind === 'tensor' && b.kind === 'tensor' && a.library !== b.library ? null : one.library;
  if (!library) return unknown(at);
  if (op === '@') return tensor(library, at, { dtype: promote(dtypeOf(a), dtypeOf(b)) });
  const shape = broadcast(shapeOf(a), shapeOf(b));
  const x = valueOf(a);
  const y = valueOf(b);
  const dtype = tensorDtype(op, dtypeOf(a), dtypeOf(b));
  const value = x === undefined || y === undefined ? undefined : compute(op, x, y, dtype === 'float');
  const kept =
    dtype === 'bool' || value === undefined || !Number.isFinite(value) || Math.abs(value) > 1e6 ? undefined : value;
  return tensor(library, at, { dtype, shape, value: kept });
}

function tensorDtype(op: string, a: Dtype, b: Dtype): Dtype {
  if (op === '/') return a !== undefined && b !== undefined ? 'float' : undefined;
  if (op === '-' || op === '//' || op === '%' || op === '**' || op === '<<' || op === '>>') {
    // Booleans are refused or lifted, by library.
    if (a === 'bool' && b === 'bool') return undefined;
  }
  return promote(a, b);
}

/** `a < b` and its like, `==` included. */
export function comparison(op: string, a: Abstract, b: Abstract, at: Location): Abstract {
  if (op === 'in' || op === 'not in' || op === 'is' || op === 'is not') return { kind: 'bool', at };
  return mapPairs(a, b, at, (x, y) => compareAtoms(op, x, y, at));
}

function compareAtoms(op: string, a: Atom, b: Atom, at: Location): Atom {
  if (a.kind === 'tensor' || b.kind === 'tensor') {
    const one: TensorAtom | null = a.kind === 'tensor' ? a : b.kind === 'tensor' ? b : null;
    const other = one === a ? b : a;
    if (!one || !(other.kind === 'tensor' ? other.library === one.library : isNumeric(other))) return unknown(at);
    return tensor(one.library, at, { dtype: 'bool', shape: broadcast(shapeOf(a), shapeOf(b)) });
  }
  if (!isPlain(a) || !isPlain(b)) return unknown(at);
  const decided = decide(op, a, b);
  return decided === undefined ? { kind: 'bool', at } : { kind: 'bool', value: decided, at };
}

/** Kinds whose comparisons give a `bool`. */
function isPlain(atom: Atom): boolean {
  return isNumeric(atom) || atom.kind === 'str' || atom.kind === 'none';
}

function decide(op: string, a: Atom, b: Atom): boolean | undefined {
  if (isNumeric(a) && isNumeric(b)) {
    const x = numberOf(a);
    const y = numberOf(b);
    if (x === undefined || y === undefined) return undefined;
    if (op === '==') return x === y;
    if (op === '!=') return x !== y;
    if (op === '<') return x < y;
    if (op === '<=') return x <= y;
    if (op === '>') return x > y;
    if (op === '>=') return x >= y;
    return undefined;
  }
  if (op !== '==' && op !== '!=') return undefined;
  if (a.kind === 'str' && b.kind === 'str') {
    if (a.value === undefined || b.value === undefined) return undefined;
    return (a.value === b.value) === (op === '==');
  }
  if (a.kind === 'none' && b.kind === 'none') return op === '==';
  return op === '!=';
}

/** `-a`, `+a`, `~a`. */
export function unary(op: string, value: Abstract, at: Location): Abstract {
  return mapAtoms(value, at, (atom) => {
    if (atom.kind === 'tensor') {
      if (op === '+') return tensor(atom.library, at, atom);
      const { value: element } = atom;
      return tensor(atom.library, at, {
        dtype: atom.dtype,
        shape: atom.shape,
        value: op === '-' && element !== undefined && atom.dtype !== 'bool' ? 0 - element : undefined,
      });
    }
    if (!isNumeric(atom)) return unknown(at);
    if (op === '~') return atom.kind === 'float' ? unknown(at) : { kind: 'int', at };
    const known = numberOf(atom);
    const kind = atom.kind === 'float' ? 'float' : 'int';
    return known === undefined ? { kind, at } : { kind, value: op === '-' ? 0 - known : known, at };
  });
}
