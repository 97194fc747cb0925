import type { SyntaxNode } from '@lezer/common';
import type { Location } from '../../text/location.ts';
import { decodeEscapes, literalOf } from '../strings.ts';
import { children, textOf, type PythonSource } from '../tree.ts';
import { type Atom, unknown } from './domain.ts';

/** A number as Python reads it; unknown for an imaginary one. */
export function numberLiteral(text: string, at: Location): Atom {
  const digits = text.replaceAll('_', '').toLowerCase();
  if (/^(0x[\da-f]+|0o[0-7]+|0b[01]+|\d+)$/.test(digits)) {
    const value = Number(digits);
    return Number.isSafeInteger(value) ? { kind: 'int', value, at } : { kind: 'int', at };
  }
  if (digits.endsWith('j')) return unknown(at);
  const value = Number(digits);
  return Number.isNaN(value) ? unknown(at) : { kind: 'float', value, at };
}

/** A string literal, f-string or several in a row; unknown for bytes. */
export function stringLiteral(source: PythonSource, node: SyntaxNode, at: Location): Atom {
  if (node.name === 'ContinuedString') {
    const parts = children(node).map((part) => stringLiteral(source, part, at));
    if (parts.some(({ kind }) => kind !== 'str')) return unknown(at);
    const texts = parts.map((part) => (part.kind === 'str' ? part.value : undefined));
    return texts.every((text) => text !== undefined) ? { kind: 'str', value: texts.join(''), at } : { kind: 'str', at };
  }
  const whole = textOf(source, node);
  const literal = literalOf(whole);
  if (!literal) return unknown(at);
  if (literal.prefix.includes('b') || literal.prefix.includes('t')) return unknown(at);
  if (node.name === 'FormatString') return { kind: 'str', at };
  const value = decodeEscapes(whole.slice(literal.from, literal.to), literal.prefix.includes('r'));
  return value === undefined ? { kind: 'str', at } : { kind: 'str', value, at };
}
