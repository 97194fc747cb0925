import type { PyValue } from './model.ts';
import type { Frame, Run } from './run.ts';
import { FALSE, float, int, list, lookupKey, str, tuple, unknown } from './values.ts';

/** Modules of the standard library of which some names are modelled. */
export const LIBRARY = new Set([
  'argparse',
  'math',
  'sys',
  'functools',
  'os',
  'datetime',
  'time',
  'collections',
  'typing',
  'logging',
  'json',
  're',
  'random',
]);
const CONSTANTS: Readonly<Record<string, PyValue>> = {
  'math.inf': float(Infinity),
  'math.nan': float(NaN),
  'math.pi': float(Math.PI),
  'math.e': float(Math.E),
  'sys.maxsize': int(2n ** 63n - 1n),
  'argparse.REMAINDER': str('...'),
  'argparse.OPTIONAL': str('?'),
  'argparse.ZERO_OR_MORE': str('*'),
  'argparse.ONE_OR_MORE': str('+'),
  'typing.TYPE_CHECKING': FALSE,
  'math.tau': float(2 * Math.PI),
};

/** A name of a module of the standard library. `SUPPRESS` as a default takes the value away altogether. */
export function libraryMember(name: string): PyValue {
  return CONSTANTS[name] ?? (name === 'argparse.SUPPRESS' ? unknown(name) : { kind: 'builtin', name });
}

const BUILTINS = new Set(
  (
    'int float str bool list tuple dict set frozenset len range enumerate zip sorted reversed min max abs sum any all ' +
    'print isinstance hasattr getattr type id repr callable vars map filter exit quit property staticmethod classmethod'
  ).split(' '),
);

/** The value of a name; names of the built-in scope last. */
export function resolveName(run: Run, frame: Frame, name: string): PyValue {
  const value = frame.scope.get(name);
  if (value) return resolve(run, value);
  return BUILTINS.has(name) ? { kind: 'builtin', name } : unknown(name);
}

/** Looks an imported name up in its module. */
export function resolve(run: Run, value: PyValue, depth = 0): PyValue {
  if (value.kind !== 'imported' || depth > 20) return value;
  const found = run.module(value.module)?.scope.get(value.name);
  if (found) return resolve(run, found, depth + 1);
  const submodule = `${value.module}.${value.name}`;
  return run.module(submodule) ? { kind: 'module', module: submodule } : unknown(value.name);
}

/** `value[index]` and `value[from:to:step]`; `undefined` where it is not decided. */
export function subscript(value: PyValue, parts: readonly (PyValue | ':')[]): PyValue | undefined {
  const [index] = parts;
  if (parts.length === 1 && index !== undefined && index !== ':') {
    if (value.kind === 'dict') return value.broken === undefined ? lookupKey(value, index) : undefined;
    if (index.kind !== 'int') return undefined;
    const at = Number(index.value);
    if (value.kind === 'str') {
      const letter = Array.from(value.value).at(at);
      return letter === undefined ? undefined : str(letter, value.origin);
    }
    return value.kind === 'tuple' || (value.kind === 'list' && value.broken === undefined && !value.unordered)
      ? value.items.at(at)
      : undefined;
  }
  const bounds = sliceBounds(parts);
  if (!bounds) return undefined;
  if (value.kind === 'str')
    return str(
      Array.from(value.value)
        .slice(...bounds)
        .join(''),
      value.origin,
    );
  if (value.kind === 'tuple') return tuple(value.items.slice(...bounds));
  return value.kind === 'list' && value.broken === undefined && !value.unordered
    ? list(value.items.slice(...bounds))
    : undefined;
}

/** Start and end of a slice without step; Python and JavaScript count and clamp them alike. */
function sliceBounds(parts: readonly (PyValue | ':')[]): [number | undefined, number | undefined] | undefined {
  const colon = parts.indexOf(':');
  if (colon < 0 || parts.lastIndexOf(':') !== colon || colon > 1 || parts.length > colon + 2) return undefined;
  const bound = (part: PyValue | ':' | undefined): number | undefined | null =>
    part === undefined || part === ':' || part.kind === 'none'
      ? undefined
      : part.kind === 'int'
        ? Number(part.value)
        : null;
  const start = bound(colon === 1 ? parts[0] : undefined);
  const end = bound(parts[colon + 1]);
  return start === null || end === null ? undefined : [start, end];
}
