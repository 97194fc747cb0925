import type { ParameterOperation, ParameterSliceOperation, Word } from 'unbash';
import type { Location } from '../../text/location.ts';
import { mayFail } from '../escapes.ts';
import type { Machine } from '../machine.ts';
import { serial, unknown } from '../machine.ts';
import { textOfTree, waysOfText } from '../merge.ts';
import { dirname } from '../paths.ts';
import type { Source } from '../source.ts';
import type { Piece, Text } from '../values.ts';
import { canonical, computed, knownText, leaves, mapTree } from '../values.ts';
import { evaluateIndex } from './arithmetic.ts';
import { escapeRegExp, literalPattern, LONGEST_PATTERN, patternSource } from './patterns.ts';
import { expandPattern, expandText, rangeOf } from './word.ts';

/** Longest text that patterns are tried on. */
const PATTERN_LIMIT = 20_000;

/** `${X%…}`, `${X#…}`, `${X/a/b}`, `${X:1:2}`, `${X^^}`, `${X@Q}` on each way of a text. */
export function operate(m: Machine, source: Source, operation: ParameterOperation, text: Text, at: Location): Text {
  const ways = waysOfText(text);
  const lost = (why?: Piece): Text => [
    {
      kind: 'unknown',
      why: why?.kind === 'unknown' ? why.why : unknown('not-modelled'),
      at,
      symbol: serial(m, 'operation'),
      shape: 'any',
    },
  ];
  if (ways === null) return lost();
  const negative = operation.type === 'Slice' && mayBeNegative(m, source, operation);
  return textOfTree(
    mapTree(ways, (way): Text => {
      const known = knownText(way);
      if (negative && (known === null || operateKnown(m, source, operation, known) === null))
        mayFail(m, `slice of ${canonical(way)}`);
      if (known === null)
        return pathOperation(source, operation, way, at) ?? lost(way.find((p) => p.kind === 'unknown'));
      if (known.length > PATTERN_LIMIT) return lost();
      const result = operateKnown(m, source, operation, known);
      if (result === null) return lost();
      return result === known ? way : [computed(result, at)];
    }),
  );
}

/** A length below zero counts from the end; bash stops where that lies before the start. */
function mayBeNegative(m: Machine, source: Source, operation: ParameterSliceOperation): boolean {
  if (operation.length === undefined) return false;
  return leaves(evaluateIndex(m, source, operation.length)).some((length) => length === null || length < 0);
}

/** What can be said of a path whose folder we know: `${0%/*}` is its folder. */
function pathOperation(source: Source, operation: ParameterOperation, text: Text, at: Location): Text | null {
  const only = text[0];
  if (text.length !== 1 || only?.kind !== 'unknown' || only.path === undefined || operation.type !== 'Remove')
    return null;
  if (operation.operator !== '%' || source.text.slice(operation.operand.pos, operation.operand.end) !== '/*')
    return null;
  const path = dirname(only.path);
  return [{ ...only, at, path, symbol: `path:${path}` }];
}

function operateKnown(m: Machine, source: Source, operation: ParameterOperation, text: string): string | null {
  switch (operation.type) {
    case 'Remove': {
      const pattern = patternSource(expandPattern(m, source, operation.operand));
      return pattern === null ? null : remove(text, pattern, operation.operator);
    }
    case 'Replace':
      return replace(m, source, operation.operator, operation.pattern, operation.replacement, text);
    case 'Slice': {
      const offset = evaluateIndex(m, source, operation.offset);
      const length = operation.length === undefined ? undefined : evaluateIndex(m, source, operation.length);
      if (!offset.leaf || offset.value === null) return null;
      if (length !== undefined && (!length.leaf || length.value === null)) return null;
      return slice(text, offset.value, length?.leaf === true ? (length.value ?? undefined) : undefined);
    }
    case 'CaseModification': {
      const pattern =
        operation.operand === undefined ? '.' : patternSource(expandPattern(m, source, operation.operand));
      return pattern === null ? null : changeCase(text, operation.operator, pattern);
    }
    case 'Transform':
      return transform(text, operation.operand.text);
    case 'Default':
    case 'Names':
    case 'Unknown':
      return null;
  }
}

function remove(text: string, pattern: string, operator: '#' | '##' | '%' | '%%'): string | null {
  const shortest = operator.length === 1;
  const anchored = compile(`^(?:${pattern})$`);
  if (anchored === null) return null;
  const front = operator.startsWith('#');
  for (let i = 0; i <= text.length; i++) {
    const length = shortest ? i : text.length - i;
    const candidate = front ? text.slice(0, length) : text.slice(text.length - length);
    if (anchored.test(candidate)) return front ? text.slice(length) : text.slice(0, text.length - length);
  }
  return text;
}

function compile(source: string, flags = 's'): RegExp | null {
  if (source.length > LONGEST_PATTERN) return null;
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}

function replace(
  m: Machine,
  source: Source,
  operator: '/' | '//' | '/#' | '/%',
  patternWord: Word,
  replacementWord: Word,
  text: string,
): string | null {
  const segments = expandPattern(m, source, patternWord);
  const pattern = patternSource(segments);
  const replacement = knownText(expandText(m, source, replacementWord, false));
  if (pattern === null || replacement === null) return null;
  // An unquoted `&` stands for the match since bash 5.2, where an option allows it.
  if (source.text.slice(rangeOf(replacementWord).start, rangeOf(replacementWord).end).includes('&')) return null;
  if (pattern === '') return operator === '/#' ? replacement + text : operator === '/%' ? text + replacement : text;
  const literal = literalPattern(segments);
  const from = literal === null ? pattern : escapeRegExp(literal);
  const anchored = operator === '/#' ? `^(?:${from})` : operator === '/%' ? `(?:${from})$` : from;
  const regexp = compile(anchored, operator === '//' ? 'gs' : 's');
  if (regexp === null) return null;
  if (operator === '/%' && literal === null) return longestAtEnd(text, from, replacement);
  return text.replace(regexp, (match) => (match === '' && operator === '//' ? '' : replacement));
}

function longestAtEnd(text: string, pattern: string, replacement: string): string | null {
  const removed = remove(text, pattern, '%%');
  if (removed === null) return null;
  return removed === text ? text : removed + replacement;
}

function slice(text: string, offset: number, length: number | undefined): string | null {
  const characters = Array.from(text);
  const start = offset < 0 ? characters.length + offset : offset;
  if (start < 0 || start > characters.length) return '';
  const end = length === undefined ? undefined : length < 0 ? characters.length + length : start + length;
  if (end !== undefined && end < start) return null;
  return characters.slice(start, end).join('');
}

function changeCase(text: string, operator: '^' | '^^' | ',' | ',,', pattern: string): string | null {
  const matches = compile(`^(?:${pattern})$`);
  if (matches === null) return null;
  const change = (char: string): string => {
    if (!matches.test(char)) return char;
    return operator.startsWith('^') ? char.toUpperCase() : char.toLowerCase();
  };
  const characters = Array.from(text);
  if (operator.length === 2) return characters.map(change).join('');
  return characters.map((char, i) => (i === 0 ? change(char) : char)).join('');
}

function transform(text: string, operator: string): string | null {
  switch (operator) {
    case 'Q':
      return /\p{Cc}/u.test(text) ? null : `'${text.replaceAll("'", "'\\''")}'`;
    case 'U':
      return text.toUpperCase();
    case 'L':
      return text.toLowerCase();
    case 'u':
      return text.charAt(0).toUpperCase() + text.slice(1);
    default:
      return null;
  }
}
