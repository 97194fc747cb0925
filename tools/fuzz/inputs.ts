import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { projectFolder } from '../project.ts';

/** One document as an editor would have it: the text it was opened with, then the text after each edit. */
export interface History {
  readonly language: 'shellscript' | 'python';
  /** Where it came from, for a person. */
  readonly from: string;
  readonly opened: string;
  readonly edits: readonly Edit[];
  /** Where the cursor rests at the end; taken modulo the length of the text. */
  readonly cursor: number;
}

/** Replaces what lies between two offsets. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** UTF-16 units up to which a text grows at most: past the limit of the language server, so that the limit is met too. */
const MOST = 1_200_000;
/** How deep a random nesting is at most. */
const DEEPEST = 3_000;

/** What breaks scripts: quotes, operators, reserved words, characters that are none. */
const PIECES = [
  '"',
  "'",
  '`',
  '\\',
  '\\\n',
  '\\\r\n',
  '\r',
  '\n',
  '\t',
  '\0',
  '\uFEFF',
  '\uFFFD',
  '\uD83E',
  '🦀',
  '$',
  '${',
  '$(',
  '$((',
  '))',
  ')',
  '}',
  '{',
  '[[',
  ']]',
  '<<EOF\n',
  "<<-'X Y'\n",
  'EOF\n',
  '<<<',
  '|',
  '||',
  '&&',
  ';;',
  '&',
  '>',
  '2>&1 ',
  '#',
  '# openrlhf: ',
  '!',
  '*',
  '?',
  '~',
  '=',
  '+=(',
  ' if ',
  ' then ',
  ' fi\n',
  ' do ',
  ' done\n',
  ' case x in ',
  ' esac\n',
  ' for i in ',
  ' function f ',
  'eval "',
  'source ./',
  'bash -c "',
  '"${A[@]}"',
  '"$@"',
  '${X:-',
  '${X//a/',
  '$((1<<63))',
  '{1..99999999}',
  ' --algo.advantage.estimator ',
  ' --no_such_flag',
  ' --',
  ' --runtime-env-json=\'{"env_vars": {',
  'python3 -m openrlhf.cli.train_ppo_ray ',
  'ray job submit -- ',
  'def reward_func(',
  'return {',
  ':\n    ',
  'async ',
  '"""',
  '\u2028',
  '\u0085',
];

interface Base {
  readonly from: string;
  readonly language: History['language'];
  readonly text: string;
}

/** The files that inputs begin with: the scripts and Python files written for the tests, and the examples. */
export function bases(): readonly Base[] {
  const found = ['test/corpus', 'test/contracts/cases', 'examples', 'templates'].flatMap((folder) =>
    readdirSync(path.join(projectFolder, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:sh|py)$/.test(name))
      .sort()
      .map((name) => path.join(folder, name)),
  );
  return found.map((from) => ({
    from,
    language: from.endsWith('.py') ? 'python' : 'shellscript',
    text: readFileSync(path.join(projectFolder, from), 'utf8'),
  }));
}

/** One change of a text, as an edit of it. */
type Mutation = (text: string, place: number, amount: number, other: string) => Edit;

const within = (text: string, place: number): number => place % (text.length + 1);

/** The line that holds a place, with its end. */
function lineAt(text: string, place: number): { readonly start: number; readonly end: number } {
  const at = within(text, place);
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  return { start, end: end < 0 ? text.length : end + 1 };
}

/** The word at a place or behind it. */
function wordAt(text: string, place: number): { readonly start: number; readonly end: number } {
  const at = within(text, place);
  const found = /[^\s"'=$(){}[\]]+/g;
  found.lastIndex = at;
  const match = found.exec(text);
  return match === null ? { start: at, end: at } : { start: match.index, end: match.index + match[0].length };
}

const small: readonly Mutation[] = [
  // Bytes.
  (text, place, amount) => ({ start: within(text, place), end: within(text, place) + (amount % 30), text: '' }),
  (text, place, _, other) => ({ start: within(text, place), end: within(text, place), text: other }),
  (text, place, amount, other) => ({
    start: within(text, place),
    end: within(text, place) + (amount % 4),
    text: other,
  }),
  (text, place, amount) => {
    const start = within(text, place);
    return { start, end: start, text: text.slice(start, start + (amount % 60)) };
  },
  // Tokens.
  (text, place, amount) => ({ ...wordAt(text, place), text: pick(text, amount) }),
  (text, place, _, other) => ({ ...wordAt(text, place), text: other }),
  (text, place) => ({ ...wordAt(text, place), text: '' }),
  (text, place, amount) => {
    const { start } = wordAt(text, place);
    return { start, end: start, text: `${pick(text, amount)} ` };
  },
  // Lines.
  (text, place) => ({ ...lineAt(text, place), text: '' }),
  (text, place, amount) => {
    const { start } = lineAt(text, place);
    const { start: from, end } = lineAt(text, amount);
    return { start, end: start, text: text.slice(from, end) };
  },
  (text, place) => {
    const { end } = lineAt(text, place);
    return { start: Math.max(0, end - 1), end, text: '' };
  },
  (text, place) => ({ start: within(text, place), end: text.length, text: '' }),
];

const whole: readonly Mutation[] = [
  (text) => ({ start: 0, end: text.length, text: text.replaceAll('\n', '\r\n') }),
  (text) => ({ start: 0, end: text.length, text: text.replaceAll('\n', '\r') }),
  (text) => ({ start: 0, end: text.length, text: text.replaceAll(' ', '\t') }),
  () => ({ start: 0, end: 0, text: '\uFEFF' }),
];

/** Texts without an end to them, and nestings. */
const large: readonly Mutation[] = [
  (text, place, amount, other) => ({
    start: within(text, place),
    end: within(text, place),
    text: other.repeat(amount % 20_000),
  }),
  (text, place, amount) => {
    const { start, end } = wordAt(text, place);
    return { start: end, end, text: text.slice(start, end).repeat(amount % 3_000) };
  },
  (text, place, amount, other) => {
    const { start, end } = lineAt(text, place);
    const [open, close] = NESTINGS[other.length % NESTINGS.length] ?? ['(', ')'];
    const depth = amount % DEEPEST;
    return { start, end, text: open.repeat(depth) + text.slice(start, end) + close.repeat(depth) };
  },
];

const NESTINGS: readonly (readonly [string, string])[] = [
  ['$(', ')'],
  ['(', ')'],
  ['{ ', '; }'],
  ['if true; then ', '; fi'],
  ['"$(echo ', ')"'],
  ['${X:-', '}'],
  ['$((', '))'],
  ['while x; do ', '; done'],
  ['case x in x) ', ';; esac'],
  ['`', '`'],
  ['[', ']'],
  ['f() { ', '; }'],
  ['! ', ''],
  ['x | ', ''],
  ['x && ', ''],
  ['bash -c "', '"'],
];

/** The whole text again and again. */
const megabytes: Mutation = (text, _, amount) => ({
  start: text.length,
  end: text.length,
  text: text.length === 0 ? '' : text.repeat(Math.floor((200_000 + ((amount * 50) % MOST)) / text.length)),
});

function pick(text: string, place: number): string {
  const { start, end } = wordAt(text, place);
  return text.slice(start, end);
}

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 10_000, arbitrary: fc.constantFrom(...small) },
  { weight: 500, arbitrary: fc.constantFrom(...whole) },
  { weight: 40, arbitrary: fc.constantFrom(...large) },
  { weight: 1, arbitrary: fc.constant(megabytes) },
);

const step = fc.record({
  mutation,
  place: fc.nat({ max: 1_000_000 }),
  amount: fc.nat({ max: 1_000_000 }),
  other: fc.constantFrom(...PIECES),
});

/** Documents that somebody types into without sense. */
export function histories(from: readonly Base[]): fc.Arbitrary<History> {
  return fc
    .record({
      base: fc.constantFrom(...from),
      // What comes before the document is opened, and while it is open.
      before: fc.array(step, { maxLength: 3 }),
      while: fc.array(step, { minLength: 1, maxLength: 4 }),
      cursor: fc.nat({ max: 1_000_000 }),
    })
    .map(({ base, before, while: after, cursor }) => {
      let text = base.text;
      const edit = ({ mutation: mutate, place, amount, other }: (typeof before)[number]): Edit => {
        const { start, end, text: inserted } = mutate(text, place, amount, other);
        const one = { start, end: Math.min(end, text.length), text: inserted.slice(0, MOST - text.length) };
        text = applied(text, one);
        return one;
      };
      before.forEach(edit);
      const opened = text;
      return { language: base.language, from: base.from, opened, edits: after.map(edit), cursor };
    });
}

/** A text after an edit. */
export function applied(text: string, { start, end, text: inserted }: Edit): string {
  return text.slice(0, start) + inserted + text.slice(end);
}
