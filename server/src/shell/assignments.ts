import type { ArrayValue, Assignment, Word } from 'unbash';
import type { Item } from '../text/items.ts';
import { UNSURE } from './attributes.ts';
import { evaluateIndex } from './expand/arithmetic.ts';
import { mayFail } from './escapes.ts';
import { isEmpty } from './expand/defaults.ts';
import { letText } from './expand/integerText.ts';
import { joinSegments } from './expand/join.ts';
import { elementsOf } from './expand/lists.ts';
import { declaredText, expandParts, expandText, expandWord, rangeOf } from './expand/word.ts';
import { toItems } from './items.ts';
import type { Machine } from './machine.ts';
import { serial, unknown } from './machine.ts';
import { textOfTree } from './merge.ts';
import type { Source } from './source.ts';
import type { Value } from './state.ts';
import { mergeValues } from './state.ts';
import type { FieldItem, Fields, Text } from './values.ts';
import { canonical, knownText, mapTree } from './values.ts';
import { assign, isName, resolveName, scalarOf, valueOf } from './variables.ts';

/** Runs one assignment, of a command of its own or behind `declare`, `export`, … */
export function runAssignment(m: Machine, source: Source, node: Assignment, flags = '', declared = false): void {
  if (!isName(node.name)) return;
  const old = node.append === true ? valueOf(m, node.name) : undefined;
  const value = assignedValue(m, source, node, flags, declared);
  assign(m, node.name, value, flags);
  record(m, source, node, value, old);
}

/** Notes the assignment for hover and for checks on its text. */
function record(m: Machine, source: Source, node: Assignment, value: Value, old?: Value): void {
  const location = source.location(rangeOf(node));
  for (const item of itemsOf(value, source, node, old)) m.assignments.push({ name: node.name, item, location });
}

function itemsOf(value: Value, source: Source, node: Assignment, old: Value | undefined): Item[] {
  const place = source.location(rangeOf(node.value));
  if (value.kind === 'scalar') return toItems([{ kind: 'field', text: value.text, word: place }], place).slice(0, 1);
  if (value.kind === 'array' && node.value.type === 'ArrayValue') {
    const inside = source.location(rangeOf(node));
    const added = old?.kind === 'array' ? value.items.slice(old.items.length) : value.items;
    return toItems(added, inside).filter((item) => item.kind !== 'branches' && item.use === undefined);
  }
  return [];
}

function assignedValue(m: Machine, source: Source, node: Assignment, flags: string, declared: boolean): Value {
  const name = resolveName(m, node.name);
  const old = valueOf(m, name);
  const isAssoc = flags.includes('A') || old.kind === 'assoc';
  if (node.value.type === 'ArrayValue')
    return arrayValue(m, source, node.value, node.append === true ? old : undefined, name, isAssoc);
  const text = scalarText(m, source, node, node.value, flags, declared);
  if (node.index !== undefined) return elementValue(m, source, node, node.index, text, old, isAssoc);
  if (mayBeList(old)) return overList(m, old, text, source, node);
  if (flags.includes('a') || flags.includes('A')) {
    const place = source.location(rangeOf(node.value));
    return { kind: 'array', items: [{ kind: 'field', text, word: place }] };
  }
  return { kind: 'scalar', text };
}

/** The text that is assigned: `+=` and the attributes of `declare -i`, `-l`, `-u` are done. */
function scalarText(m: Machine, source: Source, node: Assignment, word: Word, flags: string, declared: boolean): Text {
  const at = source.location(rangeOf(word));
  const text = declared ? declaredText(m, source, word) : expandText(m, source, word);
  const all = (m.state.get(resolveName(m, node.name))?.flags ?? '') + flags;
  if (all.includes('i') && !all.includes(UNSURE))
    return letText(m, text, at, node.append === true ? node.name : undefined);
  return node.append === true && node.index === undefined
    ? [...currentText(m, node.name, source, node), ...text]
    : text;
}

function currentText(m: Machine, name: string, source: Source, node: Assignment): Text {
  const at = source.location(rangeOf(node));
  return textOfTree(mapTree(scalarOf(m, name, at), (s) => s.text));
}

function mayBeList(value: Value): boolean {
  return value.kind === 'choice' ? value.alts.some(mayBeList) : value.kind === 'array' || value.kind === 'assoc';
}

/** `A=x` where A is an array, on some ways at least, sets its first element. */
function overList(m: Machine, old: Value, text: Text, source: Source, node: Assignment): Value {
  if (old.kind === 'choice')
    return mergeValues(
      old.choice,
      old.alts.map((alt) => overList(m, alt, text, source, node)),
    );
  return mayBeList(old) ? withFirst(m, old, text, source, node) : { kind: 'scalar', text };
}

function withFirst(m: Machine, old: Value, text: Text, source: Source, node: Assignment): Value {
  const place = source.location(rangeOf(node.value));
  const first = old.kind === 'array' ? old.items[0] : undefined;
  if (old.kind === 'array' && old.indices === undefined && (first === undefined || first.kind === 'field'))
    return { kind: 'array', items: [{ kind: 'field', text, word: place }, ...old.items.slice(1)] };
  if (old.kind === 'assoc') return { kind: 'assoc', entries: new Map([...old.entries, ['0', text]]) };
  return opaque(m, node.name);
}

export function opaque(m: Machine, name: string): Value {
  return { kind: 'opaque', why: unknown('not-modelled', name), symbol: serial(m, name) };
}

function elementValue(
  m: Machine,
  source: Source,
  node: Assignment,
  index: Word,
  text: Text,
  old: Value,
  isAssoc: boolean,
): Value {
  const place = source.location(node.value.end > node.value.pos ? rangeOf(node.value) : rangeOf(node));
  if (isAssoc) {
    const subscript = joinSegments(expandParts(m, source, index));
    const key = knownText(subscript);
    if (isEmpty(subscript) !== false) mayFail(m, canonical(subscript));
    if (key === null || old.kind === 'choice' || old.kind === 'opaque') return opaque(m, node.name);
    const entries = old.kind === 'assoc' ? old.entries : new Map<string, Text>();
    const joined = node.append === true ? [...(entries.get(key) ?? []), ...text] : text;
    return { kind: 'assoc', entries: new Map([...entries, [key, joined]]) };
  }
  const number = evaluateIndex(m, source, index);
  if (!number.leaf || number.value === null) return opaque(m, node.name);
  // What the environment holds is element 0 of an array; it is replaced here.
  const replaced = old.kind === 'opaque' && old.symbol.startsWith('env:') && number.value === 0 && node.append !== true;
  const base: ArrayOf | null = replaced ? { kind: 'array', items: [] } : arrayBase(old, place);
  return base === null
    ? opaque(m, node.name)
    : (setElement(base, number.value, text, place, node.append === true) ?? opaque(m, node.name));
}

type ArrayOf = Extract<Value, { kind: 'array' }>;

function arrayBase(old: Value, place: FieldPlace): ArrayOf | null {
  if (old.kind === 'array') return old;
  if (old.kind === 'unset') return { kind: 'array', items: [] };
  if (old.kind === 'scalar') return { kind: 'array', items: [{ kind: 'field', text: old.text, word: place }] };
  return null;
}

type FieldPlace = Extract<FieldItem, { kind: 'field' }>['word'];

function setElement(array: ArrayOf, at: number, text: Text, place: FieldPlace, append: boolean): Value | null {
  const field = (before: Text): Extract<FieldItem, { kind: 'field' }> => ({
    kind: 'field',
    text: append ? [...before, ...text] : text,
    word: place,
  });
  const size = array.items.length;
  if (array.indices === undefined && at >= 0 && at <= size) {
    const before = array.items.slice(0, at);
    const there = array.items[at];
    if (before.every((item) => item.kind === 'field') && there?.kind !== 'many' && there?.kind !== 'choice')
      return { kind: 'array', items: [...before, field(there?.text ?? []), ...array.items.slice(at + 1)] };
  }
  if (!array.items.every((item) => item.kind === 'field')) return null;
  const indices = [...(array.indices ?? array.items.keys())];
  const last = (indices[indices.length - 1] ?? -1) + 1;
  const target = at < 0 ? last + at : at;
  if (target < 0) return null;
  const position = indices.findIndex((index) => index >= target);
  const items = [...array.items];
  if (position !== -1 && indices[position] === target) {
    const there = items[position];
    items[position] = field(there?.kind === 'field' ? there.text : []);
  } else if (position === -1) {
    items.push(field([]));
    indices.push(target);
  } else {
    items.splice(position, 0, field([]));
    indices.splice(position, 0, target);
  }
  return indices.every((index, i) => index === i) ? { kind: 'array', items } : { kind: 'array', items, indices };
}

/** `A=(…)` and, with the old value, `A+=(…)`. */
function arrayValue(
  m: Machine,
  source: Source,
  node: ArrayValue,
  old: Value | undefined,
  name: string,
  isAssoc: boolean,
): Value {
  if (isAssoc) return assocValue(m, source, node, old, name);
  const at = source.location(rangeOf(node));
  let items: Fields = [];
  if (old !== undefined) items = elementsOf(m, old, name, at);
  const sparse = old?.kind === 'array' ? old.indices : undefined;
  const list = [...items];
  let array: Value = sparse === undefined ? { kind: 'array', items: list } : { kind: 'array', items, indices: sparse };
  for (const element of node.elements) {
    const keyed = keyedElement(source, element);
    // Braces make several words of it, none of which is then read as an index.
    if (keyed !== undefined && keyed.value.parts?.some((part) => part.type === 'BraceExpansion') === true)
      return opaque(m, name);
    if (keyed !== undefined) {
      const number = evaluateIndex(m, source, keyed.key);
      const base: ArrayOf | null = array.kind === 'array' ? array : null;
      if (base === null || !number.leaf || number.value === null) return opaque(m, name);
      const place = source.location(rangeOf(element));
      array = setElement(base, number.value, expandText(m, source, keyed.value), place, false) ?? opaque(m, name);
    } else if (array.kind === 'array') {
      const added = expandWord(m, source, element);
      // Nobody has seen the list yet, and a long one is not copied for each of its elements.
      if (array.items === list) list.push(...added);
      else if (array.indices === undefined) array = { kind: 'array', items: [...array.items, ...added] };
      else array = appended(array, added) ?? opaque(m, name);
    }
  }
  return array;
}

/** Elements behind the last of an array with gaps. */
function appended(array: ArrayOf, added: Fields): Value | null {
  let result: ArrayOf = array;
  for (const item of added) {
    if (item.kind !== 'field') return null;
    const last =
      result.indices === undefined ? result.items.length - 1 : (result.indices[result.indices.length - 1] ?? -1);
    const next = setElement(result, last + 1, item.text, item.word, false);
    if (next?.kind !== 'array') return null;
    result = next;
  }
  return result;
}

function assocValue(m: Machine, source: Source, node: ArrayValue, old: Value | undefined, name: string): Value {
  const entries = new Map<string, Text>(old?.kind === 'assoc' ? old.entries : []);
  for (const element of node.elements) {
    const keyed = keyedElement(source, element);
    const key = keyed === undefined ? null : knownText(joinSegments(expandParts(m, source, keyed.key)));
    if (keyed === undefined || key === null) return opaque(m, name);
    entries.set(key, expandText(m, source, keyed.value));
  }
  return { kind: 'assoc', entries };
}

/** `[key]=value` as an element of an array. */
function keyedElement(source: Source, word: Word): { key: Word; value: Word } | undefined {
  const text = source.text.slice(word.pos, word.end);
  if (!text.startsWith('[')) return undefined;
  const close = /^\[((?:[^\]"'\\]|"[^"]*"|'[^']*')+)\]=/.exec(text);
  if (close === null) return undefined;
  const split = word.pos + close[0].length;
  return {
    key: partOf(word, word.pos + 1, split - 2),
    value: partOf(word, split, word.end),
  };
}

function partOf(word: Word, pos: number, end: number): Word {
  if (word.parts === undefined) return { type: 'Word', text: '', value: '', pos, end };
  const parts = word.parts.flatMap((part) => {
    if (part.end <= pos || part.pos >= end) return [];
    if (part.pos >= pos && part.end <= end) return [part];
    if (part.type !== 'Literal' && part.type !== 'Glob') return [];
    const clipped = { pos: Math.max(pos, part.pos), end: Math.min(end, part.end) };
    return [{ type: 'Literal' as const, value: '', text: '', ...clipped }];
  });
  return { type: 'Word', text: '', value: '', pos, end, ...(parts.length > 0 ? { parts } : {}) };
}
