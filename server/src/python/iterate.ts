import type { PyValue } from './model.ts';
import { str } from './values.ts';

/** What a `for` loop or `list()` sees; `undefined` where it is not decided. */
export function iterate(value: PyValue): readonly PyValue[] | undefined {
  switch (value.kind) {
    case 'tuple':
      return value.items;
    case 'list':
      return value.broken === undefined ? value.items : undefined;
    case 'dict':
      return value.broken === undefined ? value.entries.map(([key]) => key) : undefined;
    case 'str':
      return Array.from(value.value, (letter) => str(letter, value.origin));
    case 'none':
    case 'bool':
    case 'int':
    case 'float':
    case 'function':
    case 'class':
    case 'instance':
    case 'builtin':
    case 'method':
    case 'bound':
    case 'partial':
    case 'module':
    case 'imported':
    case 'parser':
    case 'group':
    case 'action':
    case 'unknown':
      return undefined;
  }
}
