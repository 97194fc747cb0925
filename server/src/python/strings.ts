import type { PyValue } from './model.ts';

/** Text of Python string literals and of values as Python prints them. */

export interface Literal {
  readonly prefix: string;
  /** Offsets of the text between the quotes. */
  readonly from: number;
  readonly to: number;
}

/** Takes a literal apart; `undefined` where its end is missing. */
export function literalOf(text: string): Literal | undefined {
  const match = /^([a-zA-Z]{0,2})("""|'''|"|')/.exec(text);
  const quote = match?.[2];
  if (!match || quote === undefined) return undefined;
  const from = match[0].length;
  const to = text.length - quote.length;
  if (to < from || !text.endsWith(quote)) return undefined;
  return { prefix: (match[1] ?? '').toLowerCase(), from, to };
}

const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
};

/** Decodes the escapes of a literal's text; `undefined` for a named character (`\N{…}`). */
export function decodeEscapes(text: string, raw: boolean): string | undefined {
  if (raw || !text.includes('\\')) return text;
  const open: string[] = [];
  const decoded = text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|(N\{[^}]*\})|(\r?\n|[^]))/g,
    (whole, x?: string, u?: string, long?: string, octal?: string, named?: string, other?: string) => {
      const hex = x ?? u ?? long;
      if (hex !== undefined) {
        const code = parseInt(hex, 16);
        if (code <= 0x10ffff) return String.fromCodePoint(code);
        open.push(whole);
        return whole;
      }
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8));
      if (named !== undefined) open.push(whole);
      if (other === '\r\n') return '';
      return SIMPLE[other ?? ''] ?? whole;
    },
  );
  return open.length === 0 ? decoded : undefined;
}

/** `repr` of a float: the shortest digits, with an exponent below 1e-4 and from 1e16 on. */
function floatRepr(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (Object.is(value, -0)) return '-0.0';
  if (value === 0) return '0.0';
  const [digits = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 16) {
    const sign = value < 0 ? '-' : '';
    const plain = digits.replace('-', '').replace('.', '');
    if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${plain}`;
    const whole = plain.slice(0, exponent + 1).padEnd(exponent + 1, '0');
    return `${sign}${whole}.${plain.slice(exponent + 1) || '0'}`;
  }
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** `str(value)`; `undefined` where it is not decided. */
export function pyStr(value: PyValue): string | undefined {
  return value.kind === 'str' ? value.value : pyRepr(value);
}

/** `repr(value)`; `undefined` where it is not decided. */
export function pyRepr(value: PyValue): string | undefined {
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'bool':
      return value.value ? 'True' : 'False';
    case 'int':
      return value.value.toString();
    case 'float':
      return floatRepr(value.value);
    case 'str': {
      // Other characters that Python escapes here (controls) do not occur in option strings.
      if (/[^\x20-\x7e]/.test(value.value)) return undefined;
      const quote = value.value.includes("'") && !value.value.includes('"') ? '"' : "'";
      return quote + value.value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
    }
    case 'list':
      return value.broken === undefined ? reprOf(value.items, '[', ']') : undefined;
    case 'tuple':
      return reprOf(value.items, '(', value.items.length === 1 ? ',)' : ')');
    case 'dict':
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

function reprOf(items: readonly PyValue[], open: string, close: string): string | undefined {
  const parts = items.map(pyRepr);
  return parts.includes(undefined) ? undefined : open + parts.join(', ') + close;
}

/** A value after `:spec` of an f-string or `format`: plain text, and zero-padded or plain whole numbers. */
function pyFormat(value: PyValue, spec: string): string | undefined {
  if (spec === '') return pyStr(value);
  if (value.kind === 'str' && spec === 's') return value.value;
  const width = /^(0?)(\d*)d$/.exec(spec);
  if (width && value.kind === 'int') {
    const size = Number(width[2] ?? 0);
    const digits = (value.value < 0n ? -value.value : value.value).toString();
    const sign = value.value < 0n ? '-' : '';
    return width[1] ? sign + digits.padStart(size - sign.length, '0') : (sign + digits).padStart(size, ' ');
  }
  return undefined;
}

/** `template % value` with `%s`, `%r`, `%d`, `%i` and `%%`; `undefined` for anything else or the wrong count. */
export function percentFormat(template: string, operand: PyValue): string | undefined {
  const values = operand.kind === 'tuple' ? operand.items : [operand];
  const named = operand.kind === 'dict' && operand.broken === undefined ? operand : undefined;
  let next = 0;
  const open: string[] = [];
  const text = template.replace(/%(?:\(([^)]*)\))?([^]|$)/g, (whole, key: string | undefined, letter: string) => {
    if (letter === '%' && key === undefined) return '%';
    const value =
      key === undefined
        ? values[next++]
        : named?.entries.find(([name]) => name.kind === 'str' && name.value === key)?.[1];
    const printed = value && printAs(value, letter);
    if (printed === undefined) open.push(whole);
    return printed ?? whole;
  });
  if (!named && next !== values.length) return undefined;
  return open.length === 0 ? text : undefined;
}

function printAs(value: PyValue, letter: string): string | undefined {
  if (letter === 's') return pyStr(value);
  if (letter === 'r') return pyRepr(value);
  if (letter !== 'd' && letter !== 'i') return undefined;
  if (value.kind === 'int') return value.value.toString();
  if (value.kind === 'bool') return value.value ? '1' : '0';
  return value.kind === 'float' && Number.isFinite(value.value)
    ? BigInt(Math.trunc(value.value)).toString()
    : undefined;
}

/** `template.format(…)` with plain fields; `undefined` where a field is more than a name or number. */
export function braceFormat(
  template: string,
  positional: readonly PyValue[],
  keywords: ReadonlyMap<string, PyValue>,
): string | undefined {
  let next = 0;
  const open: string[] = [];
  const text = template.replace(
    /\{\{|\}\}|\{([^{}!:]*)(?:!([rs]))?(?::([^{}]*))?\}|[{}]/g,
    (whole, field: string | undefined, conversion: string | undefined, spec: string | undefined) => {
      if (whole === '{{') return '{';
      if (whole === '}}') return '}';
      if (field === undefined) {
        open.push(whole);
        return whole;
      }
      const value =
        field === '' ? positional[next++] : /^\d+$/.test(field) ? positional[Number(field)] : keywords.get(field);
      const printed = value && convertAndFormat(value, conversion, spec ?? '');
      if (printed === undefined) open.push(whole);
      return printed ?? whole;
    },
  );
  return open.length === 0 ? text : undefined;
}

/** `!r`, `!s` or no conversion, then the format. */
export function convertAndFormat(value: PyValue, conversion: string | undefined, spec: string): string | undefined {
  if (conversion === undefined) return pyFormat(value, spec);
  const text = conversion === 'r' ? pyRepr(value) : conversion === 's' ? pyStr(value) : undefined;
  return text === undefined ? undefined : pyFormat({ kind: 'str', value: text }, spec);
}
