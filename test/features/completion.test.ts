import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ServiceBench } from '../support/service.ts';

const bench = new ServiceBench({
  'file:///work/reward_func.py': '',
  'file:///work/rewards/math.py': '',
});

const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';

describe('accepting a flag gives exactly the right text', () => {
  const flag = '--actor.adam.lr';
  const cases: readonly (readonly [string, string, string])[] = [
    ['after two dashes', `${PPO} --‸`, `${PPO} ${flag}`],
    ['after one dash', `${PPO} -‸`, `${PPO} ${flag}`],
    ['after a section', `${PPO} --actor.‸`, `${PPO} ${flag}`],
    ['in the middle of a word', `${PPO} --actor.ad‸am.beta`, `${PPO} ${flag}`],
    ['with a value behind', `${PPO} --act‸ 1e-6`, `${PPO} ${flag} 1e-6`],
    ['on a continued line', `${PPO} \\\n  --act‸ \\\n  --use_ms`, `${PPO} \\\n  ${flag} \\\n  --use_ms`],
    ['in an array', `A=(\n  --act‸\n)\n${PPO} "\${A[@]}"`, `A=(\n  ${flag}\n)\n${PPO} "\${A[@]}"`],
    ['in an array not closed yet', `A=(\n  --act‸\n${PPO} "\${A[@]}"`, `A=(\n  ${flag}\n${PPO} "\${A[@]}"`],
    ['in quotes', `${PPO} "--act‸"`, `${PPO} "${flag}"`],
    ['in a string that is a command', `bash -c "${PPO} --act‸"`, `bash -c "${PPO} ${flag}"`],
    ['in a string not closed yet', `bash -c "${PPO} --act‸\nx=1\n`, `bash -c "${PPO} ${flag}\nx=1\n`],
    [
      'in a heredoc',
      `read -r -d '' cmd <<EOF\nopenrlhf.cli.train_ppo_ray --act‸ \\\n  --use_ms\nEOF\npython3 -m $cmd`,
      `read -r -d '' cmd <<EOF\nopenrlhf.cli.train_ppo_ray ${flag} \\\n  --use_ms\nEOF\npython3 -m $cmd`,
    ],
    ['through a function', `run() { ${PPO} "$@"; }\nrun --act‸`, `run() { ${PPO} "$@"; }\nrun ${flag}`],
    ['behind ray', `ray job submit -- ${PPO} --act‸`, `ray job submit -- ${PPO} ${flag}`],
  ];
  for (const [name, before, after] of cases) {
    test(name, async () => assert.equal(await bench.accept(before, flag), after));
  }
});

describe('accepting a value', () => {
  const cases: readonly (readonly [string, string, string, string])[] = [
    [
      'behind a space',
      `${PPO} --algo.advantage.estimator ‸`,
      'group_norm',
      `${PPO} --algo.advantage.estimator group_norm`,
    ],
    [
      'half typed',
      `${PPO} --algo.advantage.estimator gr‸`,
      'group_norm',
      `${PPO} --algo.advantage.estimator group_norm`,
    ],
    ['behind =', `${PPO} --algo.advantage.estimator=‸`, 'rloo', `${PPO} --algo.advantage.estimator=rloo`],
    ['over another', `${PPO} --algo.advantage.estimator=g‸ae`, 'rloo', `${PPO} --algo.advantage.estimator=rloo`],
    [
      'in a variable',
      `E=g‸\n${PPO} --algo.advantage.estimator $E`,
      'gae',
      `E=gae\n${PPO} --algo.advantage.estimator $E`,
    ],
    ['a file', `${PPO} --reward.remote_url re‸`, 'reward_func.py', `${PPO} --reward.remote_url reward_func.py`],
    [
      'a file in a folder',
      `${PPO} --reward.remote_url rewards/‸`,
      'math.py',
      `${PPO} --reward.remote_url rewards/math.py`,
    ],
    ['a module', 'python3 -m openrlhf.cli.‸', 'openrlhf.cli.train_sft', 'python3 -m openrlhf.cli.train_sft'],
    [
      'a module for deepspeed',
      'deepspeed --module openrlhf.cli.tr‸',
      'openrlhf.cli.train_rm',
      'deepspeed --module openrlhf.cli.train_rm',
    ],
  ];
  for (const [name, before, label, after] of cases) {
    test(name, async () => assert.equal(await bench.accept(before, label), after));
  }
});

test('flags come in the order of the parser, those already given last', async () => {
  const { items } = await bench.complete(`${PPO} --ref.num_nodes 1 --‸`);
  const labels = [...items]
    .sort((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1))
    .map(({ label }) => label);
  assert.equal(labels[0], '--ref.num_gpus_per_node');
  assert.equal(labels.at(-1), '--ref.num_nodes');
});

test('a flag item says type, default and what the flag does', async () => {
  const { items } = await bench.complete(`${PPO} --‸`);
  const item = items.find(({ label }) => label === '--actor.adam.lr');
  assert.ok(item);
  assert.equal(item.detail, 'float · default 1e-6');
  const resolved = bench.service.resolveCompletion(item);
  assert.match(JSON.stringify(resolved.documentation), /learning rate/i);
});

test('a choice can be found by the name people use', async () => {
  const { items } = await bench.complete(`${PPO} --algo.advantage.estimator ‸`);
  const item = items.find(({ label }) => label === 'group_norm');
  assert.match(item?.filterText ?? '', /GRPO/);
});

describe('nothing is offered', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['outside of a launch', `echo --‸\n${PPO}`],
    ['in a comment', `${PPO} --use_ms # --‸`],
    ['in the launch of another program', 'python3 -m molt.cli.train_rl_ray --‸'],
  ];
  for (const [name, marked] of cases) {
    test(name, async () => assert.deepEqual((await bench.complete(marked)).items, []));
  }
  test('after a space that nobody asked at', async () => {
    assert.deepEqual((await bench.complete(`${PPO} --use_ms ‸`, true)).items, []);
  });
  test('for the value of a switch', async () => {
    const { items } = await bench.complete(`${PPO} --use_ms ‸`);
    assert.ok(items.every(({ label }) => label.startsWith('--')));
  });
});
