import type { DoubleQuotedChild, ParameterDefaultOperation, ParameterExpansionPart, Word } from 'unbash';
import type { Unknown } from '../../text/items.ts';
import type { Location } from '../../text/location.ts';
import type { Machine } from '../machine.ts';
import { nested, serial, unknown } from '../machine.ts';
import { question } from '../branches.ts';
import type { Source } from '../source.ts';
import { restrictValue } from '../state.ts';
import type { Value } from '../state.ts';
import type { FieldItem, Fields, Piece, Text, Tree } from '../values.ts';
import { canonical, computed, flatMapTree, knownText, leaf, mapTree, textOfTree, waysOfText } from '../values.ts';
import { assign, elementAt, isName, resolveName, scalarOf, valueOf, waysOfFields } from '../variables.ts';
import type { Scalar } from '../variables.ts';
import { evaluateIndex } from './arithmetic.ts';
import { operate } from './operations.ts';
import { positionalFields, positionalScalar } from './positional.ts';
import type { Segment } from './segments.ts';
import { textSegments } from './segments.ts';
import { specialText } from './special.ts';
import { expandText, fieldsOfTree, ifsTree, joinSegments, operandSegments, rangeOf } from './word.ts';

/** True for `$@`, `${A[@]}`, `${!A[@]}`, …: in double quotes they yield a field per element and maybe none. */
export function isAtExpansion(part: DoubleQuotedChild): boolean {
  if (part.type === 'SimpleExpansion') return part.text === '$@';
  if (part.type !== 'ParameterExpansion' || part.prefix === '#') return false;
  if (part.operation?.type === 'Names') return part.operation.operator === '@';
  return part.index === undefined ? part.parameter === '@' : part.index.text === '@';
}

/** `$X`, `$1`, `$@`, `$?`, … */
export function simpleSegments(m: Machine, name: string, at: Location, quoted: boolean): Segment[] {
  if (name === '@' || name === '*') return listSegments(m, positionalFields(m, at), name, quoted);
  return textSegments(textOfTree(mapTree(lookup(m, name, at), (s) => s.text)), quoted ? 'quoted' : 'split');
}

/** A list as `"$@"` (a field each), `$@` (split further) or `"$*"` (joined by the first character of IFS). */
function listSegments(m: Machine, fields: Fields, sign: string, quoted: boolean): Segment[] {
  if (sign === '@' || !quoted) return [{ kind: 'list', fields, quoted }];
  return textSegments(joinFields(m, fields), 'quoted');
}

function joinFields(m: Machine, fields: Fields): Text {
  const ways = waysOfFields(fields, 32);
  const lost = (why: Unknown): Text => [
    { kind: 'unknown', why, at: NOWHERE, symbol: serial(m, 'joined'), shape: 'any' },
  ];
  if (ways === null) return lost(unknown('unknown-condition'));
  return textOfTree(
    flatMapTree(ways, (items) =>
      mapTree(ifsTree(m), (ifs): Text => {
        if (ifs === null) return lost(unknown('unset-variable', 'IFS'));
        const many = items.find((item) => item.kind === 'many');
        if (many?.kind === 'many') return lost(many.why);
        return items.flatMap((item, i): Text => {
          const text = item.kind === 'field' ? item.text : lost(unknown('not-modelled'));
          return i === 0 || ifs === '' ? text : [computed(ifs.charAt(0), NOWHERE), ...text];
        });
      }),
    ),
  );
}

const NOWHERE: Location = { uri: '', range: { start: 0, end: 0 } };

/** A variable, positional or special parameter by name. */
export function lookup(m: Machine, name: string, at: Location): Tree<Scalar> {
  if (/^[1-9]\d*$/.test(name)) return positionalScalar(m, Number(name), at);
  if (isName(name)) {
    const special = specialText(m, name, at);
    return special === undefined ? scalarOf(m, name, at) : leaf({ set: true, text: special });
  }
  return leaf({ set: true, text: specialText(m, name, at) ?? [unknownAt(m, name, at)] });
}

function unknownAt(m: Machine, name: string, at: Location, shape: 'any' | 'integer' = 'any'): Piece {
  return { kind: 'unknown', why: unknown('not-modelled', name), at, symbol: serial(m, name), shape };
}

/** `${…}` in all its forms. */
export function parameterSegments(
  m: Machine,
  source: Source,
  part: ParameterExpansionPart,
  quoted: boolean,
): Segment[] {
  return nested(
    m,
    () => parameterOf(m, source, part, quoted),
    () => textSegments([unknownAt(m, part.parameter, source.location(rangeOf(part)))], quoted ? 'quoted' : 'split'),
  );
}

function parameterOf(m: Machine, source: Source, part: ParameterExpansionPart, quoted: boolean): Segment[] {
  const at = source.location(rangeOf(part));
  const mode = quoted ? 'quoted' : 'split';
  const sign = part.index?.text;
  const isList =
    sign === '@' || sign === '*' || (part.index === undefined && (part.parameter === '@' || part.parameter === '*'));
  if (source.hasUnknown({ start: part.parameterPos, end: part.parameterEnd }))
    return textSegments([unknownAt(m, 'name', at)], mode);
  if (part.operation?.type === 'Names') return namesSegments(m, at, mode);
  if (part.prefix === '!' && !isList) return indirectSegments(m, source, part, at, quoted);
  if (isList) {
    const value = part.index === undefined ? undefined : valueOf(m, part.parameter);
    if (part.prefix === '#') return textSegments([countText(m, part, value, at)], mode);
    if (part.prefix === '!') return listSegments(m, keysOf(m, value, at), sign ?? '@', quoted);
    const fields = value === undefined ? positionalFields(m, at) : elementsOf(m, value, part.parameter, at);
    return listOperation(m, source, part, fields, sign ?? part.parameter, quoted, at, value);
  }
  const plain = part.index === undefined || (part.parameter === 'BASH_SOURCE' && sign === '0');
  const scalar =
    plain || part.index === undefined ? lookup(m, part.parameter, at) : elementScalar(m, source, part, part.index, at);
  return scalarOperation(m, source, part, scalar, quoted, at);
}

function namesSegments(m: Machine, at: Location, mode: 'quoted' | 'split'): Segment[] {
  if (mode === 'split') return textSegments([unknownAt(m, 'names', at)], mode);
  return [{ kind: 'many', why: unknown('not-modelled', 'names'), symbol: serial(m, 'names'), at }];
}

/** `${!X}`: the variable whose name X holds. */
function indirectSegments(
  m: Machine,
  source: Source,
  part: ParameterExpansionPart,
  at: Location,
  quoted: boolean,
): Segment[] {
  const holder = m.state.get(part.parameter)?.value;
  const mode = quoted ? 'quoted' : 'split';
  if (holder?.kind === 'ref') return textSegments([computed(holder.name, at)], mode);
  const outer =
    part.index === undefined ? lookup(m, part.parameter, at) : elementScalar(m, source, part, part.index, at);
  const names = waysOfText(textOfTree(mapTree(outer, (s) => s.text)));
  if (names === null) return textSegments([unknownAt(m, part.parameter, at)], mode);
  const scalar = flatMapTree(names, (text): Tree<Scalar> => {
    const name = knownText(text);
    if (name === null) return leaf({ set: null, text: [unknownAt(m, part.parameter, at)] });
    const element = /^([A-Za-z_]\w*)\[(\d+)\]$/.exec(name);
    if (element) {
      const value = valueOf(m, element[1] ?? '');
      const found = value.kind === 'array' ? elementAt(value, Number(element[2])) : null;
      return found === null
        ? leaf({ set: null, text: [unknownAt(m, name, at)] })
        : mapTree(found, (t) => ({ set: t !== undefined, text: t ?? [] }));
    }
    return isName(name) || /^\d+$/.test(name)
      ? lookup(m, name, at)
      : leaf({ set: null, text: [unknownAt(m, name, at)] });
  });
  return scalarOperation(m, source, part, scalar, quoted, at);
}

/** `${A[i]}` of an indexed or associative array. */
function elementScalar(
  m: Machine,
  source: Source,
  part: ParameterExpansionPart,
  index: Word,
  at: Location,
): Tree<Scalar> {
  const value = valueOf(m, part.parameter);
  return elementOf(m, source, value, index, part.parameter, at);
}

function elementOf(m: Machine, source: Source, value: Value, index: Word, name: string, at: Location): Tree<Scalar> {
  const none: Scalar = { set: false, text: [] };
  const lost = (): Scalar => ({ set: null, text: [unknownAt(m, name, at)] });
  switch (value.kind) {
    case 'choice':
      return {
        leaf: false,
        choice: value.choice,
        alts: value.alts.map((alt, i) =>
          elementOf(m, source, restrictValue(alt, new Map([[value.choice, new Set([i])]])), index, name, at),
        ),
      };
    case 'assoc': {
      const keys = waysOfText(expandText(m, source, index));
      if (keys === null) return leaf(lost());
      return mapTree(keys, (key) => {
        const known = knownText(key);
        if (known === null) return lost();
        const text = value.entries.get(known);
        return { set: text !== undefined, text: text ?? [] };
      });
    }
    case 'array':
    case 'scalar': {
      const numbers = evaluateIndex(m, source, index);
      return flatMapTree(numbers, (number): Tree<Scalar> => {
        if (number === null) return leaf(lost());
        if (value.kind === 'scalar')
          return leaf(number === 0 || number === -1 ? { set: true, text: value.text } : none);
        if (number < 0) return fromEnd(value, number, lost);
        const found = elementAt(value, number);
        return found === null
          ? leaf(lost())
          : mapTree(found, (text) => ({ set: text !== undefined, text: text ?? [] }));
      });
    }
    case 'opaque':
      return leaf(lost());
    case 'unset':
    case 'ref':
    case 'function':
      return leaf(none);
  }
}

function fromEnd(value: Extract<Value, { kind: 'array' }>, number: number, lost: () => Scalar): Tree<Scalar> {
  const ways = waysOfFields(value.items);
  if (ways === null) return leaf(lost());
  return mapTree(ways, (items) => {
    if (items.some((item) => item.kind === 'many')) {
      const last = number === -1 ? items[items.length - 1] : undefined;
      return last?.kind === 'field' ? { set: true, text: last.text } : lost();
    }
    const size = value.indices === undefined ? items.length : (value.indices[value.indices.length - 1] ?? -1) + 1;
    const at = value.indices === undefined ? size + number : value.indices.indexOf(size + number);
    const item = items[at];
    return item?.kind === 'field' ? { set: true, text: item.text } : { set: false, text: [] };
  });
}

/** `${A[@]}`: the elements of an array, the text of a scalar, nothing of what is unset. */
export function elementsOf(m: Machine, value: Value, name: string, at: Location): Fields {
  switch (value.kind) {
    case 'array':
      return value.items;
    case 'scalar':
      return [{ kind: 'field', text: value.text, word: at }];
    case 'assoc': {
      const texts = [...value.entries.values()];
      if (texts.length <= 1) return texts.map((text) => ({ kind: 'field', text, word: at }));
      return texts.map((): FieldItem => ({ kind: 'field', text: [unknownAt(m, name, at)], word: at }));
    }
    case 'opaque':
      return [{ kind: 'many', why: value.why, word: at, symbol: value.symbol }];
    case 'unset':
    case 'ref':
    case 'function':
      return [];
    case 'choice':
      return [{ kind: 'choice', choice: value.choice, alts: value.alts.map((alt) => elementsOf(m, alt, name, at)) }];
  }
}

/** `${!A[@]}`. The order of an associative array is bash's own. */
function keysOf(m: Machine, value: Value | undefined, at: Location): Fields {
  const field = (text: Text): FieldItem => ({ kind: 'field', text, word: at });
  if (value?.kind === 'assoc') {
    const keys = [...value.entries.keys()];
    return keys.map((key) => field(keys.length === 1 ? [computed(key, at)] : [unknownAt(m, 'key', at)]));
  }
  if (value?.kind === 'array' && value.items.every((item) => item.kind === 'field'))
    return value.items.map((_, i) => field([computed(String(value.indices?.[i] ?? i), at)]));
  if (value?.kind === 'scalar') return [field([computed('0', at)])];
  if (value?.kind === 'unset') return [];
  return [{ kind: 'many', why: unknown('not-modelled', 'keys'), word: at, symbol: serial(m, 'keys') }];
}

/** `${#A[@]}`, `${#@}`. */
function countText(m: Machine, part: ParameterExpansionPart, value: Value | undefined, at: Location): Piece {
  const fields = value === undefined ? positionalFields(m, at) : elementsOf(m, value, part.parameter, at);
  return countOf(m, fields, at);
}

export function countOf(m: Machine, fields: Fields, at: Location): Piece {
  const ways = waysOfFields(fields);
  const lost: Piece = {
    kind: 'unknown',
    why: unknown('positional-parameter', '#'),
    at,
    symbol: serial(m, '#'),
    shape: 'integer',
  };
  if (ways === null) return lost;
  const texts = mapTree(ways, (items): Text => {
    const many = items.find((item) => item.kind === 'many');
    if (many?.kind !== 'many') return [computed(String(items.length), at)];
    return [{ kind: 'unknown', why: many.why, at, symbol: `count:${many.symbol}:${items.length}`, shape: 'integer' }];
  });
  const text = textOfTree(texts);
  return text.length === 1 && text[0] !== undefined ? text[0] : lost;
}

function listOperation(
  m: Machine,
  source: Source,
  part: ParameterExpansionPart,
  fields: Fields,
  sign: string,
  quoted: boolean,
  at: Location,
  value: Value | undefined,
): Segment[] {
  const operation = part.operation;
  if (operation === undefined) return listSegments(m, fields, sign, quoted);
  switch (operation.type) {
    case 'Default':
      return listDefault(m, source, operation, fields, sign, quoted, at);
    case 'Slice':
      return listSegments(m, sliceFields(m, source, part, fields, at, value), sign, quoted);
    case 'Remove':
    case 'Replace':
    case 'CaseModification':
    case 'Transform': {
      if (operation.type === 'Transform' && operation.operand.text !== 'Q') {
        return [{ kind: 'many', why: unknown('not-modelled'), symbol: serial(m, 'transform'), at }];
      }
      const each = (items: Fields): Fields =>
        items.map((item): FieldItem => {
          if (item.kind === 'many') return { ...item, symbol: serial(m, 'many') };
          if (item.kind === 'choice') return { ...item, alts: item.alts.map(each) };
          return { kind: 'field', text: operate(m, source, operation, item.text, at), word: at };
        });
      return listSegments(m, each(fields), sign, quoted);
    }
    case 'Names':
    case 'Unknown':
      return [{ kind: 'many', why: unknown('not-modelled'), symbol: serial(m, 'expansion'), at }];
  }
}

/** `"${A[@]:-word}"`, `${A[@]+"${A[@]}"}`. */
function listDefault(
  m: Machine,
  source: Source,
  operation: ParameterDefaultOperation,
  fields: Fields,
  sign: string,
  quoted: boolean,
  at: Location,
): Segment[] {
  const ways = waysOfFields(fields);
  const lost = (): Segment[] => [{ kind: 'many', why: unknown('unset-variable'), symbol: serial(m, 'default'), at }];
  if (ways === null) return lost();
  const operand = (): Segment[] => {
    const segments = operandSegments(m, source, operation.operand, quoted);
    return quoted && segments.length === 0 ? [{ kind: 'quote' }] : segments;
  };
  return segmentsOfTree(
    mapTree(ways, (items): Segment[] => {
      const has = hasElements(items, operation.operator.startsWith(':'));
      if (has === null) return lost();
      if (operation.operator.endsWith('+')) return has ? operand() : [];
      return has || operation.operator.endsWith('?') ? listSegments(m, items, sign, quoted) : operand();
    }),
  );
}

/** Whether a list counts as set; with a colon one empty element does not. */
function hasElements(items: Fields, colon: boolean): boolean | null {
  const sure = items.filter((item) => item.kind === 'field');
  if (sure.length === 0) return items.length === 0 ? false : null;
  if (!colon || sure.length > 1) return true;
  const only = sure[0];
  const empty = only?.kind === 'field' ? isEmpty(only.text) : null;
  if (empty === false) return true;
  return items.length > 1 ? null : empty === null ? null : false;
}

/** `${A[@]:from:count}`; for positional parameters index 0 is the script itself. */
function sliceFields(
  m: Machine,
  source: Source,
  part: ParameterExpansionPart,
  fields: Fields,
  at: Location,
  value: Value | undefined,
): Fields {
  const lost: Fields = [
    { kind: 'many', why: unknown('not-modelled', part.parameter), word: at, symbol: serial(m, 'slice') },
  ];
  const operation = part.operation;
  if (operation?.type !== 'Slice') return lost;
  if (value?.kind === 'assoc' || (value?.kind === 'array' && value.indices !== undefined)) return lost;
  const from = evaluateIndex(m, source, operation.offset);
  const count =
    operation.length === undefined ? leaf<number | null>(Infinity) : evaluateIndex(m, source, operation.length);
  if (!from.leaf || !count.leaf || from.value === null || count.value === null) return lost;
  const offset = from.value;
  const length = count.value;
  const isPositional = part.index === undefined;
  const start = isPositional && offset > 0 ? offset - 1 : offset;
  if (isPositional && offset === 0) return lost;
  if (start >= 0 && length === Infinity && plainUpTo(fields, start)) return fields.slice(start);
  if (start >= 0 && length >= 0 && plainUpTo(fields, start + length)) return fields.slice(start, start + length);
  const ways = waysOfFields(fields);
  if (ways === null) return lost;
  const sliced = mapTree(ways, (items): Fields => {
    if (items.some((item) => item.kind === 'many')) return lost;
    const first = start < 0 ? items.length + start : start;
    return first < 0 ? [] : items.slice(first, length === Infinity ? undefined : first + length);
  });
  return fieldsOfTree(sliced);
}

function plainUpTo(fields: Fields, end: number): boolean {
  return (
    fields.slice(0, end).every((item) => item.kind === 'field') &&
    (fields.length >= end || fields.every((item) => item.kind === 'field'))
  );
}

/** True, false or not known: `${X:-…}` takes the value where it is set and, with a colon, not empty. */
function present(scalar: Scalar, colon: boolean): boolean | null {
  if (scalar.set === false) return false;
  if (!colon) return scalar.set;
  const empty = isEmpty(scalar.text);
  return empty === null ? null : !empty;
}

/** Whether a text without choices is empty; `null` where that is not known. */
export function isEmpty(text: Text): boolean | null {
  let certain = true;
  for (const piece of text) {
    if (piece.kind === 'text' && piece.text !== '') return false;
    if (piece.kind === 'unknown') {
      if (piece.shape !== 'any' || piece.filled === true) return false;
      certain = false;
    }
    if (piece.kind === 'choice') certain = false;
  }
  return certain ? true : null;
}

function scalarOperation(
  m: Machine,
  source: Source,
  part: ParameterExpansionPart,
  scalar: Tree<Scalar>,
  quoted: boolean,
  at: Location,
): Segment[] {
  const mode = quoted ? 'quoted' : 'split';
  const operation = part.operation;
  const whole = textOfTree(mapTree(scalar, (s) => s.text));
  if (part.prefix === '#') return textSegments(lengthText(m, whole, at), mode);
  if (operation === undefined) return textSegments(whole, mode);
  if (operation.type === 'Default') {
    const ways = waysOfScalar(scalar);
    if (ways === null) return textSegments([unknownAt(m, part.parameter, at)], mode);
    return segmentsOfTree(mapTree(ways, (way) => defaultSegments(m, source, part, way, quoted, at)));
  }
  return textSegments(operate(m, source, operation, whole, at), mode);
}

function waysOfScalar(scalar: Tree<Scalar>): Tree<Scalar> | null {
  let tooMany = false;
  const ways = flatMapTree(scalar, (s): Tree<Scalar> => {
    const texts = waysOfText(s.text);
    if (texts === null) tooMany = true;
    return texts === null ? leaf(s) : mapTree(texts, (text) => ({ set: s.set, text }));
  });
  return tooMany ? null : ways;
}

export function segmentsOfTree(tree: Tree<Segment[]>): Segment[] {
  if (tree.leaf) return tree.value;
  return [{ kind: 'choice', choice: tree.choice, alts: tree.alts.map(segmentsOfTree) }];
}

function defaultSegments(
  m: Machine,
  source: Source,
  part: ParameterExpansionPart,
  scalar: Scalar,
  quoted: boolean,
  at: Location,
): Segment[] {
  const operation = part.operation;
  if (operation?.type !== 'Default') return [];
  const mode = quoted ? 'quoted' : 'split';
  const has = present(scalar, operation.operator.startsWith(':'));
  const operand = (): Segment[] => operandSegments(m, source, operation.operand, quoted);
  const value = (): Segment[] => textSegments(scalar.text, mode);
  const kind = operation.operator.slice(-1);
  if (kind === '+') {
    if (has === true) return operand();
    if (has === false) return [];
    const absent = question(
      m,
      `${canonical(scalar.text)} ${operation.operator.startsWith(':') ? 'empty' : 'unset'}`,
      true,
    );
    return segmentsOfTree(mapTree(absent, (holds) => (holds ? [] : operand())));
  }
  if (kind === '?') return value();
  if (has === true) return value();
  const otherwise = operand();
  if (kind === '=' && isName(part.parameter) && part.index === undefined) {
    const text = has === false ? joinSegments(otherwise) : eitherText(scalar, joinSegments(otherwise), at);
    assign(m, resolveName(m, part.parameter), { kind: 'scalar', text });
    return has === false ? otherwise : textSegments(text, mode);
  }
  if (has === false) return otherwise;
  if (otherwise.some((segment) => segment.kind === 'break' || segment.kind === 'many' || segment.kind === 'list'))
    return [{ kind: 'many', why: unknown('unset-variable', part.parameter), symbol: serial(m, 'default'), at }];
  return textSegments(eitherText(scalar, joinSegments(otherwise), at), mode);
}

/** `${X:-d}` where it is not known whether X is set: not known, but the same each time it is asked. */
function eitherText(scalar: Scalar, otherwise: Text, at: Location): Text {
  const piece = scalar.text.find((p) => p.kind === 'unknown');
  if (knownText(otherwise) === '') return scalar.text;
  const symbol = `${canonical(scalar.text)}:-${canonical(otherwise)}`;
  const why = piece?.kind === 'unknown' ? piece.why : unknown('unset-variable');
  return [
    { kind: 'unknown', why, at, symbol, shape: 'any', ...(isEmpty(otherwise) === false ? { filled: true } : {}) },
  ];
}

function lengthText(m: Machine, text: Text, at: Location): Text {
  const ways = waysOfText(text);
  const lost: Piece = {
    kind: 'unknown',
    why: unknown('not-modelled', '#'),
    at,
    symbol: serial(m, 'length'),
    shape: 'integer',
  };
  if (ways === null) return [lost];
  return textOfTree(
    mapTree(ways, (way): Text => {
      const known = knownText(way);
      return known === null
        ? [{ ...lost, symbol: `length:${canonical(way)}` }]
        : [computed(String([...known].length), at)];
    }),
  );
}
