import type { Value } from '../../../server/src/python/flow/model.ts';

/** A value in one line: `{rewards: tensor float [1] = 1, scores?: none, …}`. */
export function show(value: Value): string {
  switch (value.kind) {
    case 'oneOf':
      return value.values.map(show).join(' | ');
    case 'dict': {
      const entries = value.entries.map(({ key, maybe, value: held }) => `${key}${maybe ? '?' : ''}: ${show(held)}`);
      return `{${[...entries, ...(value.open ? ['…'] : [])].join(', ')}}`;
    }
    case 'list':
    case 'tuple':
    case 'set':
      if (value.items) return `${value.kind}(${value.items.map(show).join(', ')})`;
      return value.element ? `${value.kind} of ${show(value.element)}` : value.kind;
    case 'tensor': {
      const shape = value.shape && `[${value.shape.map((size) => size ?? '?').join(', ')}]`;
      const parts = [
        value.library,
        value.dtype,
        shape,
        value.value === undefined ? undefined : `= ${String(value.value)}`,
      ];
      return parts.filter((part) => part !== undefined).join(' ');
    }
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
      return value.value === undefined ? value.kind : `${value.kind} ${JSON.stringify(value.value)}`;
    case 'function':
      return `function ${value.fn.name}`;
    case 'class':
      return `class ${value.cls.name}`;
    case 'instance':
      return `instance ${value.cls.name}`;
    case 'external':
      return value.name;
    case 'coroutine':
      return `coroutine of ${show(value.result)}`;
    case 'response':
      return value.media === 'json' ? `json ${show(value.content)}` : 'text';
    case 'unknown':
    case 'none':
    case 'generator':
      return value.kind;
  }
}
