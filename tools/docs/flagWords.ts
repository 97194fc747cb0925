import type { DefaultValue, FlagSpec } from '../../server/src/catalogue/schema.ts';
import { code } from '../../server/src/features/markdown.ts';

/** What a flag takes on the command line, in words: `a whole number`, `two numbers`, `no value`. */
export function valueWords({ type, nargs, action, choices }: FlagSpec): string {
  if (choices && nargs === null) return `one of ${choices.length} words`;
  if (action === 'store_true' || action === 'store_false' || action === 'boolean_optional') return 'no value';
  const [one, many] = typeWords(type);
  switch (nargs) {
    case null:
    case 1:
      return one;
    case '?':
      return `${one} or nothing`;
    case '*':
      return `any number of ${many}`;
    case '+':
      return `one or more ${many}`;
    default:
      return nargs === 0 ? 'no value' : `${nargs} ${many}`;
  }
}

function typeWords(type: FlagSpec['type']): readonly [one: string, many: string] {
  switch (type) {
    case 'int':
      return ['a whole number', 'whole numbers'];
    case 'float':
      return ['a number', 'numbers'];
    case 'bool':
      return ['a word, true unless empty', 'words'];
    case 'str':
    case null:
      return ['text', 'words'];
  }
}

/** What holds when the flag is not given, in words or as a code span. */
export function defaultWords(spec: FlagSpec): string {
  if (spec.required) return 'required';
  if (spec.defaultComputed !== undefined) return 'made when the program starts';
  switch (spec.action) {
    case 'store_true':
      return spec.default === true ? 'on already' : 'off';
    case 'store_false':
      return spec.default === false ? 'off already' : 'on, until this is given';
    case 'store':
    case 'boolean_optional':
    case 'other':
      return literal(spec.default);
  }
}

function literal(value: DefaultValue): string {
  if (value === null) return 'none';
  if (value === '') return 'empty';
  if (Array.isArray(value)) return code(value.map((part) => plain(part as boolean | number | string)).join(' '));
  return code(plain(value as boolean | number | string));
}

function plain(value: boolean | number | string): string {
  if (value === 'Infinity' || value === '-Infinity') return value.replace('Infinity', 'inf');
  // JavaScript writes 0.000001 where Python and the scripts write 1e-06.
  if (typeof value === 'number' && value !== 0 && Math.abs(value) < 1e-3) return value.toExponential();
  return typeof value === 'string' ? JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"') : String(value);
}

/** Code spans in a row. */
export function codes(words: readonly string[]): string {
  return words.map(code).join(', ');
}

/** Names of other programs, which are no Markdown. */
export function names(words: readonly string[]): string {
  return words.map((word) => word.replaceAll(/[*<[\\]/g, String.raw`\$&`)).join(', ');
}

/** A row of a Markdown table. */
export function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`;
}
