import type { Location } from '../text/location.ts';
import { toItems } from './items.ts';
import type { Found } from './launches.ts';
import type { Machine } from './machine.ts';
import { unknown } from './machine.ts';
import { basename } from './paths.ts';
import { SHELLS, shellInput, shellString } from './shells.ts';
import type { Field, FieldItem, Fields, Text } from './values.ts';
import { NOWHERE, knownText, sliceText } from './values.ts';

/** What stands around a launch or a string that is run. */
export interface Wrapped {
  /** `env NAME=VALUE`: what it adds to the environment. */
  readonly env: readonly (readonly [string, Text])[];
  readonly wrappers: readonly { readonly kind: string; readonly location: Location }[];
  readonly secondShell: boolean;
  /** The words from `ray job submit` on; none where it is not behind that. */
  readonly submit: Fields;
  /** A word that is not known stands where the program may be: perhaps it runs, perhaps another one does. */
  readonly doubtful: boolean;
  /** `xargs`: any number of runs with more words. */
  readonly repeated: boolean;
}

/** What the words of a command come to. */
export type Peeled =
  | { readonly kind: 'none' }
  /** Which program runs depends on a condition in the words before this index. */
  | { readonly kind: 'undecided'; readonly before: number }
  | ({ readonly kind: 'launch'; readonly found: Found } & Wrapped)
  /** A shell that reads its commands from standard input. */
  | ({ readonly kind: 'stdin'; readonly args: Fields } & Wrapped)
  /** A shell that runs a string. `clean`: it does not see what the script has not exported. */
  | ({ readonly kind: 'string'; readonly text: Field; readonly args: Fields; readonly clean: boolean } & Wrapped);

/** Programs that never run the words they are given. */
const INERT = new Set(
  `echo printf cat grep egrep fgrep rg ls vi vim nano code less more head tail cp mv rm mkdir touch ln chmod chown git sed awk
  pkill kill pgrep ps which type test [ true false find rsync scp tar pip pip3 wget curl diff wc sort uniq tee cut tr export
  black isort ruff flake8 pylint mypy ssh basename dirname realpath readlink source cd pushd popd read set unset`.split(
    /\s+/,
  ),
);

/** Programs of others that are kept; a loop may start any number. */
const OTHERS_LIMIT = 50;

const PYTHON = /^(?:python|pypy)[\d.]*(?:-dbg)?$/;
/** Launchers of a Python program: a module behind `-m`/`--module`, or a `.py` file. */
const PYTHON_LAUNCHERS = new Set([
  'deepspeed',
  'torchrun',
  'accelerate',
  'accelerate-launch',
  'horovodrun',
  'colossalai',
  'ipython',
]);

/** Options of Python with a value in the next word. */
const PYTHON_VALUE_OPTIONS = new Set(['-W', '-X', '--check-hash-based-pycs']);

/** A job that submits a job that submits … so deep is nothing that anybody runs. */
const JOBS_LIMIT = 16;

export interface Cursor {
  readonly m: Machine;
  readonly words: Fields;
  readonly wrappers: { readonly kind: string; readonly location: Location }[];
  secondShell: boolean;
  submit: Fields;
  doubtful: boolean;
  repeated: boolean;
  /** How many `ray job submit` stand within each other so far. */
  jobs: number;
  readonly env: [string, Text][];
}

export function peel(m: Machine, words: Fields): Peeled {
  const cursor: Cursor = {
    m,
    words,
    wrappers: [],
    secondShell: false,
    submit: [],
    doubtful: false,
    repeated: false,
    jobs: 0,
    env: [],
  };
  const first = textAt(words, 0);
  if (first !== null && INERT.has(basename(first))) return { kind: 'none' };
  return from(cursor, 0);
}

/** Looks from a word on for the program that runs Python or a shell. */
function from(cursor: Cursor, start: number): Peeled {
  const { words } = cursor;
  let unknownProgram = -1;
  let afterEnv = false;
  for (let i = start; i < words.length; i++) {
    const item = words[i];
    if (item === undefined) break;
    if (isChoice(item)) return { kind: 'undecided', before: i + 1 };
    const text = textAt(words, i);
    if (afterEnv) noteEnvironment(cursor, item);
    if (text === null) {
      if (unknownProgram === -1 && !isSetting(item)) unknownProgram = i;
      continue;
    }
    const name = basename(text);
    if (name === 'env') afterEnv = true;
    if (name === 'xargs' || name === 'parallel') cursor.repeated = true;
    if (unknownProgram === start && isProgram(name)) cursor.doubtful = true;
    if (PYTHON.test(name)) return python(cursor, i, start);
    if (PYTHON_LAUNCHERS.has(name)) return launcher(cursor, i, start);
    if (SHELLS.test(name)) {
      const shell = shellString(cursor, i, start);
      if (shell !== undefined) return shell;
      return shellInput(cursor, i, start);
    }
    if (name === 'ray' && textAt(words, i + 1) === 'job' && textAt(words, i + 2) === 'submit')
      return rayJob(cursor, i, start);
    if (text === '-m' || text === '--module') {
      const module = moduleAt(cursor, i + 1);
      if (module !== undefined && unknownProgram !== -1) return launch(cursor, 'module', i + 1);
      continue;
    }
    if (i === start && isEntryPath(cursor, text)) return launch(cursor, 'path', i);
    if (unknownProgram !== -1 && isEntryPath(cursor, text)) return launch(cursor, 'path', i);
  }
  return { kind: 'none' };
}

function isProgram(name: string): boolean {
  return PYTHON.test(name) || PYTHON_LAUNCHERS.has(name) || SHELLS.test(name) || name === 'ray';
}

export function isChoice(item: FieldItem): boolean {
  return item.kind === 'choice' || (item.kind === 'field' && item.text.some((piece) => piece.kind === 'choice'));
}

/** What has been found to stand around the program. */
export function around(cursor: Cursor): Wrapped {
  const { wrappers, secondShell, submit, doubtful, repeated, env } = cursor;
  return { wrappers, secondShell, submit, doubtful, repeated, env };
}

const SETTING = /^([A-Za-z_]\w*)=/;

function isSetting(item: FieldItem): boolean {
  const first = item.kind === 'field' ? item.text[0] : undefined;
  return first?.kind === 'text' && SETTING.test(first.text);
}

/** `NAME=VALUE` behind `env`. */
function noteEnvironment(cursor: Cursor, item: FieldItem): void {
  const first = item.kind === 'field' ? item.text[0] : undefined;
  if (item.kind !== 'field' || first?.kind !== 'text') return;
  const name = SETTING.exec(first.text)?.[1];
  if (name === undefined) return;
  const value = sliceText(first, name.length + 1, first.text.length);
  cursor.env.push([name, value.text === '' ? item.text.slice(1) : [value, ...item.text.slice(1)]]);
}

export function textAt(words: Fields, index: number): string | null {
  const item = words[index];
  return item?.kind === 'field' ? knownText(item.text) : null;
}

function recognised(cursor: Cursor, text: string): boolean {
  return cursor.m.request.recognises(text.replace(/\r$/, ''));
}

function moduleAt(cursor: Cursor, index: number): string | undefined {
  const text = textAt(cursor.words, index);
  return text !== null && recognised(cursor, text) ? text : undefined;
}

function isEntryPath(cursor: Cursor, text: string): boolean {
  return /\.py\r?$/.test(text) && recognised(cursor, text);
}

export function wrap(cursor: Cursor, start: number, end: number): void {
  if (end <= start) return;
  const first = cursor.words[start];
  const last = cursor.words[end - 1];
  const kind = textAt(cursor.words, start);
  if (first === undefined || last === undefined || kind === null) return;
  cursor.wrappers.push({ kind: basename(kind), location: spanOf(first, last) });
}

export function spanOf(first: FieldItem, last: FieldItem): Location {
  const a = placeOf(first);
  const b = placeOf(last);
  if (a === undefined || b === undefined) return a ?? b ?? NOWHERE;
  if (a.uri !== b.uri || b.range.end < a.range.start) return a;
  return { uri: a.uri, range: { start: a.range.start, end: b.range.end } };
}

function placeOf(item: FieldItem): Location | undefined {
  return item.kind === 'choice' ? undefined : (item.use ?? item.word);
}

export function launch(cursor: Cursor, how: 'module' | 'path', index: number): Peeled {
  const module = cursor.words[index];
  if (module === undefined) return { kind: 'none' };
  const found: Found = {
    how,
    module,
    launcher: cursor.words.slice(0, index),
    argv: [...cursor.words.slice(index + 1), ...(cursor.repeated ? [added(module)] : [])],
  };
  return { kind: 'launch', found, ...around(cursor) };
}

/** The words that `xargs` puts behind those of the command. */
function added(beside: FieldItem): FieldItem {
  const word = placeOf(beside) ?? NOWHERE;
  return { kind: 'many', why: unknown('read-at-run-time', 'xargs'), word, symbol: 'xargs' };
}

/** `python [options] -m MODULE …` or `python [options] FILE …`. */
export function python(cursor: Cursor, at: number, start: number): Peeled {
  wrap(cursor, start, at);
  for (let i = at + 1; i < cursor.words.length; i++) {
    const item = cursor.words[i];
    if (item !== undefined && isChoice(item)) return { kind: 'undecided', before: i + 1 };
    const text = textAt(cursor.words, i);
    if (text === null) {
      // An unknown option or file: a launch only if a module follows it.
      continue;
    }
    if (text === '-m' || /^-[bBdEhiIOqsSuvVx]+m$/.test(text)) {
      const next = cursor.words[i + 1];
      if (next !== undefined && isChoice(next)) return { kind: 'undecided', before: i + 2 };
      if (moduleAt(cursor, i + 1) !== undefined) return launch(cursor, 'module', i + 1);
      const name = textAt(cursor.words, i + 1);
      if (name === null) return other(cursor, i + 1);
      return pythonModule(cursor, i + 1, name);
    }
    if (text.startsWith('-m') && recognised(cursor, text.slice(2))) return { kind: 'none' };
    if (text === '-c' || text === '-') return { kind: 'none' };
    if (PYTHON_VALUE_OPTIONS.has(text)) {
      i++;
      continue;
    }
    if (text.startsWith('-')) continue;
    if (isEntryPath(cursor, text)) return launch(cursor, 'path', i);
    // `python $OPTIONS -m …` goes on; a program file of another name ends the search.
    return other(cursor, i);
  }
  const file = unknownFrom(cursor, at + 1);
  return file === undefined ? { kind: 'none' } : other(cursor, file);
}

/** `python -m torch.distributed.run … -m MODULE`, `python -m accelerate.commands.launch …`, `python -m debugpy …`. */
function pythonModule(cursor: Cursor, at: number, name: string): Peeled {
  if (
    /^(?:torch\.distributed\.(?:run|launch)|accelerate\.commands\.launch|deepspeed\.launcher\.(?:runner|launch)|debugpy|kernprof|cProfile|coverage|scalene|viztracer|pdb)$/.test(
      name,
    )
  )
    return launcher(cursor, at, at);
  return other(cursor, at);
}

/** A program that is not wanted, or of which it is not known whether it is. */
function other({ m, words }: Cursor, index: number): Peeled {
  const [program] = toItems(words.slice(index, index + 1), NOWHERE);
  if (program !== undefined && program.kind !== 'branches' && m.others.length < OTHERS_LIMIT)
    m.others.push({ program });
  return { kind: 'none' };
}

/** The first word from an index on that is not known. */
function unknownFrom({ words }: Cursor, start: number): number | undefined {
  const found = words.findIndex((item, index) => index >= start && !isChoice(item) && textAt(words, index) === null);
  return found < 0 ? undefined : found;
}

/** `deepspeed [options] --module MODULE`, `torchrun [options] -m MODULE`, `accelerate launch [options] FILE`. */
function launcher(cursor: Cursor, at: number, start: number): Peeled {
  wrap(cursor, start, at);
  const kind = textAt(cursor.words, at) ?? '';
  let byModule = false;
  for (let i = at + 1; i < cursor.words.length; i++) {
    const item = cursor.words[i];
    if (item !== undefined && isChoice(item)) return { kind: 'undecided', before: i + 1 };
    const text = textAt(cursor.words, i);
    if (text === null) continue;
    if (text === '-m' || text === '--module') {
      byModule = true;
      continue;
    }
    const found = byModule && recognised(cursor, text) ? 'module' : isEntryPath(cursor, text) ? 'path' : undefined;
    if (found === undefined) continue;
    const first = cursor.words[at];
    const last = cursor.words[i - 1];
    if (first !== undefined && last !== undefined)
      cursor.wrappers.push({ kind: basename(kind), location: spanOf(first, last) });
    return launch(cursor, found, i);
  }
  const file = programOf(cursor, at);
  return file === undefined ? { kind: 'none' } : other(cursor, file);
}

/** The word that may name what a launcher starts: behind `-m`, a `.py` file, or the first that is not known. */
function programOf(cursor: Cursor, at: number): number | undefined {
  const { words } = cursor;
  const named = words.findIndex((_, index) => {
    const before = textAt(words, index - 1);
    const isModule = index > at + 1 && (before === '-m' || before === '--module');
    return index > at && (isModule || (textAt(words, index)?.endsWith('.py') ?? false));
  });
  return named < 0 ? unknownFrom(cursor, at + 1) : named;
}

/** `ray job submit [options] -- COMMAND`. */
function rayJob(cursor: Cursor, at: number, start: number): Peeled {
  if (++cursor.jobs > JOBS_LIMIT) return { kind: 'none' };
  wrap(cursor, start, at);
  const { words } = cursor;
  let end = words.length;
  for (let i = at + 3; i < words.length; i++) {
    if (textAt(words, i) === '--') {
      end = i + 1;
      break;
    }
  }
  const first = words[at];
  const last = words[Math.min(end, words.length) - 1];
  if (first !== undefined && last !== undefined) {
    const label = end === words.length ? words[at + 2] : last;
    cursor.wrappers.push({ kind: 'ray job submit', location: spanOf(first, label ?? last) });
  }
  cursor.secondShell = true;
  cursor.submit = words.slice(at);
  if (end < words.length) return from(cursor, end);
  return from(cursor, at + 3);
}
