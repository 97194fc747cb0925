import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LaunchCommand } from '../../server/src/shell/model.ts';
import type { Item } from '../../server/src/text/items.ts';
import { matches, pairLaunches } from './shell/compare.ts';
import { commonWords, measure } from './shell/coverage.ts';
import { generate } from './shell/generate.ts';
import { environmentMatches, namesSetFor } from './shell/launchEnvironment.ts';
import type { RealLaunch } from './shell/launches.ts';
import { launchesOf } from './shell/launches.ts';
import { cuts } from './shell/prefixes.ts';
import { command, render, smaller } from './shell/tree.ts';

const location = { uri: 'file:///workspace/x.sh', range: { start: 0, end: 1 } };
const known = (value: string): Item => ({ kind: 'known', value, location });
const unknown: Item = { kind: 'unknown', why: { reason: 'unset-variable' }, location };
const many: Item = { kind: 'many', why: { reason: 'glob' }, location };
const branches = (choice: string, ...oneOf: Item[][]): Item => ({ kind: 'branches', choice, oneOf });

function ours(argv: Item[], more: Partial<LaunchCommand> = {}): LaunchCommand {
  return {
    module: { kind: 'known', value: 'openrlhf.cli.train_sft', location },
    how: 'module',
    location,
    conditional: false,
    repeated: false,
    via: [],
    launcher: [known('python3'), known('-m')],
    env: [],
    wrappers: [],
    argv,
    secondShell: false,
    ...more,
  };
}

const real = (...argv: string[]): RealLaunch => ({
  program: 'python3',
  launcher: ['-m'],
  module: 'openrlhf.cli.train_sft',
  argv,
  environment: new Map(),
});
const rules = { stopped: false, anyOrder: false };
const agree = (items: Item[], argv: string[]): boolean => !matches(items, argv, new Map()).next().done;

describe('the harness of the shell truth tests', () => {
  test('words: known is that word, unknown one, many any number, branches one of theirs', () => {
    assert.ok(agree([known('a'), unknown, many], ['a', 'b']));
    assert.ok(agree([many, known('a'), many], ['x', 'a', 'y', 'z']));
    assert.ok(!agree([known('a')], ['b']));
    assert.ok(!agree([known('a')], ['a', 'b']));
    assert.ok(!agree([known('a'), unknown], ['a']));
    assert.ok(agree([branches('c', [known('a')], [])], []));
    assert.ok(!agree([branches('c', [known('a')], [])], ['b']));
  });

  test('equal choices are taken alike, in one launch and from one launch to the next', () => {
    const items = [branches('c', [known('a')], [known('b')]), branches('c', [known('1')], [known('2')])];
    assert.ok(agree(items, ['a', '1']));
    assert.ok(!agree(items, ['a', '2']));
    const two = [ours([branches('c', [known('a')], [known('b')])]), ours([branches('c', [known('1')], [known('2')])])];
    assert.ok(pairLaunches(two, [real('b'), real('2')], rules));
    assert.equal(pairLaunches(two, [real('b'), real('1')], rules), undefined);
  });

  test('launches: none missing, none invented, in order, unless said otherwise', () => {
    const a = ours([known('a')]);
    const b = ours([known('b')]);
    assert.ok(pairLaunches([a, b], [real('a'), real('b')], rules));
    assert.equal(pairLaunches([a, b], [real('b'), real('a')], rules), undefined);
    assert.ok(pairLaunches([a, b], [real('b'), real('a')], { ...rules, anyOrder: true }));
    assert.equal(pairLaunches([a], [real('a'), real('a')], rules), undefined);
    assert.equal(pairLaunches([a, b], [real('a')], rules), undefined);
    assert.ok(pairLaunches([a, ours([known('b')], { conditional: true })], [real('a')], rules));
    assert.ok(pairLaunches([a, b], [real('a')], { ...rules, stopped: true }));
    assert.equal(pairLaunches([a, b], [real('b')], { ...rules, stopped: true }), undefined);
    const often = ours([unknown], { repeated: true });
    assert.ok(pairLaunches([often, b], [real('x'), real('y'), real('b')], rules));
    assert.ok(pairLaunches([often, b], [real('b')], rules));
    const second = ours([known('2')], { repeated: true });
    const first = ours([known('1')], { repeated: true });
    assert.ok(
      pairLaunches(
        [first, second, b],
        ['1', '2', '1', '2', '1', '2', 'b'].map((word) => real(word)),
        rules,
      ),
    );
    assert.equal(
      pairLaunches(
        [first, second, b],
        ['1', '2', 'b', '1', '2'].map((word) => real(word)),
        rules,
      ),
      undefined,
    );
    const decided = ours([branches('c', [known('1')], [known('2')])], { repeated: true });
    assert.ok(pairLaunches([decided], [real('1'), real('2')], rules), 'each time round is decided anew');
  });

  test('the denominator are the words equal everywhere, at the same place', () => {
    assert.deepEqual(
      commonWords([
        ['a', 'b', 'c'],
        ['a', 'x', 'c'],
        ['a', 'b', 'c'],
      ]),
      [0, 2],
    );
    assert.deepEqual(commonWords([['a', 'c'], ['a', 'b', 'c'], ['c']]), [1]);
    const launch = ours([known('a'), unknown, many]);
    const pairs = [
      {
        ours: launch,
        real: real('a', 'b', 'c'),
        items: [known('a'), unknown, many].flatMap((item) => (item.kind === 'branches' ? [] : [item])),
      },
    ];
    const { words, known: knownWords, many: manyWords } = measure([pairs, pairs, pairs]);
    assert.deepEqual([words, knownWords, manyWords], [3, 1, 1]);
  });

  test('records: a shell behind `ray job submit --` is no launch, its payload leaves its own', () => {
    const record = (...words: string[]): string => [...words, '\u001e', ''].join('\0');
    const module = 'openrlhf.cli.train_sft';
    const launches = launchesOf(
      record('_ray', 'job', 'submit', '--', 'python3', '-m', module, '--a') +
        record('_ray', 'job', 'submit', '--', 'bash', '-c', `python3 -m ${module}`) +
        record('python3', '-m', module, '') +
        record('python3', '-c', 'pass') +
        record('python3', '-m', 'molt.cli.train_sft'),
    );
    assert.deepEqual(
      launches.map(({ program, argv }) => [program, ...argv]),
      [
        ['ray', '--a'],
        ['python3', ''],
      ],
    );
  });

  test('environment: what is known must be what the process got, and what the script sets must be there', () => {
    const env = (...items: Item[]): LaunchCommand['env'] => items.map((item, i) => ({ name: `V${i}`, item }));
    const agrees = (items: Item[], got: Record<string, string>, choices = new Map<string, number>()): boolean =>
      environmentMatches(env(...items), new Map(Object.entries(got)), choices).next().done !== true;
    assert.ok(agrees([known('1'), unknown], { V0: '1', V1: 'x' }));
    assert.ok(agrees([known('1'), unknown], { V0: '1' }), 'unknown need not be set');
    assert.ok(!agrees([known('1')], { V0: '2' }));
    assert.ok(!agrees([known('1')], {}));
    assert.ok(agrees([branches('c', [known('1')], [])], {}));
    assert.ok(!agrees([branches('c', [known('1')], [])], {}, new Map([['c', 0]])));
    assert.ok(!agrees([branches('c', [known('1')], []), branches('c', [known('2')], [])], { V0: '1' }));

    const launch = ours([known('a')], { env: env(known('1')) });
    const started = new Map([['TAG', '3']]);
    const got = (...entries: [string, string][]): RealLaunch => ({ ...real('a'), environment: new Map(entries) });
    const pairs = (one: RealLaunch): boolean => pairLaunches([launch], [one], { ...rules, started }) !== undefined;
    assert.ok(pairs(got(['V0', '1'], ['TAG', '5'], ['SHLVL', '1'])));
    assert.ok(!pairs(got(['V0', '2'])));
    assert.ok(!pairs(got(['V0', '1'], ['MORE', '1'])), 'a variable of the script is missing');

    const runs = [new Map([['TAG', '5']]), new Map([['TAG', '5']])].map((of) => ({ real: of, started }));
    assert.deepEqual(namesSetFor(runs, true), ['TAG']);
    assert.deepEqual(namesSetFor(runs, false), [], 'without a run in which TAG is not set nobody knows who exports it');
    assert.deepEqual(namesSetFor([{ real: new Map([['NEW', '1']]), started }], false), ['NEW']);
  });

  test('records may name a process whose environment was written down; `env` behind `ray job submit --` adds to it', () => {
    const module = 'openrlhf.cli.train_sft';
    const record = (...words: string[]): string => [...words, '\u001e', '17', '\u001d', ''].join('\0');
    const [direct, job] = launchesOf(
      record('python3', '-m', module) + record('_ray', 'job', 'submit', '--', 'env', 'B=2=3', 'python3', '-m', module),
      (process) => new Map([['A', process]]),
    );
    assert.deepEqual([...(direct?.environment ?? [])], [['A', '17']]);
    assert.deepEqual(
      [...(job?.environment ?? [])],
      [
        ['A', '17'],
        ['B', '2=3'],
      ],
    );
  });

  test('a seed gives the same script again, and its smaller versions really are', () => {
    const one = generate(7, 'x.inc');
    assert.equal(render(one.body), render(generate(7, 'x.inc').body));
    assert.notEqual(render(one.body), render(generate(8, 'x.inc').body));
    const tree = [
      command('a', ['1', '2']),
      { kind: 'block', parts: [{ open: '{', body: [command('b')] }], close: '}' } as const,
    ];
    assert.deepEqual(
      [...smaller(tree)].map((nodes) => render(nodes)),
      ['{\nb\n}', 'a 2\n{\nb\n}', 'a 1\n{\nb\n}', 'a 1 2', 'a 1 2\nb', 'a 1 2\n{\n:\n}'],
    );
  });

  test('cuts stand at the ends of words and lines', () => {
    assert.deepEqual(cuts('a "b c"\n', false), [1, 4, 6, 7, 8]);
    assert.deepEqual(cuts('ab', true), [1, 2]);
  });
});
