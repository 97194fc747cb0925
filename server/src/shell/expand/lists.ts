import type { ParameterDefaultOperation, ParameterExpansionPart } from 'unbash';
import type { Unknown } from '../../text/items.ts';
import type { Location } from '../../text/location.ts';
import type { Machine } from '../machine.ts';
import { serial, unknown } from '../machine.ts';
import { textOfTree } from '../merge.ts';
import type { Source } from '../source.ts';
import type { Value } from '../state.ts';
import type { FieldItem, Fields, Piece, Text } from '../values.ts';
import { NOWHERE, computed, flatMapTree, leaf, mapTree } from '../values.ts';
import { waysOfFields } from '../variables.ts';
import { evaluateIndex } from './arithmetic.ts';
import { isEmpty, segmentsOfTree } from './defaults.ts';
import { ifsTree } from './ifs.ts';
import { operate } from './operations.ts';
import { unknownAt } from './parameters.ts';
import { positionalFields } from './positional.ts';
import type { Segment } from './segments.ts';
import { textSegments } from './segments.ts';
import { fieldsOfTree, operandSegments } from './word.ts';

/** A list as `"$@"` (a field each), `$@` (split further) or `"$*"` (joined by the first character of IFS). */
export function listSegments(m: Machine, fields: Fields, sign: string, quoted: boolean): Segment[] {
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

export function namesSegments(m: Machine, at: Location, mode: 'quoted' | 'split'): Segment[] {
  if (mode === 'split') return textSegments([unknownAt(m, 'names', at)], mode);
  return [{ kind: 'many', why: unknown('not-modelled', 'names'), symbol: serial(m, 'names'), at }];
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
export function keysOf(m: Machine, value: Value | undefined, at: Location): Fields {
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
export function countText(m: Machine, part: ParameterExpansionPart, value: Value | undefined, at: Location): Piece {
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

export function listOperation(
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
    // Behind all parameters stands the name of the script or shell.
    if (isPositional && start === -1 - items.length) return lost;
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
