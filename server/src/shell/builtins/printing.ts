import type { Condition } from '../branches.ts';
import { yes } from '../branches.ts';
import type { Invocation } from '../commands.ts';
import { unknownOutput } from '../expand/substitution.ts';
import type { Machine } from '../machine.ts';
import { textOfTree, waysOfText } from '../merge.ts';
import { emit } from '../outcomes.ts';
import { basename, dirname } from '../paths.ts';
import { slots } from '../state.ts';
import { joinWords } from '../textops.ts';
import type { FieldItem, Fields, Text } from '../values.ts';
import { NOWHERE, computed, knownText, mapTree } from '../values.ts';
import { assign, isName, valueOf, waysOfFields } from '../variables.ts';
import { expandEscapes, formatText } from './format.ts';
import type { Builtin } from './registry.ts';
import { pathOperand } from './running.ts';

/** Commands that print what can be computed: `echo`, `printf`, `cat` of a heredoc, `basename`, `dirname`, `seq`, `tr`. */
export const printing: Readonly<Record<string, Builtin>> = {
  echo,
  printf,
  cat,
  tee: cat,
  seq,
  basename: (m, call) => onPath(m, call, baseOf),
  dirname: (m, call) => onPath(m, call, (text) => folderOf(text)),
  realpath: (m, call) => onPath(m, call, samePath),
  readlink: (m, call) => onPath(m, call, samePath),
  tr,
};

function words(call: Invocation): Fields {
  return call.words.slice(1);
}

function knownWord(item: FieldItem | undefined): string | null {
  return item?.kind === 'field' ? knownText(item.text) : null;
}

function echo(m: Machine, call: Invocation): Condition {
  let rest = words(call);
  let newline = true;
  let escapes = false;
  for (let text = knownWord(rest[0]); text !== null && /^-[neE]+$/.test(text); text = knownWord(rest[0])) {
    if (text.includes('n')) newline = false;
    if (text.includes('e')) escapes = true;
    if (text.includes('E')) escapes = false;
    rest = rest.slice(1);
  }
  const joined = joinWords(m, rest, ' ', call.at);
  const text = escapes
    ? joined.map((piece) =>
        piece.kind === 'text' && piece.text.includes('\\') ? computed(expandEscapes(piece.text), call.at) : piece,
      )
    : joined;
  emit(m, newline ? [...text, computed('\n', call.at)] : text);
  return yes;
}

function printf(m: Machine, call: Invocation): Condition | undefined {
  let rest = words(call);
  let variable: string | undefined;
  if (knownWord(rest[0]) === '-v') {
    const name = knownWord(rest[1]);
    if (name === null || !isName(name)) return undefined;
    variable = name;
    rest = rest.slice(2);
  }
  if (knownWord(rest[0]) === '--') rest = rest.slice(1);
  const ways = waysOfFields(rest, 32);
  const text: Text =
    ways === null
      ? [unknownOutput(m, call.at, 'printf')]
      : textOfTree(mapTree(ways, (items) => formatText(items, call.at) ?? [unknownOutput(m, call.at, 'printf')]));
  if (variable === undefined) emit(m, text);
  else assign(m, variable, { kind: 'scalar', text });
  return yes;
}

/** What a command reads: the text of a heredoc, here-string or pipe; `null` where there is none that we know of. */
export function inputOf(m: Machine): Text | null {
  if (m.state.get(slots.input) === undefined) return null;
  const value = valueOf(m, slots.input);
  return value.kind === 'scalar' ? value.text : null;
}

function cat(m: Machine, call: Invocation): Condition | undefined {
  const name = knownWord(call.words[0]);
  const operands = words(call).filter((word) => !(knownWord(word) ?? '').startsWith('-'));
  const input = inputOf(m);
  if (input === null || (name === 'cat' && operands.length > 0)) return undefined;
  if (
    words(call).length > operands.length &&
    name === 'cat' &&
    words(call).some((word) => /^-./.test(knownWord(word) ?? ''))
  )
    return undefined;
  emit(m, input);
  return yes;
}

function seq(m: Machine, call: Invocation): Condition | undefined {
  let rest = words(call);
  let separator = '\n';
  let width = 0;
  for (let text = knownWord(rest[0]); text?.startsWith('-') === true && !/^-\d/.test(text); text = knownWord(rest[0])) {
    if (text === '-w') width = 1;
    else if (/^-s./.test(text)) separator = text.slice(2);
    else if (text === '-s') {
      separator = knownWord(rest[1]) ?? '\n';
      rest = rest.slice(1);
    } else return undefined;
    rest = rest.slice(1);
  }
  const numbers = rest.map((word) => knownWord(word));
  if (numbers.length === 0 || numbers.length > 3 || !numbers.every((text) => text !== null && /^-?\d{1,9}$/.test(text)))
    return undefined;
  const values = numbers.map(Number);
  const first = values.length === 1 ? 1 : (values[0] ?? 1);
  const step = values.length === 3 ? (values[1] ?? 1) : 1;
  const last = values[values.length - 1] ?? 0;
  if (step === 0 || Math.abs((last - first) / step) > 2000) return undefined;
  const out: string[] = [];
  for (let n = first; step > 0 ? n <= last : n >= last; n += step) out.push(String(n));
  if (width === 1) width = Math.max(...out.map((text) => text.length));
  if (out.length > 0) emit(m, [computed(`${out.map((text) => text.padStart(width, '0')).join(separator)}\n`, call.at)]);
  return yes;
}

/** A command that makes a path of a path; only for one path without options that matter. */
function onPath(
  m: Machine,
  call: Invocation,
  change: (text: Text, suffix: string) => Text | null,
): Condition | undefined {
  const operands = words(call).filter((word) => !/^-[a-zA-Z]+$|^--$/.test(knownWord(word) ?? ''));
  const options = words(call).flatMap((word) =>
    /^-[a-zA-Z]+$/.test(knownWord(word) ?? '') ? [knownWord(word) ?? ''] : [],
  );
  const [path, suffixWord] = operands;
  const suffix = suffixWord === undefined ? '' : knownWord(suffixWord);
  const operand = path?.kind === 'field' ? path.text : operands.length === 1 ? pathOperand(m, call) : null;
  if (
    operand === null ||
    operands.length > 2 ||
    suffix === null ||
    options.some((option) => !/^-[feqLP]+$/.test(option))
  )
    return undefined;
  const ways = waysOfText(operand);
  if (ways === null) return undefined;
  const text = textOfTree(
    mapTree(ways, (way): Text => {
      const known = knownText(way);
      const changed = change(way, suffix);
      return changed ?? [unknownOutput(m, call.at, known ?? undefined)];
    }),
  );
  emit(m, [
    ...text.map((piece) => (piece.kind === 'text' ? computed(piece.text, call.at) : piece)),
    computed('\n', call.at),
  ]);
  return yes;
}

function baseOf(text: Text, suffix: string): Text | null {
  const known = knownText(text);
  const last = text[text.length - 1];
  if (known !== null)
    return [{ kind: 'text', text: basename(known, suffix), at: last?.kind === 'text' ? last.at : NOWHERE }];
  if (last?.kind !== 'text' || !/\/[^/]/.test(last.text)) return null;
  return [{ ...last, text: basename(last.text, suffix) }];
}

function folderOf(text: Text): Text | null {
  const known = knownText(text);
  const last = text[text.length - 1];
  if (known !== null) return [{ kind: 'text', text: dirname(known), at: last?.kind === 'text' ? last.at : NOWHERE }];
  if (last?.kind === 'unknown' && last.path !== undefined && text.length === 1) {
    const path = dirname(last.path);
    return [{ ...last, path, symbol: `path:${path}` }];
  }
  if (last?.kind !== 'text') return null;
  const slash = last.text.replace(/\/+$/, '').lastIndexOf('/');
  if (slash === -1) return null;
  return slash === 0 ? text.slice(0, -1) : [...text.slice(0, -1), { ...last, text: last.text.slice(0, slash) }];
}

/** `realpath` and `readlink -f` of a path that we know in the workspace name the same file. */
function samePath(text: Text): Text | null {
  const [only] = text;
  return only?.kind === 'unknown' && only.path !== undefined ? text : null;
}

/** `tr SET1 SET2` and `tr -d SET` on known text. */
function tr(m: Machine, call: Invocation): Condition | undefined {
  const input = inputOf(m);
  const operands = words(call).map((word) => knownWord(word));
  const deletes = operands[0] === '-d';
  const sets = (deletes ? operands.slice(1) : operands).map((text) => (text === null ? null : characterSet(text)));
  const [from, to] = sets;
  const known = input === null ? null : knownText(input);
  if (known === null || from === null || from === undefined || (deletes ? sets.length !== 1 : sets.length !== 2 || !to))
    return undefined;
  const out = Array.from(known).map((char) => {
    const at = from.indexOf(char);
    if (at === -1) return char;
    return deletes ? '' : (to?.[Math.min(at, to.length - 1)] ?? char);
  });
  emit(m, [computed(out.join(''), call.at)]);
  return yes;
}

/** The characters of a set of `tr`; `null` for a form that is not read here. */
function characterSet(text: string): string[] | null {
  const named = text.replace('[:upper:]', 'A-Z').replace('[:lower:]', 'a-z').replace('[:digit:]', '0-9');
  if (/\[[:=.]|\\[^nt\\]/.test(named) || named.startsWith('-') || named.startsWith('^')) return null;
  const plain = expandEscapes(named);
  const out: string[] = [];
  for (let i = 0; i < plain.length; i++) {
    const end = plain.charCodeAt(i + 2);
    if (plain.charAt(i + 1) === '-' && i + 2 < plain.length) {
      for (let code = plain.charCodeAt(i); code <= end; code++) out.push(String.fromCharCode(code));
      i += 2;
    } else out.push(plain.charAt(i));
  }
  return out;
}
