import type { Condition } from '../branches.ts';
import { anyCondition, no, yes } from '../branches.ts';
import type { Invocation } from '../commands.ts';
import { ifsTree } from '../expand/ifs.ts';
import type { Machine } from '../machine.ts';
import { serial, unknown } from '../machine.ts';
import { waysOfText } from '../merge.ts';
import type { Value } from '../state.ts';
import { mergeValues, slots } from '../state.ts';
import { UNKNOWN_CHARACTER, flat, loosen, sliceFlat } from '../textops.ts';
import type { FieldItem, Text, Tree } from '../values.ts';
import { computed, flatMapTree, knownText, mapTree } from '../values.ts';
import { assign, isName, write } from '../variables.ts';
import { inputOf } from './printing.ts';
import type { Builtin } from './registry.ts';

/** `read`, `mapfile`, `getopts`: what they set is known where they read a heredoc, a here-string or a known pipe. */
export const reading: Readonly<Record<string, Builtin>> = { read, mapfile, readarray: mapfile, getopts };

interface ReadOptions {
  raw: boolean;
  delimiter: string;
  array: string | undefined;
  partial: boolean;
  names: string[];
}

function read(m: Machine, call: Invocation): Condition {
  const options = readOptions(call);
  const input = inputOf(m);
  const inputs = input === null ? null : waysOfText(input, 32);
  if (options === null || options.partial || inputs === null) return lose(m, call, options);
  const results = flatMapTree(inputs, (way) => mapTree(ifsTree(m), (ifs) => readWay(m, call, options, way, ifs)));
  for (const name of [...options.names, ...(options.array === undefined ? [] : [options.array])])
    assign(m, name, valueOfTree(mapTree(results, (result) => result.sets.get(name) ?? lostValue(m, name))));
  write(m, slots.input, { value: valueOfTree(mapTree(results, (result) => result.rest)), flags: '' });
  const any = anyCondition(m);
  return flatMapTree(results, ({ status }) => (status === null ? any : status ? yes : no));
}

function valueOfTree(tree: Tree<Value>): Value {
  return tree.leaf ? tree.value : mergeValues(tree.choice, tree.alts.map(valueOfTree));
}

function lostValue(m: Machine, name: string): Value {
  return { kind: 'opaque', why: unknown('read-at-run-time', name), symbol: serial(m, name) };
}

interface ReadResult {
  readonly sets: ReadonlyMap<string, Value>;
  readonly rest: Value;
  /** Whether it read up to a delimiter; `null`: not known. */
  readonly status: boolean | null;
}

/** One `read` of an input without choices. */
function readWay(m: Machine, call: Invocation, options: ReadOptions, input: Text, ifs: string | null): ReadResult {
  const text = flat(input);
  const found = options.delimiter === '' ? -1 : delimiterAt(text, options);
  const end = found === -1 ? text.length : found;
  const line = sliceFlat(input, 0, end);
  const uncertain = options.delimiter !== '' && line.some((piece) => piece.kind === 'unknown' && piece.shape === 'any');
  if (uncertain || ifs === null) return { sets: new Map(), rest: { kind: 'unset' }, status: null };
  const value = text.slice(0, end) === '' ? [computed('', call.at)] : line;
  const sets = new Map<string, Value>();
  store(m, call, options, options.raw ? { text: value, mask: flat(value) } : withoutBackslashes(value), ifs, sets);
  const rest = found === -1 ? [] : sliceFlat(input, end + 1, text.length);
  return { sets, rest: { kind: 'scalar', text: rest }, status: found !== -1 };
}

function delimiterAt(text: string, options: ReadOptions): number {
  for (let i = 0; i < text.length; i++) {
    if (!options.raw && text.charAt(i) === '\\') i++;
    else if (text.charAt(i) === options.delimiter) return i;
  }
  return -1;
}

function readOptions(call: Invocation): ReadOptions | null {
  const options: ReadOptions = { raw: false, delimiter: '\n', array: undefined, partial: false, names: [] };
  const words = call.words.slice(1).map((word) => (word.kind === 'field' ? knownText(word.text) : null));
  let i = 0;
  for (; i < words.length; i++) {
    const word = words[i];
    if (word === null || word === undefined) return null;
    if (word === '--') {
      i++;
      break;
    }
    if (!/^-[a-zA-Z]/.test(word)) break;
    for (let at = 1; at < word.length; at++) {
      const letter = word.charAt(at);
      if (letter === 'r') options.raw = true;
      else if ('adinNptu'.includes(letter)) {
        const value = at + 1 < word.length ? word.slice(at + 1) : words[++i];
        if (value === null || value === undefined) return null;
        if (letter === 'a') options.array = value;
        if (letter === 'd') options.delimiter = value.charAt(0);
        if ('nNu'.includes(letter)) options.partial = true;
        break;
      }
    }
  }
  for (; i < words.length; i++) {
    const name = words[i];
    if (name === null || name === undefined || !isName(name)) return null;
    options.names.push(name);
  }
  if (options.names.length === 0 && options.array === undefined) options.names.push('REPLY');
  return options;
}

/** What is read is not known. */
function lose(m: Machine, call: Invocation, options: ReadOptions | null): Condition {
  const named = call.words.slice(1).flatMap((word) => {
    const text = word.kind === 'field' ? knownText(word.text) : null;
    return text !== null && isName(text) ? [text] : [];
  });
  for (const name of options === null
    ? named
    : [...options.names, ...(options.array === undefined ? [] : [options.array])])
    assign(m, name, { kind: 'opaque', why: unknown('read-at-run-time', name), symbol: serial(m, name) });
  if (m.state.get(slots.input) !== undefined) write(m, slots.input, { value: { kind: 'unset' }, flags: '' });
  return anyCondition(m);
}

/** A character that a backslash quotes, in the form of a text that is searched for places to split. */
const QUOTED_CHARACTER = '\uF8FE';

/** A line without its backslashes, and the form of it that is split. */
function withoutBackslashes(text: Text): { text: Text; mask: string } {
  const all = flat(text);
  if (!all.includes('\\')) return { text, mask: all };
  const out: Text[number][] = [];
  let mask = '';
  let from = 0;
  const copy = (end: number): void => {
    if (end <= from) return;
    out.push(...sliceFlat(text, from, end));
    mask += all.slice(from, end);
  };
  for (let i = all.indexOf('\\'); i !== -1; i = all.indexOf('\\', i + 2)) {
    copy(i);
    if (i + 1 < all.length && all.charAt(i + 1) !== '\n') {
      out.push(...sliceFlat(text, i + 1, i + 2));
      mask += QUOTED_CHARACTER;
    }
    from = i + 2;
  }
  copy(all.length);
  return { text: out, mask };
}

function store(
  m: Machine,
  call: Invocation,
  options: ReadOptions,
  line: { readonly text: Text; readonly mask: string },
  ifs: string,
  sets: Map<string, Value>,
): void {
  const { text, mask: all } = line;
  const spaces = Array.from(ifs)
    .filter((char) => ' \t\n'.includes(char))
    .join('');
  const fields = cut(all, ifs, spaces, options.array === undefined ? options.names.length : Infinity);
  const unknownSplit = all.includes(UNKNOWN_CHARACTER) && (options.array !== undefined || options.names.length > 1);
  if (options.array !== undefined) {
    const items: FieldItem[] = fields.map(([start, end]) => ({
      kind: 'field',
      text: sliceFlat(text, start, end),
      word: call.at,
    }));
    if (unknownSplit) sets.set(options.array, lostValue(m, options.array));
    else sets.set(options.array, { kind: 'array', items });
    return;
  }
  options.names.forEach((name, i) => {
    const [start, end] = fields[i] ?? [all.length, all.length];
    if (unknownSplit) sets.set(name, lostValue(m, name));
    else
      sets.set(name, {
        kind: 'scalar',
        text: start === end ? [computed('', call.at)] : loosen(sliceFlat(text, start, end)),
      });
  });
}

/** Offsets of the fields of a line; the last name takes the rest. */
function cut(text: string, ifs: string, spaces: string, count: number): [number, number][] {
  const out: [number, number][] = [];
  const isSpace = (at: number): boolean => at < text.length && spaces.includes(text.charAt(at));
  const isDelimiter = (at: number): boolean => at < text.length && ifs.includes(text.charAt(at));
  let at = 0;
  while (isSpace(at)) at++;
  while (at < text.length) {
    if (out.length === count - 1) {
      let end = text.length;
      while (end > at && isSpace(end - 1)) end--;
      // One delimiter that ends the last field is dropped when nothing else stands in it.
      const inner = text.slice(at, end);
      const only = Array.from(inner).filter((char) => ifs.includes(char) && !spaces.includes(char));
      if (only.length === 1 && isDelimiter(end - 1) && !isSpace(end - 1)) {
        end--;
        while (end > at && isSpace(end - 1)) end--;
      }
      out.push([at, end]);
      return out;
    }
    const start = at;
    while (at < text.length && !isDelimiter(at)) at++;
    out.push([start, at]);
    while (isSpace(at)) at++;
    if (isDelimiter(at) && !isSpace(at)) {
      at++;
      while (isSpace(at)) at++;
    }
  }
  return out;
}

function mapfile(m: Machine, call: Invocation): Condition {
  const words = call.words.slice(1).map((word) => (word.kind === 'field' ? knownText(word.text) : null));
  let strip = false;
  let delimiter = '\n';
  let simple = true;
  let name = 'MAPFILE';
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === '-t') strip = true;
    else if (word === '-d') delimiter = (words[++i] ?? '').charAt(0);
    else if (word === null || word === undefined || word.startsWith('-')) simple = false;
    else name = word;
  }
  const input = inputOf(m);
  const known = input === null ? null : flat(input);
  if (!simple || input === null || known === null || delimiter === '' || known.includes(UNKNOWN_CHARACTER)) {
    assign(m, name, { kind: 'opaque', why: unknown('read-at-run-time', name), symbol: serial(m, name) });
    return yes;
  }
  const items: FieldItem[] = [];
  for (let at = 0; at < known.length;) {
    const end = known.indexOf(delimiter, at);
    const stop = end === -1 ? known.length : end;
    const text = strip || end === -1 ? sliceFlat(input, at, stop) : sliceFlat(input, at, stop + 1);
    items.push({ kind: 'field', text: stop === at && strip ? [computed('', call.at)] : text, word: call.at });
    at = stop + 1;
  }
  assign(m, name, { kind: 'array', items });
  return yes;
}

function getopts(m: Machine, call: Invocation): Condition {
  const word = call.words[2];
  const name = word?.kind === 'field' ? knownText(word.text) : null;
  for (const target of ['OPTARG', 'OPTIND', ...(name !== null && isName(name) ? [name] : [])])
    assign(m, target, { kind: 'opaque', why: unknown('positional-parameter', target), symbol: serial(m, target) });
  return anyCondition(m);
}
