import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ServiceBench } from '../support/service.ts';

const bench = new ServiceBench();
const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';

describe('hover on a flag', () => {
  test('names it, its type and default, and says what it does', async () => {
    const text = await bench.hover(`${PPO} --actor.adam‸.lr 5e-7`);
    assert.match(text, /\*\*`--actor\.adam\.lr`\*\* · float · default 1e-6/);
    assert.match(text, /learning rate/i);
  });
  test('shows the value here and its line', async () => {
    assert.match(await bench.hover(`${PPO} \\\n  --actor.adam‸.lr 5e-7`), /\*\*Here\*\*: `5e-7`, from line 2/);
  });
  test('points at the line of the variable', async () => {
    assert.match(await bench.hover(`LR=5e-7\n\n${PPO} --actor.adam‸.lr $LR`), /\*\*Here\*\*: `5e-7`, from line 1/);
  });
  test('says that a value is not known', async () => {
    assert.match(await bench.hover(`${PPO} --actor.adam‸.lr "$1"`), /\*\*Here\*\*: not known before the script runs/);
  });
  test('names other entry points that have it', async () => {
    const text = await bench.hover(`${PPO} --ds.zero‸_stage 3`);
    assert.match(text, /Also in `train_sft`, `train_rm`, `train_dpo`/);
  });
  test('names the release that brought it', async () => {
    assert.match(await bench.hover(`${PPO} --algo.kl.unbiased‸_gradient`), /Since OpenRLHF 0\.11\.1/);
  });
  test('works where the flag is written in an array', async () => {
    assert.match(await bench.hover(`A=(--use‸_ms)\n${PPO} "\${A[@]}"`), /--use_ms/);
  });
});

describe('hover on a value', () => {
  test('explains an estimator by the names people use', async () => {
    assert.match(await bench.hover(`${PPO} --algo.advantage.estimator group‸_norm`), /GRPO/);
  });
  test('explains it in the variable it comes from', async () => {
    assert.match(await bench.hover(`E=group‸_norm\n${PPO} --algo.advantage.estimator $E`), /GRPO/);
  });
  test('and at the use of the variable', async () => {
    assert.match(await bench.hover(`E=group_norm\n${PPO} --algo.advantage.estimator $‸E`), /GRPO/);
  });
  test('explains it behind =', async () => {
    assert.match(await bench.hover(`${PPO} --algo.advantage.estimator=group‸_norm`), /GRPO/);
  });
});

test('hover on the module says what the entry point does', async () => {
  assert.match(await bench.hover('deepspeed --module openrlhf.cli.train‸_sft'), /Supervised fine-tuning/);
});

test('elsewhere there is none', async () => {
  assert.equal(await bench.hover(`ec‸ho hello\n${PPO} --use_ms`), '');
});
