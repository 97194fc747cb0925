import { type Abstract, type Atom, type HeapObject, type TensorAtom, atomsOf } from './domain.ts';

/** What values and objects hold. */

/** A tensor whose elements are not known. */
export function withoutValue(atom: TensorAtom): TensorAtom {
  if (atom.value === undefined) return atom;
  const { kind, library, at, dtype, shape } = atom;
  return { kind, library, at, ...(dtype === undefined ? {} : { dtype }), ...(shape === undefined ? {} : { shape }) };
}

/** Applies a step to all atoms of a value, those in tuples included. */
export function mapValues(value: Abstract, step: (atom: Atom) => Atom): Abstract {
  if (value.kind === 'oneOf') {
    const values = value.values.map((atom) => deep(atom, step));
    return values.every((atom, index) => atom === value.values[index]) ? value : { ...value, values };
  }
  return deep(value, step);
}

function deep(atom: Atom, step: (atom: Atom) => Atom): Atom {
  if (atom.kind === 'tuple')
    return {
      ...atom,
      ...(atom.items ? { items: atom.items.map((item) => mapValues(item, step)) } : {}),
      ...(atom.element ? { element: mapValues(atom.element, step) } : {}),
    };
  if (atom.kind === 'method') return { ...atom, self: deep(atom.self, step) };
  if (atom.kind === 'function' && atom.self) return { ...atom, self: deep(atom.self, step) };
  if ((atom.kind === 'iterable' || atom.kind === 'generator') && atom.elements) {
    const { items, element } = atom.elements;
    const mapped = (each: Abstract) => mapValues(each, step);
    return { ...atom, elements: { items: items?.map(mapped) ?? null, element: element && mapped(element) } };
  }
  if (atom.kind === 'coroutine') {
    const { callee, args } = atom.call;
    const mapped = (each: Abstract) => mapValues(each, step);
    return {
      ...atom,
      call: {
        callee: callee.self ? { ...callee, self: deep(callee.self, step) } : callee,
        args: {
          ...args,
          positional: args.positional.map(mapped),
          keywords: new Map([...args.keywords].map(([name, each]) => [name, mapped(each)])),
        },
      },
    };
  }
  return step(atom);
}

/** Applies a step to all values that an object holds. */
export function mapObject(object: HeapObject, step: (value: Abstract) => Abstract): HeapObject {
  switch (object.kind) {
    case 'dict':
      return {
        ...object,
        entries: new Map([...object.entries].map(([key, entry]) => [key, { ...entry, value: step(entry.value) }])),
      };
    case 'list':
    case 'set':
      return { ...object, items: object.items?.map(step) ?? null, element: object.element && step(object.element) };
    case 'instance':
      return { ...object, attributes: new Map([...object.attributes].map(([name, value]) => [name, step(value)])) };
  }
}

/** Ids of the objects that a value refers to, not those within them. */
export function refsOf(value: Abstract): number[] {
  const ids: number[] = [];
  const collect = (each: Abstract): void => {
    for (const atom of atomsOf(each)) {
      if (atom.kind === 'ref') ids.push(atom.id);
      else if (atom.kind === 'tuple') {
        atom.items?.forEach(collect);
        if (atom.element) collect(atom.element);
      } else if (atom.kind === 'iterable' || atom.kind === 'generator') {
        atom.elements?.items?.forEach(collect);
        if (atom.elements?.element) collect(atom.elements.element);
      } else if (atom.kind === 'method') collect(atom.self);
      else if (atom.kind === 'function' && atom.self) collect(atom.self);
      else if (atom.kind === 'coroutine') {
        atom.call.args.positional.forEach(collect);
        for (const keyword of atom.call.args.keywords.values()) collect(keyword);
        if (atom.call.callee.self) collect(atom.call.callee.self);
      }
    }
  };
  collect(value);
  return ids;
}

/** Values that an object holds. */
export function valuesIn(object: HeapObject): Abstract[] {
  switch (object.kind) {
    case 'dict':
      return [...object.entries.values()].map(({ value }) => value);
    case 'list':
    case 'set':
      return [...(object.items ?? []), ...(object.element ? [object.element] : [])];
    case 'instance':
      return [...object.attributes.values()];
  }
}
