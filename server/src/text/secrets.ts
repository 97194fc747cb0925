import { secretsIn } from './keys.ts';
import { isSecretFlag, isSecretName, isUpperCase } from './secretNames.ts';

/** Masking for everything that is shown. The client shares this file; it is linear in the text. */

/** What stands in the place of a secret. */
export const masked = '***';

interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * A text without the secrets in it: keys of W&B, tokens of Hugging Face and of Ray, values of flags and of variables whose name
 * says that they are secret (in a shell, in JSON, in Python), passwords in addresses. All else is as it was; so are values that only
 * name a variable.
 *
 * @param known secrets that the caller knows to be in use, of six letters or more
 */
export function maskSecrets(text: string, known: readonly string[] = []): string {
  const places = [...secretsIn(text), ...namedValues(text), ...credentials(text)];
  const values = new Set(known.filter((secret) => secret.length >= 6));
  for (const { from, to } of places) {
    const value = text.slice(from, to);
    if (isUnmistakable(value)) values.add(value);
  }
  let result = cut(text, places);
  for (const secret of values) result = result.replaceAll(secret, masked);
  return result;
}

/** Whether what a flag or a variable of this name holds is secret. */
export function namesSecret(name: string): boolean {
  return isSecretFlag(name) || isSecretName(name);
}

/** Environment variables with the values of the secret ones masked. */
export function maskEnvironment(
  environment: Readonly<Record<string, string>>,
  known: readonly string[] = [],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      isSecretName(name) && isSecretValue(value) ? masked : maskSecrets(value, known),
    ]),
  );
}

/** A value that stands for nothing but itself, so that it is masked wherever else it is. */
function isUnmistakable(value: string): boolean {
  return value.length >= 16 || (value.length >= 10 && /\d/.test(value) && /[A-Za-z]/.test(value));
}

function cut(text: string, places: readonly Stretch[]): string {
  let result = '';
  let end = 0;
  for (const { from, to } of places.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (to <= end) continue;
    result += from < end ? '' : text.slice(end, from) + masked;
    end = to;
  }
  return result + text.slice(end);
}

/** Values behind a name. A colour code before the name is not a part of it. */
function* namedValues(text: string): Generator<Stretch> {
  for (const match of text.matchAll(/(?:\[[\d;]*m)?(?<name>[A-Za-z_-][\w.-]*)/g)) {
    const name = match.groups?.['name'] ?? '';
    const end = match.index + match[0].length;
    const place = isSecretFlag(name) ? afterFlag(text, end) : afterName(text, name, match.index, end);
    if (place !== undefined && isSecretValue(text.slice(place.from, place.to))) yield place;
  }
}

/** `--flag value`, `--flag=value`, over the end of a line, or as neighbours in a list of JSON or Python. */
function afterFlag(text: string, end: number): Stretch | undefined {
  const between = at(/=|(?:\s|\\\r?\n)+|\\*["'],\s*(?=\\*["'])/y, text, end);
  if (between === undefined) return undefined;
  const place = valueAt(text, between);
  if (place === undefined) return undefined;
  const isNextFlag = text.startsWith('--', place.from) && !text.startsWith('=', end);
  // In JSON, what is followed by a colon is the next name.
  return isNextFlag || at(/\\*["']\s*:/y, text, place.to) !== undefined ? undefined : place;
}

/** `NAME=value`, `NAME: value`, `"name": "value"`, `environ["NAME"] = "value"`; `Authorization: Bearer value`. */
function afterName(text: string, name: string, start: number, end: number): Stretch | undefined {
  const isHeader = /^(?:(?:proxy|x-ray)-)?authorization$/i.test(name);
  const isQuery = /^(?:token|key|secret)$/.test(name) && /[?&]/.test(text.charAt(start - 1));
  if (!isHeader && !isQuery && !isSecretName(name)) return undefined;
  const match = matched(/(?<quote>\\*["'])?\]?(?<space>\s*)(?<sign>[:=])(?<more>[ \t]*)/y, text, end);
  const { quote, space = '', sign, more = '' } = match?.groups ?? {};
  if (match === undefined) return undefined;
  const valueStart = end + match[0].length;
  const hasSpaces = space !== '' || more !== '';
  if (isHeader) return valueAt(text, at(/\\*["']?(?:Bearer|Basic|Token)\s+/iy, text, valueStart) ?? valueStart);
  if (quote !== undefined) return valueAt(text, valueStart);
  // `NAME= command` is an empty value; `name = value` is a program's, where a secret is in quotes.
  if (sign === '=' && hasSpaces)
    return at(/\\*["']/y, text, valueStart) === undefined ? undefined : valueAt(text, valueStart);
  if (sign === ':' && !(isUpperCase(name) && more !== '')) return undefined;
  return valueAt(text, valueStart);
}

function valueAt(text: string, from: number): Stretch | undefined {
  const quote = matched(/\\*["']/y, text, from)?.[0];
  if (quote !== undefined) {
    const start = from + quote.length;
    const end = closing(text, quote, start);
    if (end !== undefined) return { from: start, to: end };
  }
  const start = from + (quote?.length ?? 0);
  const end = at(/(?:[^\s"'`;&|<>(){}\\,]|,(?=[^\s"',]))+/y, text, start);
  return end === undefined ? undefined : { from: start, to: end };
}

/** Where a value in quotes ends, on the same line. */
function closing(text: string, quote: string, start: number): number | undefined {
  const line = text.indexOf('\n', start);
  const limit = line < 0 ? text.length : line;
  for (let at = start; at < limit; at++) {
    if (text.startsWith(quote, at)) return at;
    if (quote === '"' && text[at] === '\\') at++;
  }
  return undefined;
}

/** False for what can only be a switch, a number, a variable or a place for a value. */
function isSecretValue(value: string): boolean {
  return (
    /[A-Za-z0-9]/.test(value) && !/^(?:true|false|yes|no|on|off|none|null|undefined|\d{1,5}|[$<{[].*)$/i.test(value)
  );
}

/** `https://user:password@host`, and a token behind `Bearer` where nothing else says so. */
function* credentials(text: string): Generator<Stretch> {
  for (const match of text.matchAll(/:\/\/[^\s:/@"']{0,200}:(?<password>[^\s/@"']{1,500})@/g)) {
    const password = match.groups?.['password'] ?? '';
    const to = match.index + match[0].length - 1;
    if (isSecretValue(password)) yield { from: to - password.length, to };
  }
  for (const match of text.matchAll(/\bBearer (?<token>(?=[\w.~+/-]*\d)[\w.~+/-]{20,}=*)/g)) {
    const to = match.index + match[0].length;
    yield { from: match.index + 'Bearer '.length, to };
  }
}

function matched(sticky: RegExp, text: string, index: number): RegExpExecArray | undefined {
  sticky.lastIndex = index;
  return sticky.exec(text) ?? undefined;
}

/** End of what a sticky expression matches there. */
function at(sticky: RegExp, text: string, index: number): number | undefined {
  const match = matched(sticky, text, index);
  return match === undefined ? undefined : index + match[0].length;
}
