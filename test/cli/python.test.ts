import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Folder } from '../support/folder.ts';
import { lint } from './lint.ts';
import { sarifValidator } from './report/sarifSchema.ts';
import { argvSchema, findingsSchema } from './schemas.ts';

const ASYNC =
  'async def reward_func(queries, prompts, labels, **kwargs):\n    return {"rewards": float(len(queries[0]))}\n';
const GOOD = 'def reward_func(queries, prompts, labels, **kwargs):\n    return {"rewards": float(len(queries[0]))}\n';
const launch = (path: string, release = '0.11.2'): string =>
  `# openrlhf: release ${release}\npython3 -m openrlhf.cli.train_ppo_ray --reward.remote_url ${path}\n`;

/** File, code and line (from 1) of the findings, in order. */
async function found(folder: Folder, ...words: readonly string[]): Promise<string[]> {
  const { out } = await lint(folder, ['--format', 'json', ...words]);
  return findingsSchema
    .parse(JSON.parse(out))
    .map(({ file, code, range }) => `${file}:${range.start.line + 1} ${code}`);
}

describe('a Python file that is named itself', () => {
  test('is judged as the launches of its folder use it', async () => {
    using folder = new Folder({ 'py/reward.py': ASYNC, 'jobs/a/train.sh': launch('py/reward.py') });
    const { code, out, err } = await lint(folder, ['py/reward.py']);
    assert.match(out, /^py\/reward\.py:1:1: error: .*\[rf-async\]$/m);
    assert.match(out, /^1 error in 1 file, 1 launch$/m);
    assert.deepEqual([code, err], [1, '']);
  });
  test('is judged by the release of the launch, and by the option before that', async () => {
    using folder = new Folder({ 'reward.py': ASYNC, 'train.sh': launch('reward.py', '0.10.4') });
    const release = async (...words: readonly string[]): Promise<unknown> => {
      const [first] = findingsSchema.parse(JSON.parse((await lint(folder, ['--format', 'json', ...words])).out));
      return [first?.release, first?.releaseFrom];
    };
    assert.deepEqual(await release('reward.py'), ['0.10.4', 'comment']);
    assert.deepEqual(await release('--openrlhf', '0.11.1', 'reward.py'), ['0.11.1', 'option']);
  });
  test('is found through scripts that are named too, wherever they are', async () => {
    using folder = new Folder({ 'x/reward.py': ASYNC, 'x/.hidden/train.sh': launch('x/reward.py') });
    assert.deepEqual(await found(folder, 'x/reward.py'), []);
    assert.deepEqual(await found(folder, 'x/reward.py', 'x/.hidden/train.sh'), [
      'x/reward.py:1 rf-async',
      'x/.hidden/train.sh:2 rf-async',
    ]);
  });
  test('is found through a script without an ending, and through standard input', async () => {
    using folder = new Folder({ 'reward.py': ASYNC, train: `#!/bin/bash\n${launch('reward.py')}` });
    assert.deepEqual(await found(folder, 'reward.py'), []);
    assert.deepEqual(await found(folder, 'train', 'reward.py'), ['train:3 rf-async', 'reward.py:1 rf-async']);
    const { out } = await lint(folder, ['--format', 'json', '-', 'reward.py'], launch('reward.py'));
    assert.deepEqual(
      findingsSchema.parse(JSON.parse(out)).map(({ file }) => file),
      ['<stdin>', 'reward.py'],
    );
  });
  test('that no launch names and that is not for OpenRLHF is left alone, and it is said', async () => {
    using folder = new Folder({ 'reward.py': ASYNC, 'train.sh': launch('http://rm:5000/get_reward') });
    const { code, out, err } = await lint(folder, ['--format', 'json', 'reward.py']);
    assert.deepEqual([code, JSON.parse(out)], [0, []]);
    assert.match(err, /^openrlhf-lint: reward\.py: Nothing is judged here: no launch names this file/);
  });
  test('that imports openrlhf needs no launch', async () => {
    using folder = new Folder({ 'reward.py': `import openrlhf\n${ASYNC}` });
    assert.deepEqual(await found(folder, 'reward.py'), ['reward.py:2 rf-async']);
  });
  test('comes on standard input under its name', async () => {
    using folder = new Folder({ 'train.sh': launch('reward.py'), 'reward.py': GOOD });
    const { out } = await lint(folder, ['--format', 'json', '--stdin-filename', 'reward.py', '-'], ASYNC);
    assert.deepEqual(
      findingsSchema.parse(JSON.parse(out)).map(({ file, code }) => [file, code]),
      [['reward.py', 'rf-async']],
    );
  });
  test('launches nothing itself', async () => {
    using folder = new Folder({ 'reward.py': ASYNC });
    const { code, out } = await lint(folder, ['--argv', 'reward.py']);
    assert.deepEqual([code, argvSchema.parse(JSON.parse(out))], [0, [{ file: 'reward.py', launches: [] }]]);
  });
  test('that cannot be read is an error of usage', async () => {
    using folder = new Folder();
    const { code, err } = await lint(folder, ['gone.py']);
    assert.equal(code, 2);
    assert.match(err, /gone\.py/);
  });
});

describe('a Python file that a launch names', () => {
  test('is judged with the script, which tells of it at the flag', async () => {
    using folder = new Folder({ 'train.sh': launch('reward.py'), 'reward.py': ASYNC, 'other.py': ASYNC });
    assert.deepEqual(await found(folder, 'train.sh'), ['train.sh:2 rf-async', 'reward.py:1 rf-async']);
    assert.deepEqual(await found(folder, '.'), ['train.sh:2 rf-async', 'reward.py:1 rf-async']);
    const { out } = await lint(folder, ['--format', 'json', 'train.sh']);
    const [atFlag] = findingsSchema.parse(JSON.parse(out));
    assert.ok(atFlag);
    assert.deepEqual(
      atFlag.related.map(({ file, range }) => [file, range.start.line]),
      [['reward.py', 0]],
    );
    assert.match(atFlag.message, /^reward\.py: /);
  });
  test('is judged by these launches alone', async () => {
    const labels = GOOD.replace('float(len(queries[0]))', 'float(labels[0] in queries[0])');
    using folder = new Folder({
      'labelled.sh': launch('reward.py --data.label_key answer'),
      'unlabelled.sh': launch('reward.py'),
      'reward.py': labels,
    });
    assert.deepEqual(await found(folder, 'labelled.sh'), []);
    assert.deepEqual(await found(folder, 'unlabelled.sh'), [
      'unlabelled.sh:2 rf-labels-empty',
      'reward.py:1 rf-labels-empty',
    ]);
    assert.deepEqual(await found(folder, 'reward.py'), ['reward.py:1 rf-labels-empty']);
  });
  test('is judged once, for all that name it', async () => {
    using folder = new Folder({ 'a.sh': launch('reward.py'), 'b.sh': launch('./reward.py'), 'reward.py': ASYNC });
    assert.deepEqual(await found(folder, '.', 'reward.py'), [
      'a.sh:2 rf-async',
      'b.sh:2 rf-async',
      'reward.py:1 rf-async',
    ]);
  });
  test('is missing where its script says that it is there', async () => {
    using folder = new Folder({ 'train.sh': launch('reward.py') });
    const { code, out } = await lint(folder, ['train.sh']);
    assert.match(out, /^train\.sh:2:\d+: warning: .* \[rf-path\]$/m);
    assert.equal(code, 0);
  });
  test('is in SARIF and in the annotations of GitHub', async () => {
    using folder = new Folder({ 'train.sh': launch('reward.py'), 'reward.py': ASYNC });
    const sarif = JSON.parse((await lint(folder, ['--format', 'sarif', '.'])).out) as {
      readonly runs: readonly { readonly results: readonly { readonly ruleId: string }[] }[];
    };
    const validate = sarifValidator();
    assert.ok(validate(sarif), JSON.stringify(validate.errors));
    assert.deepEqual(
      sarif.runs[0]?.results.map(({ ruleId }) => ruleId),
      ['rf-async', 'rf-async'],
    );
    const { out } = await lint(folder, ['--format', 'github', '.']);
    assert.match(out, /^::error file=reward\.py,line=1,/m);
  });
});
