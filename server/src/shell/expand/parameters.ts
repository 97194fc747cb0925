import type { DoubleQuotedChild, ParameterExpansionPart } from 'unbash';
import type { Location } from '../../text/location.ts';
import type { Machine } from '../machine.ts';
import { nested, serial, unknown } from '../machine.ts';
import { textOfTree, waysOfText } from '../merge.ts';
import type { Source } from '../source.ts';
import type { Piece, Text, Tree } from '../values.ts';
import { canonical, computed, flatMapTree, knownText, leaf, mapTree } from '../values.ts';
import type { Scalar } from '../variables.ts';
import { elementAt, isName, scalarOf, valueOf } from '../variables.ts';
import { defaultSegments, segmentsOfTree, waysOfScalar } from './defaults.ts';
import { elementScalar } from './elements.ts';
import { countText, elementsOf, keysOf, listOperation, listSegments, namesSegments } from './lists.ts';
import { operate } from './operations.ts';
import { positionalFields, positionalScalar } from './positional.ts';
import type { Segment } from './segments.ts';
import { textSegments } from './segments.ts';
import { specialText } from './special.ts';
import { rangeOf } from './word.ts';

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

/** A variable, positional or special parameter by name. */
export function lookup(m: Machine, name: string, at: Location): Tree<Scalar> {
  if (/^[1-9]\d*$/.test(name)) return positionalScalar(m, Number(name), at);
  if (isName(name)) {
    const special = specialText(m, name, at);
    return special === undefined ? scalarOf(m, name, at) : leaf({ set: true, text: special });
  }
  return leaf({ set: true, text: specialText(m, name, at) ?? [unknownAt(m, name, at)] });
}

export function unknownAt(m: Machine, name: string, at: Location, shape: 'any' | 'integer' = 'any'): Piece {
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
  const scalar =
    part.index === undefined || (part.parameter === 'BASH_SOURCE' && sign === '0')
      ? lookup(m, part.parameter, at)
      : elementScalar(m, source, part, part.index, at);
  return scalarOperation(m, source, part, scalar, quoted, at);
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
        : [computed(String(Array.from(known).length), at)];
    }),
  );
}
