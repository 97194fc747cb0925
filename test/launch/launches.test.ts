import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isEntryPointModule, launchesOf, resolveModule } from '../../server/src/launch/launches.ts';
import type { LaunchCommand } from '../../server/src/shell/model.ts';
import { at, sketch } from './words.ts';

describe('resolveModule', () => {
  const cases: readonly (readonly [module: string, answer: string | null | undefined, wrapper?: boolean])[] = [
    ['openrlhf.cli.train_ppo_ray', 'train_ppo_ray', false],
    ['openrlhf.cli.train_sft', 'train_sft', false],
    ['openrlhf.cli.lora_combiner', 'lora_combiner', false],
    ['openrlhf/cli/train_sft.py', 'train_sft', false],
    ['./openrlhf/cli/train_sft.py', 'train_sft', false],
    ['/home/me/OpenRLHF/openrlhf/cli/serve_rm.py', 'serve_rm', false],
    // Wrappers and forks.
    ['my_pkg.cli.train_ppo_ray', 'train_ppo_ray', true],
    ['patches.openrlhf.train_ppo_ray', 'train_ppo_ray', true],
    ['train_ppo_ray', 'train_ppo_ray', true],
    ['my.openrlhf.cli.train_sft', 'train_sft', true],
    ['train_sft.py', 'train_sft', true],
    ['scripts/train_dpo.py', 'train_dpo', true],
    ['cli/train_rm.py', 'train_rm', true],
    // Below openrlhf.cli, but no entry point.
    ['openrlhf.cli.train_grpo', null, false],
    ['openrlhf.cli.train_kto', null, false],
    ['openrlhf/cli/train_grpo.py', null, false],
    // Not ours.
    ['molt.cli.train_rl_ray', undefined],
    ['openrlhf.cli', undefined],
    ['openrlhf', undefined],
    ['openrlhf.trainer.ppo_trainer', undefined],
    ['openrlhf/cli/__init__.py', undefined],
    ['openrlhf.cli.train_ppo_ray.main', undefined],
    ['train_ppo_ray.sh', undefined],
    ['train.py', undefined],
    ['', undefined],
    ['.py', undefined],
  ];
  for (const [module, entryPoint, wrapper] of cases) {
    test(`${module || 'the empty word'} → ${String(entryPoint)}`, () => {
      const resolved = entryPoint === undefined ? undefined : { entryPoint, wrapper };
      assert.deepEqual(resolveModule(module), resolved);
      assert.equal(isEntryPointModule(module), entryPoint !== undefined);
    });
  }

  test('a user states what other modules stand for', () => {
    const names = { modules: { 'molt.cli.train_rl_ray': 'train_ppo_ray', 'bin/start.py': 'train_sft' } };
    const found = (module: string): unknown => resolveModule(module, names);
    assert.deepEqual(found('molt.cli.train_rl_ray'), { entryPoint: 'train_ppo_ray', wrapper: true });
    assert.deepEqual(found('/x/bin/start.py'), { entryPoint: 'train_sft', wrapper: true });
    assert.equal(found('/x/robin/start.py'), undefined);
    assert.deepEqual(found('openrlhf.cli.train_sft'), { entryPoint: 'train_sft', wrapper: false });
  });

  test('a catalogue can have other entry points', () => {
    assert.deepEqual(resolveModule('openrlhf.cli.train_kto', { entryPoints: ['train_kto'] }), {
      entryPoint: 'train_kto',
      wrapper: false,
    });
  });
});

describe('launchesOf', () => {
  function command(module: string, offset: number): LaunchCommand {
    return {
      module: { kind: 'known', value: module, location: at(offset) },
      how: 'module',
      location: at(offset),
      conditional: false,
      repeated: false,
      via: [],
      launcher: [],
      env: [],
      wrappers: [],
      argv: sketch('--ds.zero_stage 2'),
      secondShell: false,
    };
  }
  function launches(...commands: readonly LaunchCommand[]): ReturnType<typeof launchesOf> {
    return launchesOf({ launches: commands, notes: [], assignments: [], needs: [] });
  }

  test('ids are unique, also where one command runs several times', () => {
    const sft = command('openrlhf.cli.train_sft', 40);
    const ids = launches(sft, command('openrlhf.cli.train_ppo_ray', 90), sft, sft).map(({ id }) => id);
    assert.deepEqual(ids, ['train_sft@40', 'train_ppo_ray@90', 'train_sft@40#2', 'train_sft@40#3']);
  });

  test('a module that does not exist is a launch without an entry point', () => {
    const [launch] = launches(command('openrlhf.cli.train_grpo', 3));
    assert.deepEqual(
      [launch?.entryPoint, launch?.module, launch?.id],
      [null, 'openrlhf.cli.train_grpo', 'openrlhf.cli.train_grpo@3'],
    );
  });

  test('a wrapper says so, and everything else is kept', () => {
    const wrapped = command('my.train_sft', 7);
    const [launch] = launches(wrapped);
    assert.deepEqual([launch?.entryPoint, launch?.wrapper], ['train_sft', true]);
    assert.equal(launch?.argv, wrapped.argv);
    assert.deepEqual(launch.moduleLocation, at(7));
    assert.equal('wrapper' in (launches(command('openrlhf.cli.train_sft', 7))[0] ?? {}), false);
  });
});
