import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { launchedEnvironment, type LaunchedVariable } from '../../runner/src/environment.ts';

const sets = (name: string, ...value: Exclude<LaunchedVariable['value'], null>): LaunchedVariable => ({
  name,
  value,
  expands: false,
});

describe('the environment of a launch', () => {
  test('pieces, the last of a name, what stands in for the environment of the script', () => {
    const found = launchedEnvironment(
      [
        sets('A', 'one'),
        sets('A', 'two'),
        sets('PYTHONPATH', { variable: 'PWD' }, '/src:', { variable: 'PYTHONPATH', otherwise: '' }),
        sets('B', { variable: 'NOT_SET' }),
        sets('C', { variable: 'EMPTY', otherwise: 'x' }),
        sets('D', { variable: 'SET', otherwise: 'x' }),
        { name: 'E', value: null, expands: false },
        sets('F', 'known'),
        { name: 'F', value: null, expands: false },
        sets('G', 'a\0b'),
        sets('bad=name', 'x'),
        sets('__proto__', 'x'),
      ],
      { EMPTY: '', SET: 'set', A: 'zero' },
      '/work',
    );
    assert.deepEqual(Object.entries(found.env), [
      ['A', 'two'],
      ['PYTHONPATH', '/work/src:'],
      ['C', 'x'],
      ['D', 'set'],
      ['__proto__', 'x'],
    ]);
    assert.deepEqual(found.unknownEnv, ['B', 'E', 'F', 'G', 'bad=name']);
  });

  test('variables in a runtime environment are put in as Python does it for Ray', () => {
    const here = { HOME_URL: 'http://x', EMPTY: '', lower: 'low', A1: '$HOME_URL' };
    const texts = [
      '$HOME_URL/a',
      '${HOME_URL}/a',
      '${NOT_SET}/a',
      '${not_set}/a',
      '$NOT_SET/a',
      '$EMPTY|${EMPTY}',
      '$lower${lower}',
      '$A1',
      '$$HOME_URL',
      '${HOME_URL',
      '$',
      '${}',
      'ä$HOME_URL',
      '$FIRST-${FIRST}',
    ];
    const variables = Object.fromEntries([['FIRST', '1'], ...texts.map((text, at) => [`T${at}`, text] as const)]);
    // `update_envs` of `ray/_private/utils.py`.
    const program = `import json, os, re, sys
for key, value in json.load(sys.stdin).items():
    os.environ[key] = re.sub(r"\\$\\{[A-Z0-9_]+\\}", "", os.path.expandvars(value))
json.dump({key: value for key, value in os.environ.items() if key == "FIRST" or key[0] == "T"}, sys.stdout)`;
    const { PATH = '' } = process.env;
    const { stdout, stderr } = spawnSync('python3', ['-c', program], {
      encoding: 'utf8',
      input: JSON.stringify(variables),
      env: { PATH, ...here },
    });
    const { env } = launchedEnvironment(
      Object.entries(variables).map(([name, value]) => ({ name, value: [value], expands: true })),
      here,
      '/work',
    );
    const expected: unknown = JSON.parse(stdout || `"${stderr}"`);
    assert.deepEqual(env, expected);
  });
});
