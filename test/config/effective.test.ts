import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effectiveConfig } from '../../server/src/config/effective.ts';
import type { Effective } from '../../server/src/config/model.ts';
import { bind } from '../../server/src/launch/bind.ts';
import { spec } from '../launch/specs.ts';
import { sketch } from '../launch/words.ts';

/** What the values are where all are known is compared with the real program in `test/truth/gpuDemand.test.ts`. */

function valueOf(line: string, dest: string, entryPoint = 'train_ppo_ray'): Effective | undefined {
  return effectiveConfig(entryPoint, bind(spec(entryPoint), sketch(line))).get(dest);
}

/** An entry as a line of text: its value and where it comes from, or the flags that it hangs on. */
function told(line: string, dest: string): string {
  const entry = valueOf(line, dest);
  if (entry === undefined) return 'nothing';
  if (!entry.known) return `? ${entry.flags.join(' ')}${entry.truth === undefined ? '' : ` (${String(entry.truth)})`}`;
  const by = entry.origin.kind === 'forced' ? ` by ${entry.origin.by.join(' ')}` : '';
  return `${JSON.stringify(entry.value.value)} ${entry.origin.kind}${by}`;
}

describe('where a value comes from', () => {
  const cases: readonly (readonly [line: string, dest: string, wanted: string])[] = [
    ['--actor.num_nodes 2', 'actor.num_nodes', '2 given'],
    ['', 'actor.num_nodes', '1 default'],
    [
      '--algo.advantage.estimator rloo --critic.model_name_or_path c',
      'critic.model_name_or_path',
      'null forced by algo.advantage.estimator',
    ],
    ['--critic.model_name_or_path c', 'critic.model_name_or_path', '"c" given'],
    ['--vllm.enable_sleep --train.colocate_all', 'vllm.enable_sleep', 'true given'],
    ['--vllm.enable_sleep', 'vllm.enable_sleep', 'false forced by train.colocate_all'],
    ['--ds.packing_samples', 'ds.packing_samples', 'true given'],
  ];
  for (const [line, dest, wanted] of cases) {
    test(`${dest} of "${line}"`, () => {
      const entry = told(line, dest);
      assert.equal(entry, wanted);
    });
  }
});

describe('what hangs on a value that is not known stays unknown and names its flag', () => {
  const cases: readonly (readonly [line: string, dest: string, wanted: string])[] = [
    // A text that is not known may be empty.
    ['--train.agent_func_path ?', 'reward.remote_url', '? train.agent_func_path'],
    // Either way there is a remote reward.
    ['--train.agent_func_path ? --reward.remote_url r.py', 'reward.remote_url', '? train.agent_func_path (true)'],
    [
      '--actor.model_name_or_path m --reward.remote_url r.py --algo.advantage.estimator ?',
      'critic.model_name_or_path',
      '? algo.advantage.estimator',
    ],
    [
      '--algo.advantage.estimator ? --critic.model_name_or_path c',
      'critic.model_name_or_path',
      '? algo.advantage.estimator',
    ],
    // Without GAE there is none, whatever is given.
    [
      '--algo.advantage.estimator rloo --critic.model_name_or_path ?',
      'critic.model_name_or_path',
      'null forced by algo.advantage.estimator',
    ],
    ['--actor.model_name_or_path m --reward.remote_url ?', 'critic.model_name_or_path', '? reward.remote_url'],
    // Without a model of its own, and without that of the actor, it has none anyway.
    ['--reward.remote_url r.py --algo.advantage.estimator ?', 'critic.model_name_or_path', 'null default'],
    ['--ds.ring_attn_size ?', 'ds.packing_samples', '? ds.ring_attn_size'],
    ['--ds.ring_attn_size ? --ds.packing_samples', 'ds.packing_samples', 'true given'],
    ['--actor.num_nodes ?', 'actor.num_nodes', '? actor.num_nodes'],
  ];
  for (const [line, dest, wanted] of cases) {
    test(`${dest} of "${line}"`, () => {
      const entry = told(line, dest);
      assert.equal(entry, wanted);
    });
  }
});

test('an entry point without such a check keeps what argparse leaves', () => {
  assert.deepEqual(valueOf('--micro_batch_size 3', 'micro_batch_size', 'serve_rm'), undefined);
  const entry = valueOf('--data.max_len 7', 'data.max_len', 'train_sft');
  assert.equal(entry?.known === true && entry.value.value, 7);
});
