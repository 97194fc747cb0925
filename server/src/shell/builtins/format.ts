import type { Location } from '../../text/location.ts';
import type { FieldItem, Text } from '../values.ts';
import { computed, knownText } from '../values.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

/** Backslash escapes as `printf` formats, `%b` and `echo -e` read them. */
export function expandEscapes(text: string): string {
  return text.replace(/\\(x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|[\s\S])/g, (whole, body: string) => {
    if (body.startsWith('x') && body.length > 1) return String.fromCharCode(parseInt(body.slice(1), 16));
    if (/^[0-7]/.test(body)) return String.fromCharCode(parseInt(body, 8) & 255);
    return ESCAPES[body] ?? whole;
  });
}

/** What `printf FORMAT ARGS…` prints; `null` where it cannot be told. The format is used again while arguments are left. */
export function formatText(items: readonly FieldItem[], at: Location): Text | null {
  const [first, ...args] = items;
  const format = first?.kind === 'field' ? knownText(first.text) : null;
  if (format === null || args.some((item) => item.kind !== 'field')) return null;
  const texts = args.flatMap((item) => (item.kind === 'field' ? [item.text] : []));
  const out: Text[number][] = [];
  let next = 0;
  do {
    const before = next;
    for (const token of format.matchAll(
      /%%|%([-0 +#]*)(\d+|\*)?(?:\.(\d+|\*))?([a-zA-Z])|(?:[^%\\]|\\[\s\S]|\\$)+|%/g,
    )) {
      const [whole, flags = '', width = '', precision, conversion] = token;
      if (whole === '%%') out.push(computed('%', at));
      else if (whole === '%') return null;
      else if (conversion === undefined) out.push(computed(expandEscapes(whole), at));
      else {
        if (width === '*' || precision === '*') return null;
        const text = texts[next++] ?? [];
        const formatted = convert(text, flags, width, precision, conversion, at);
        if (formatted === null) return null;
        out.push(...formatted);
      }
    }
    if (next === before) break;
  } while (next < texts.length && out.length < 10_000);
  return out;
}

function convert(
  text: Text,
  flags: string,
  width: string,
  precision: string | undefined,
  conversion: string,
  at: Location,
): Text | null {
  if (conversion === 's' && width === '' && precision === undefined) return text;
  const known = knownText(text);
  if (known === null) return null;
  const value = converted(known, flags, precision, conversion);
  if (value === null) return null;
  const size = Number(width || '0');
  const zero = flags.includes('0') && conversion !== 's' && precision === undefined;
  const padded = flags.includes('-') ? value.padEnd(size) : zero ? padZero(value, size) : value.padStart(size);
  return [computed(padded, at)];
}

function padZero(value: string, size: number): string {
  return value.startsWith('-') ? `-${value.slice(1).padStart(size - 1, '0')}` : value.padStart(size, '0');
}

function converted(text: string, flags: string, precision: string | undefined, conversion: string): string | null {
  switch (conversion) {
    case 's':
      return precision === undefined ? text : text.slice(0, Number(precision));
    case 'b':
      return expandEscapes(text);
    case 'd':
    case 'i':
      if (text === '') return '0';
      if (!/^[-+]?(?:0|[1-9]\d*)$/.test(text) || precision !== undefined) return null;
      return BigInt(text.replace(/^\+/, '')).toString();
    case 'f':
      if (!/^-?\d+(?:\.\d+)?$/.test(text) || flags.replace(/[0-]/g, '') !== '' || text.replace(/\D/g, '').length > 15)
        return null;
      // Halves round by their binary value in both, but only where the last digit is not exactly a half.
      return text.endsWith('5') && (text.split('.')[1]?.length ?? 0) > Number(precision ?? '6')
        ? null
        : Number(text).toFixed(Number(precision ?? '6'));
    case 'q':
      return /^[A-Za-z0-9_./:=@%+,-]+$/.test(text) && !/^[~#]/.test(text) && !/[,=]/.test(text) ? text : null;
    case 'x':
      return /^\d+$/.test(text) && precision === undefined ? BigInt(text).toString(16) : null;
    case 'c':
      return text.slice(0, 1);
    default:
      return null;
  }
}
