import type { Value } from '../../../server/src/python/flow/model.ts';

/** Small Python programs, made from a stream of choices. */

const NAMES = ['a', 'b', 'c', 'x', 'y', 'd', 'e', 'items'] as const;
const KEYS = ['rewards', 'scores', 'extra', 'k'] as const;

/** Draws from a list of numbers; past its end every choice is the first, so that programs end. */
class Choices {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  upTo(count: number): number {
    return (this.#numbers[this.#at++] ?? 0) % count;
  }

  of<T>(list: readonly [T, ...T[]]): T {
    return list[this.upTo(list.length)] ?? list[0];
  }
}

interface Place {
  readonly choices: Choices;
  readonly inLoop: boolean;
  readonly depth: number;
  readonly helpers: readonly string[];
}

type Make = (place: Place) => string;

const name: Make = ({ choices }) => choices.of(NAMES);
const key: Make = ({ choices }) => `"${choices.of(KEYS)}"`;
const constant: Make = ({ choices }) =>
  choices.of(['0', '1', '2.5', '0.0', 'True', 'False', 'None', '"t"', '""', '3', '-1', '1.', '1e3']);

function expression(place: Place): string {
  const { choices, depth } = place;
  if (depth > 3) return choices.of([name, constant])(place);
  const inner: Place = { ...place, depth: depth + 1 };
  const one = () => expression(inner);
  const makers: readonly [Make, ...Make[]] = [
    name,
    constant,
    name,
    constant,
    () => `{${key(place)}: ${one()}, ${key(place)}: ${one()}}`,
    () => `{**${name(place)}, ${key(place)}: ${one()}}`,
    () => `{${key(place)}: ${one()}, **${name(place)}}`,
    () => `dict(${choices.of(KEYS)}=${one()})`,
    () => `[${one()}, ${one()}]`,
    () => `(${one()}, ${one()})`,
    () => `[*${name(place)}, ${one()}]`,
    () => `[${one()} for v in ${name(place)}]`,
    () => `[v for v in ${one()} if ${condition(inner)}]`,
    () => `{${key(place)}: v for v in ${name(place)}}`,
    () => `{k: ${one()} for k in ("rewards", "k")}`,
    () => `(${one()} ${choices.of(['+', '-', '*', '/', '//', '%', '**'])} ${one()})`,
    () => `(${one()} ${choices.of(['==', '<', '>', '!=', 'is', 'in', 'not in', '<='])} ${one()})`,
    () => `(${one()} ${choices.of(['and', 'or'])} ${one()})`,
    () => `(${one()} if ${condition(inner)} else ${one()})`,
    () => `(not ${one()})`,
    () => `(-${one()})`,
    () => `${name(place)}[${choices.of([key(place), '0', '-1', '1:', name(place)])}]`,
    () => `${name(place)}.get(${key(place)})`,
    () => `${name(place)}.get(${key(place)}, ${one()})`,
    () => `${name(place)}.pop(${key(place)}, ${one()})`,
    () => `${name(place)}.setdefault(${key(place)}, ${one()})`,
    () => `(${name(place)} | ${one()})`,
    () =>
      `${choices.of(['float', 'int', 'bool', 'len', 'str', 'list', 'tuple', 'sum', 'abs', 'round', 'sorted', 'dict', 'set', 'repr'])}(${one()})`,
    () => `${choices.of(['min', 'max'])}(${one()}, ${one()})`,
    () => `sum(v for v in ${name(place)})`,
    () => `round(${one()}, 1)`,
    () => `f"{${name(place)}}-{${constant(place)}!r}"`,
    () =>
      `${name(place)}.${choices.of(['upper()', 'split()', 'strip()', 'find("t")', 'startswith("t")', 'copy()', 'keys()', 'values()'])}`,
    () => `(w := ${one()})`,
    () => `torch.tensor(${one()})`,
    () => `torch.tensor([${one()}])`,
    () => `torch.tensor([${one()} for v in ${name(place)}])`,
    () => `torch.tensor(${one()}, dtype=torch.${choices.of(['float', 'long', 'bool'])})`,
    () => `torch.${choices.of(['zeros', 'ones'])}(${choices.of(['1', '2, 3', '()', '[2]', 'len(a)'])})`,
    () => `torch.full((${choices.of(['1', '2'])},), ${one()})`,
    () => `torch.stack([${one()}, ${one()}])`,
    () => `torch.cat([${one()}, ${one()}])`,
    () =>
      `(${one()}).${choices.of(['item()', 'tolist()', 'float()', 'long()', 'mean()', 'sum()', 'unsqueeze(0)', 'squeeze()', 'view(-1)', 'clone()', 'clamp(0, 1)', 'clamp(0.0, 1.0)', 'max()', 'bool()'])}`,
    () => `(${one()})[0]`,
    () => `elsewhere.unseen(${name(place)})`,
    () => `(lambda q, r=1: ${choices.of(['q', 'r', '(q, r)'])})(${one()})`,
    () => `list(zip(${name(place)}, ${one()}))`,
    () => `dict(${name(place)}, ${choices.of(KEYS)}=${one()})`,
    () => `isinstance(${name(place)}, ${choices.of(['str', 'int', 'dict', '(list, tuple)'])})`,
    ...place.helpers.map(
      (helper): Make =>
        () =>
          `${helper}(${one()}, ${one()})`,
    ),
    ...place.helpers.map(
      (helper): Make =>
        () =>
          `${helper}(${choices.of(['p', 'q'])}=${one()})`,
    ),
  ];
  return choices.of(makers)(place);
}

function condition(place: Place): string {
  const { choices } = place;
  return choices.of<Make>([
    name,
    () => `${name(place)} is None`,
    () => `${name(place)} is not None`,
    () => `not ${name(place)}`,
    () => `${name(place)} == ${constant(place)}`,
    () => `${name(place)} != ${constant(place)}`,
    () => `${key(place)} in ${name(place)}`,
    () => `isinstance(${name(place)}, ${choices.of(['str', 'int', 'float', 'dict', 'list'])})`,
    () => `len(${name(place)}) > 1`,
    () => `${name(place)} and ${name(place)}`,
    () => `${name(place)} or not ${name(place)}`,
    expression,
  ])({ ...place, depth: place.depth + 1 });
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}

function body(place: Place): string[] {
  const count = 1 + place.choices.upTo(3);
  return Array.from({ length: count }, () => statement({ ...place, depth: place.depth + 1 })).flat();
}

function statement(place: Place): string[] {
  const { choices } = place;
  const one = () => expression({ ...place, depth: Math.max(1, place.depth - 1) });
  const simple: readonly [() => string[], ...(() => string[])[]] = [
    () => [`${name(place)} = ${one()}`],
    () => [`${name(place)} = ${one()}`],
    () => [`${name(place)}[${key(place)}] = ${one()}`],
    () => [`${name(place)}[${key(place)}] = ${one()}`],
    () => [`${name(place)}.update(${choices.of([`${choices.of(KEYS)}=${one()}`, one()])})`],
    () => [`${name(place)}.append(${one()})`],
    () => [`${name(place)}.extend(${one()})`],
    () => [`${name(place)} ${choices.of(['+=', '-=', '*=', '|=', '/='])} ${one()}`],
    () => [`${name(place)}, ${name(place)} = ${choices.of([one(), `${one()}, ${one()}`])}`],
    () => [`${name(place)}, *${name(place)} = ${one()}`],
    () => [`${name(place)} = ${name(place)} = ${one()}`],
    () => [`del ${name(place)}[${key(place)}]`],
    () => [`${name(place)}.pop(${key(place)}, None)`],
    () => [`${name(place)}.${choices.of(['clear()', 'pop()', 'sort()', 'fill_(7)', 'insert(0, None)', 'reverse()'])}`],
    () => [`${name(place)}[0] = ${one()}`],
    () => [`elsewhere.unseen(${one()})`],
    () => [one()],
    () => ['pass'],
    () => [`return ${one()}`],
    () => [`return {"rewards": ${one()}, ${key(place)}: ${name(place)}}`],
    () => [choices.of(['raise ValueError(a)', 'assert a', 'return', 'return d'])],
    () => [place.inLoop ? choices.of(['break', 'continue']) : 'pass'],
  ];
  if (place.depth > 3) return choices.of(simple)();
  const loop: Place = { ...place, inLoop: true };
  const plain: Place = { ...place, inLoop: false };
  const compound: readonly [() => string[], ...(() => string[])[]] = [
    () => [`if ${condition(place)}:`, ...indented(body(place))],
    () => [`if ${condition(place)}:`, ...indented(body(place)), 'else:', ...indented(body(place))],
    () => [
      `if ${condition(place)}:`,
      ...indented(body(place)),
      `elif ${condition(place)}:`,
      ...indented(body(place)),
      'else:',
      ...indented(body(place)),
    ],
    () => [`for v in ${one()}:`, ...indented(body(loop))],
    () => [`for ${name(place)} in ${one()}:`, ...indented(body(loop)), 'else:', ...indented(body(place))],
    () => [`for i, v in enumerate(${name(place)}):`, ...indented(body(loop))],
    () => ['n = 0', `while n < 3:`, '    n += 1', ...indented(body(loop))],
    () => [
      'n = 0',
      'while True:',
      '    n += 1',
      '    if n > 2:',
      '        break',
      ...indented(body(loop)),
      'else:',
      '    x = 9',
    ],
    () => [
      'try:',
      ...indented(body(place)),
      `except ${choices.of(['Exception', 'ValueError', '(TypeError, KeyError)'])}:`,
      ...indented(body(place)),
    ],
    () => [
      'try:',
      ...indented(body(place)),
      'except Exception as error:',
      ...indented(body(place)),
      'else:',
      ...indented(body(place)),
      'finally:',
      ...indented(body(plain)),
    ],
    () => ['try:', ...indented(body(place)), 'finally:', ...indented(body(plain))],
    () => ['with elsewhere.Swallow():', ...indented(body(place))],
    () => ['with contextlib.suppress(Exception):', ...indented(body(place))],
    () => [
      `match ${name(place)}:`,
      '    case None:',
      ...indented(indented(body(place))),
      '    case {"k": y}:',
      ...indented(indented(body(place))),
      `    case ${choices.of(['_', '[x, *y]', 'str()', '1 | 2', 'x if x'])}:`,
      ...indented(indented(body(place))),
    ],
    () => [
      `def inner(q=${constant(place)}):`,
      ...indented(choices.of([['return q'], ['return x'], ['d["k"] = q', 'return d'], ['nonlocal x', 'x = q']])),
      `y = inner(${one()})`,
    ],
  ];
  return choices.upTo(5) < 3 ? choices.of(simple)() : choices.of(compound)();
}

export interface Program {
  readonly code: string;
  readonly name: string;
  readonly calls: readonly (readonly string[])[];
}

const at = { uri: 'file:///arguments.py', range: { start: 0, end: 0 } };
const int = (value: number): Value => ({ kind: 'int', value, at });
const float = (value: number): Value => ({ kind: 'float', value, at });
const str = (value: string): Value => ({ kind: 'str', value, at });
const list = (...items: Value[]): Value => ({ kind: 'list', items, at });
const dict = (entries: Readonly<Record<string, Value>>): Value => ({
  kind: 'dict',
  entries: Object.entries(entries).map(([name, value]) => ({ key: name, keyAt: at, value })),
  open: false,
  at,
});

/** Arguments as Python writes them, with what is true of each. */
export const ARGUMENTS: Readonly<Record<string, Value>> = {
  '0': int(0),
  '1': int(1),
  '2.5': float(2.5),
  '"t"': str('t'),
  '""': str(''),
  None: { kind: 'none', at },
  '[]': list(),
  '[1]': list(int(1)),
  '[1.5, 2]': list(float(1.5), int(2)),
  '["t"]': list(str('t')),
  '{}': dict({}),
  '{"k": 1}': dict({ k: int(1) }),
  '{"rewards": 0.5, "k": [1]}': dict({ rewards: float(0.5), k: list(int(1)) }),
  '(1, 2)': { kind: 'tuple', items: [int(1), int(2)], at },
  True: { kind: 'bool', value: true, at },
  'torch.tensor([1.0])': { kind: 'tensor', library: 'torch', dtype: 'float', shape: [1], value: 1, at },
  'torch.tensor(2)': { kind: 'tensor', library: 'torch', dtype: 'int', shape: [], value: 2, at },
};

const WRITTEN = Object.keys(ARGUMENTS);

/** Calls of every program: each place gets arguments of every kind. */
const CALLS = Array.from({ length: 16 }, (_, i) =>
  [0, 1, 2].map((place) => WRITTEN[(i * (place * 2 + 1) + place * 5) % WRITTEN.length] ?? '0'),
);

/** A program with a function `f` of three parameters, from a stream of choices. */
export function programOf(numbers: readonly number[]): Program {
  const choices = new Choices(numbers);
  const start: Place = { choices, inLoop: false, depth: 0, helpers: [] };
  const helper = [
    'def h(p=None, q=1):',
    ...indented(['a = p', 'b = q', 'c = 1', 'x = {}', 'y = [p]', 'd = p', 'e = None', 'items = [q]']),
    ...indented(body({ ...start, depth: 2 })),
    '    return p',
  ];
  const place: Place = { ...start, helpers: ['h'] };
  const count = 3 + choices.upTo(5);
  const statements = Array.from({ length: count }, () => statement(place)).flat();
  const main = [
    'def f(a, b, c):',
    ...indented(['x = 0', 'y = 0.5', 'd = {}', 'e = d', 'items = []', 'v = w = i = n = None']),
    ...indented(statements),
    `    return ${expression({ ...place, depth: 1 })}`,
  ];
  return {
    code: ['import contextlib', 'import torch', 'import elsewhere', ...helper, ...main, ''].join('\n'),
    name: 'f',
    calls: CALLS,
  };
}
