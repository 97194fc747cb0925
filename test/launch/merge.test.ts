import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { boundLaunch } from '../../server/src/launch/bound.ts';
import { mergeWays, type MergedBinding } from '../../server/src/launch/merge.ts';
import type { Launch } from '../../server/src/launch/model.ts';
import type { Branches, Item } from '../../server/src/text/items.ts';
import { spec } from './specs.ts';
import { at, sketch } from './words.ts';

const ppo = spec('train_ppo_ray');

function launch(argv: readonly Item[]): Launch {
  return {
    id: 'train_ppo_ray@0',
    entryPoint: 'train_ppo_ray',
    module: 'openrlhf.cli.train_ppo_ray',
    moduleLocation: at(0),
    location: at(0),
    conditional: false,
    repeated: false,
    via: [],
    launcher: [],
    env: [],
    wrappers: [],
    argv,
  };
}

/** A choice between sketched words. */
function either(choice: string, ...oneOf: readonly string[]): Branches {
  return { kind: 'branches', choice, oneOf: oneOf.map((words) => sketch(words)) };
}

function merged(argv: readonly Item[], limit?: number): MergedBinding {
  return mergeWays(boundLaunch(launch(argv), ppo, limit));
}

/** A merged value in short: the value, `?`, or what it can be and the choices. */
function short({ values }: MergedBinding, dest: string): unknown {
  const value = values.get(dest);
  switch (value?.kind) {
    case undefined:
      return undefined;
    case 'known':
      return [value.value.value, value.origin];
    case 'unknown':
      return '?';
    case 'oneOf':
      return { oneOf: value.oneOf.map((item) => item.value), choices: value.choices, byIndex: value.byIndex };
  }
}

describe('mergeWays', () => {
  const cases: readonly (readonly [name: string, argv: readonly Item[], value: unknown])[] = [
    ['a default', [], [2, 'default']],
    ['given', sketch('--ds.zero_stage 1'), [1, 'given']],
    ['given as its default is', sketch('--ds.zero_stage 2'), [2, 'given']],
    ['not known', sketch('--ds.zero_stage ?'), '?'],
    ['any words', sketch('*'), '?'],
    ['an if with another flag', [either('a', '--ds.packing_samples', '')], [2, 'default']],
    ['an if that adds', [either('a', '--ds.zero_stage 3', '')], { oneOf: [3, 2], choices: ['a'], byIndex: true }],
    ['equal in all branches', [either('a', '--ds.zero_stage 3', '--ds.zero_stage=3')], [3, 'given']],
    [
      'a case',
      [either('a', '--ds.zero_stage 3', '--ds.zero_stage 1', '')],
      { oneOf: [3, 1, 2], choices: ['a'], byIndex: true },
    ],
    [
      'values that meet again',
      [either('a', '--ds.zero_stage 3', '', '--ds.zero_stage 3')],
      { oneOf: [3, 2, 3], choices: ['a'], byIndex: true },
    ],
    ['unknown in one branch', [either('a', '--ds.zero_stage ?', '')], '?'],
    ['overridden later', [either('a', '--ds.zero_stage ?', ''), ...sketch('--ds.zero_stage 1')], [1, 'given']],
    [
      'beside a choice that does not matter',
      [either('a', '--ds.zero_stage 3', ''), either('b', '--ds.packing_samples', '')],
      { oneOf: [3, 2], choices: ['a'], byIndex: true },
    ],
    [
      'two choices',
      [either('a', '--ds.zero_stage 3', ''), either('b', '--ds.zero_stage 1', '')],
      { oneOf: [1, 3, 2], choices: ['a', 'b'], byIndex: false },
    ],
    [
      'a flag and its value apart',
      [...sketch('--ds.zero_stage'), either('a', '1', '3')],
      { oneOf: [1, 3], choices: ['a'], byIndex: true },
    ],
    [
      'a branch that argparse refuses',
      [either('a', '--ds.zero_stage 3', '--ds.zero_stage 1', '--nope')],
      { oneOf: [3, 1], choices: ['a'], byIndex: false },
    ],
    ['all but one refused', [either('a', '--ds.zero_stage 3', '--ds.zero_stage x')], [3, 'given']],
    [
      'nested',
      [{ kind: 'branches', choice: 'a', oneOf: [[either('b', '--ds.zero_stage 3', '--ds.zero_stage 1')], []] }],
      { oneOf: [3, 1, 2], choices: ['a', 'b'], byIndex: false },
    ],
  ];
  for (const [name, argv, value] of cases) {
    test(name, () => {
      assert.deepEqual(short(merged(argv), 'ds.zero_stage'), value);
    });
  }

  test('every dest of the entry point has a value', () => {
    const { values, error } = merged([either('a', '--ds.zero_stage 3', '')]);
    assert.deepEqual(new Set(values.keys()), new Set(ppo.flags.map(({ dest }) => dest)));
    assert.equal(error, undefined);
  });

  test('a line that argparse refuses in every way has its first problem', () => {
    const { values, error } = merged([either('a', '--ds.zero_stage 3', ''), ...sketch('--nope --ds.zero_stage x')]);
    assert.deepEqual([values.size, error?.code], [0, 'invalid-literal']);
  });

  test('help is told', () => {
    assert.equal(merged(sketch('--help')).error?.code, 'help');
  });

  test('where not all ways were looked at, only what no branch sets is known', () => {
    const argv = [
      ...sketch('--ds.zero_stage 1 --actor.adam.lr 1'),
      either('a', '--actor.adam.lr 3', ''),
      either('b', '--actor.adam.lr 3', ''),
      either('c', '--ds.packing_samples', ''),
    ];
    const partial = merged(argv, 4);
    assert.deepEqual(short(partial, 'ds.zero_stage'), [1, 'given']);
    assert.deepEqual(short(partial, 'algo.kl.estimator'), ['k1', 'default']);
    assert.equal(short(partial, 'actor.adam.lr'), '?');
    assert.equal(short(partial, 'ds.packing_samples'), '?');
  });
});

describe('boundLaunch', () => {
  test('a module without flags has no ways', () => {
    const bound = boundLaunch(launch(sketch('--nope')), undefined);
    assert.deepEqual([bound.spec, bound.ways.length, bound.complete], [null, 0, true]);
    assert.deepEqual([...mergeWays(bound).values], []);
  });

  test('problems belong to the way that has them', () => {
    const { ways } = boundLaunch(launch([either('a', '--nope', '')]), ppo);
    assert.deepEqual(
      ways.map(({ way, binding }) => [way.taken.get('a'), binding.problems.map(({ code }) => code)]),
      [
        [0, ['unknown-flag']],
        [1, []],
      ],
    );
  });
});
