import type { SyntaxNode } from '@lezer/common';
import type { PyValue } from './model.ts';
import type { Frame, Run } from './run.ts';
import { convertAndFormat, decodeEscapes, literalOf } from './strings.ts';
import { children, textOf } from './tree.ts';
import { float, int, str } from './values.ts';

/** A number as Python reads it; `undefined` for an imaginary one. */
export function number(text: string): PyValue | undefined {
  const digits = text.replaceAll('_', '').toLowerCase();
  if (/^(0x[\da-f]+|0o[0-7]+|0b[01]+|\d+)$/.test(digits)) return int(BigInt(digits.replace(/^0+(?=\d)/, '')));
  if (digits.endsWith('j')) return undefined;
  const value = Number(digits);
  return Number.isNaN(value) ? undefined : float(value);
}

/** A plain string literal; `undefined` for bytes. */
export function text(run: Run, frame: Frame, node: SyntaxNode): PyValue | undefined {
  const whole = textOf(frame.source, node);
  const literal = literalOf(whole);
  if (!literal || literal.prefix.includes('b')) return undefined;
  const decoded = decodeEscapes(whole.slice(literal.from, literal.to), literal.prefix.includes('r'));
  return decoded === undefined ? undefined : str(decoded, run.at(frame, node));
}

/** An f-string; `undefined` where a value in it is not decided. */
export function formatString(run: Run, frame: Frame, node: SyntaxNode): PyValue | undefined {
  const literal = literalOf(textOf(frame.source, node));
  if (!literal) return undefined;
  const raw = literal.prefix.includes('r');
  let result = '';
  let from = node.from + literal.from;
  const take = (to: number): boolean => {
    const piece = decodeEscapes(frame.source.text.slice(from, to), raw);
    result += piece?.replaceAll('{{', '{').replaceAll('}}', '}') ?? '';
    return piece !== undefined;
  };
  for (const part of children(node)) {
    if (part.name !== 'FormatReplacement') continue;
    if (!take(part.from)) return undefined;
    const printed = replacement(run, frame, part);
    if (printed === undefined) return undefined;
    result += printed;
    from = part.to;
  }
  return take(node.from + literal.to) ? str(result, run.at(frame, node)) : undefined;
}

function replacement(run: Run, frame: Frame, node: SyntaxNode): string | undefined {
  const [value, ...rest] = children(node).filter(({ name }) => name !== '{' && name !== '}');
  // `{name=}` prints the source as well; it has no place in an option string.
  if (!value || rest.some(({ name }) => name === 'FormatSelfDoc')) return undefined;
  const conversion = rest.find(({ name }) => name === 'FormatConversion');
  const spec = rest.find(({ name }) => name === 'FormatSpec');
  if (spec?.getChild('FormatReplacement')) return undefined;
  return convertAndFormat(
    run.steps.evaluate(run, frame, value),
    conversion && textOf(frame.source, conversion).slice(1),
    spec ? textOf(frame.source, spec).slice(1) : '',
  );
}
