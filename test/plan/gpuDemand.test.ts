import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effectiveConfig } from '../../server/src/config/effective.ts';
import { bind } from '../../server/src/launch/bind.ts';
import { gpuDemand } from '../../server/src/plan/gpuDemand.ts';
import type { GpuDemand } from '../../server/src/plan/model.ts';
import { spec } from '../launch/specs.ts';
import { sketch } from '../launch/words.ts';

/** The numbers themselves are compared with the real `train()` in `test/truth/gpuDemand.test.ts`. */

function demand(line: string): GpuDemand {
  return gpuDemand('train_ppo_ray', effectiveConfig('train_ppo_ray', bind(spec('train_ppo_ray'), sketch(line))));
}

test('the defaults ask for three models of eight GPUs and an engine, with one CPU more', () => {
  const found = demand('--actor.model_name_or_path m --reward.remote_url r.py --vllm.num_engines 1');
  assert.deepEqual(found.kind === 'known' ? [found.gpus, found.cpus] : found, [25, 26]);
});

test('a group of no bundles is refused by Ray', () => {
  const found = demand('--train.colocate_all --algo.kl.init_coef 0 --actor.num_nodes 0');
  assert.deepEqual(found.kind === 'fails' && found.failure, { exception: 'ValueError', what: 'empty group' });
});

describe('what is not known is named, and what does not matter is not asked for', () => {
  const cases: readonly (readonly [line: string, wanted: readonly string[] | 'known'])[] = [
    ['--reward.remote_url r.py --actor.num_nodes ?', ['--actor.num_nodes']],
    ['--reward.remote_url ? --vllm.num_engines ?', ['--reward.remote_url', '--vllm.num_engines']],
    ['--reward.remote_url r.py --reward.num_nodes ?', 'known'],
    ['--reward.remote_url r.py --algo.kl.init_coef 0 --ref.num_nodes ?', 'known'],
    ['--reward.remote_url r.py --algo.advantage.estimator rloo --critic.num_nodes ?', 'known'],
    ['--reward.remote_url r.py --train.agent_func_path ?', 'known'],
    ['--reward.remote_url r.py --data.prompt_dataset ? --actor.adam.lr ?', 'known'],
    ['--train.agent_func_path ?', ['--train.agent_func_path']],
  ];
  for (const [line, wanted] of cases) {
    test(line, () => {
      const found = demand(line);
      assert.deepEqual(found.kind === 'unknown' ? found.flags : found.kind, wanted);
    });
  }
});

test('other entry points ask Ray for nothing', () => {
  const config = effectiveConfig('train_sft', bind(spec('train_sft'), []));
  assert.deepEqual(gpuDemand('train_sft', config), { kind: 'none' });
  assert.deepEqual(gpuDemand(null, config), { kind: 'none' });
});
