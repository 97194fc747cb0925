import type { PythonValue } from './binding.ts';

/**
 * Python's `int(text)` and `float(text)` for strings. Source: CPython 3.11 `Objects/longobject.c` (`PyLong_FromString`),
 * `Objects/floatobject.c` (`PyFloat_FromString`), `Objects/unicodeobject.c` (`_PyUnicode_TransformDecimalAndSpaceToASCII`).
 */

/** `sys.get_int_max_str_digits()`: longer integers are a ValueError since 3.10.7. */
const MAX_INT_DIGITS = 4300;

const SPACE = '[ \\t\\n\\v\\f\\r]*';
const DIGITS = '[0-9]+(?:_[0-9]+)*';
const INT = new RegExp(`^${SPACE}([+-]?)(${DIGITS})${SPACE}$`);
const DECIMAL = `(?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?`;
const FLOAT = new RegExp(`^${SPACE}([+-]?)(?:(${DECIMAL})|(inf|infinity)|(nan))${SPACE}$`, 'i');

/** What `int(text)` gives, or `null` where it raises ValueError. Beyond 2^53 the value is text. */
export function pythonInt(text: string): PythonValue | null {
  const match = INT.exec(toAscii(text));
  if (match === null) return null;
  const digits = (match[2] ?? '').replaceAll('_', '');
  if (digits.length > MAX_INT_DIGITS) return null;
  const value = match[1] === '-' ? -BigInt(digits) : BigInt(digits);
  const number = Number(value);
  return { type: 'int', value: Number.isSafeInteger(number) ? number : value.toString() };
}

/** What `float(text)` gives, or `null` where it raises ValueError. What overflows is infinite. */
export function pythonFloat(text: string): PythonValue | null {
  const match = FLOAT.exec(toAscii(text));
  if (match === null) return null;
  const [, sign, decimal, infinite] = match;
  if (decimal !== undefined) {
    const value = Number(decimal.replaceAll('_', ''));
    return floatValue(sign === '-' ? -value : value);
  }
  if (infinite !== undefined) return floatValue(sign === '-' ? -Infinity : Infinity);
  return floatValue(NaN);
}

/** A float as a Python value. */
export function floatValue(value: number): PythonValue {
  if (Number.isFinite(value)) return { type: 'float', value };
  return { type: 'float', value: Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf' };
}

/**
 * Spaces and decimal digits of all scripts as their ASCII twins, as both constructors see them. A string of ASCII only
 * stays as it is, so `\x1c`, a space to `str.strip`, is none here.
 */
function toAscii(text: string): string {
  return text.replace(/[^\0-~]/gu, (character) => {
    if (/^[\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/.test(character)) return ' ';
    return /^\p{Nd}$/u.test(character) ? String(digitValue(character)) : '?';
  });
}

/** Decimal digits come in runs of ten that start with the zero, some runs next to each other. */
function digitValue(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  let start = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(start - 1))) start--;
  return (code - start) % 10;
}
