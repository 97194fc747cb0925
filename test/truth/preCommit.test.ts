// The hook of `.pre-commit-hooks.yaml`, run by the real pre-commit.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { before, describe, test } from 'node:test';
import { ensurePreCommit } from '../../tools/cache/preCommit.ts';
import { root } from '../support/built.ts';
import { Folder } from '../support/folder.ts';

const SCRIPT = 'python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url reward.py\n';

interface Ran {
  readonly status: number | null;
  readonly output: string;
}

describe('pre-commit', () => {
  let program = '';
  before(async () => {
    program = await ensurePreCommit();
  });

  /** Runs the hook on all files of a repository that has these. */
  function hook(files: Readonly<Record<string, string>>): Ran {
    using folder = new Folder(files);
    using hooks = new Folder({});
    const git = (cwd: string, ...words: readonly string[]): void => {
      const who = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
      execFileSync('git', [...who, ...words], { cwd, stdio: 'ignore' });
    };
    copyFileSync(join(root, '.pre-commit-hooks.yaml'), hooks.at('.pre-commit-hooks.yaml'));
    for (const { path } of [folder, hooks]) {
      git(path, 'init');
      git(path, 'add', '.');
      git(path, 'commit', '-m', 'files');
    }
    mkdirSync(hooks.at('bin'));
    symlinkSync(join(root, 'dist', 'openrlhf-lint.cjs'), hooks.at('bin/openrlhf-lint'));
    const { status, stdout, stderr } = spawnSync(
      program,
      ['try-repo', hooks.path, 'openrlhf-lint', '--all-files', '--color', 'never'],
      {
        cwd: folder.path,
        encoding: 'utf8',
        env: {
          ...process.env,
          PRE_COMMIT_HOME: hooks.at('home'),
          PATH: `${hooks.at('bin')}${delimiter}${process.env['PATH'] ?? ''}`,
        },
      },
    );
    return { status, output: `${stdout}${stderr}` };
  }

  test('refuses a script and a reward function with an error, and names the places', () => {
    const { status, output } = hook({
      'train.sh': SCRIPT.replace('\n', ' --no_such 1\n'),
      'reward.py': 'async def reward_func(queries, prompts, labels):\n    return {"rewards": 1.0}\n',
      'README.md': 'train.sh\n',
    });
    assert.equal(status, 1, output);
    assert.match(output, /^train\.sh:1:\d+: error: .*\[unknown-flag\]$/m);
    assert.match(output, /^reward\.py:1:1: error: .*\[rf-async\]$/m);
  });
  test('lets everything else pass', () => {
    const { status, output } = hook({
      'train.sh': SCRIPT,
      'reward.py': 'def reward_func(queries, prompts, labels):\n    return {"rewards": float(len(queries[0]))}\n',
      'build.sh': 'echo built\n',
      'setup.py': 'import setuptools\n',
    });
    assert.equal(status, 0, output);
    assert.match(output, /openrlhf-lint\.+Passed/);
  });
});
