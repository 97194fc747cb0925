import type { PythonValue } from '../launch/binding.ts';

/** `bool(value)` of Python. */
export function truthOf({ type, value }: PythonValue): boolean {
  switch (type) {
    case 'NoneType':
      return false;
    case 'bool':
      return value === true;
    case 'int':
    case 'float':
      // What JSON has no number for, such as `nan` or an integer beyond 2^53, is text and not zero.
      return value !== 0;
    case 'str':
      return value !== '';
    case 'list':
    case 'tuple':
      return Array.isArray(value) && value.length > 0;
  }
}
