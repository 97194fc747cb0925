import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LaunchModel } from '../../../server/src/features/launchModel/model.ts';
import { corpusTexts } from '../../support/corpus.ts';
import { byLevel } from '../../support/level.ts';
import { SCRIPT, ServiceBench } from '../../support/service.ts';

async function modelOf(text: string, bench = new ServiceBench()): Promise<LaunchModel> {
  const model = await bench.service.launchModel(bench.document(text));
  assert.ok(model);
  return model;
}

/** The rows of a section's table, as cells without the padding. */
function rowsOf({ text }: LaunchModel, section: string): string[][] {
  const start = text.indexOf(`### ${section}\n`);
  if (start < 0) return [];
  const end = text.indexOf('\n#', start + 4);
  const lines = text.slice(start, end < 0 ? undefined : end).split('\n');
  const rows = lines.filter((line) => line.startsWith('| ')).map((line) => line.slice(2, -2).split(/ +\| /));
  return rows.slice(1).map((row) => row.map((cell) => cell.trim()));
}

const PPO = `#!/bin/bash
# openrlhf: release 0.11.2
LR=1e-6
ray job submit --working-dir ./job -- python3 -m openrlhf.cli.train_ppo_ray \\
  --actor.adam.lr $LR --train.agent_func_path agent.py --actor.num_gpus_per_node 4 \\
  --data.prompt_dataset "$DATA" "$@"
`;

describe('a launch', () => {
  test('says what starts it, where it runs and what it asks Ray for', async () => {
    const { text } = await modelOf(PPO);
    assert.match(text, /^\*\*OpenRLHF 0\.11\.2\*\*: The comment in this file states it\.$/m);
    assert.match(text, /^## 1\. train_ppo_ray, line 4$/m);
    assert.match(text, /`ray job submit` \(line 4\) → `python3 -m openrlhf\.cli\.train_ppo_ray` \(line 4\)/);
    assert.match(text, /\*\*Working folder\*\*: `\.\/job`, which Ray copies/);
    assert.match(
      text,
      /\*\*Asks Ray for\*\*: not known, since it depends on/,
      'words are unknown that may be any flags',
    );
  });

  test('has its words with places, and why one is not known', async () => {
    const rows = rowsOf(await modelOf(PPO), 'Arguments, word by word');
    assert.deepEqual(
      rows.map(([word, where]) => [word, where]),
      [
        ['`--actor.adam.lr`', 'line 5'],
        ['`1e-6`', 'line 3'],
        ['`--train.agent_func_path`', 'line 5'],
        ['`agent.py`', 'line 5'],
        ['`--actor.num_gpus_per_node`', 'line 5'],
        ['`4`', 'line 5'],
        ['`--data.prompt_dataset`', 'line 6'],
        ['`$DATA`', 'line 6'],
        ['`$@`', 'line 6'],
      ],
    );
    assert.match(rows[7]?.[2] ?? '', /variable DATA/);
    assert.match(rows[8]?.[2] ?? '', /^Any number of words\./);
  });

  test('has values by where they come from', async () => {
    const model = await modelOf(PPO.replace(' "$@"', ''));
    const given = rowsOf(model, 'Values given here');
    assert.deepEqual(
      given.find(([flag]) => flag === '`--actor.adam.lr`'),
      ['`--actor.adam.lr`', '`1e-6`', 'line 3'],
    );
    // `train_ppo_ray.py`, 0.11.2: `if args.train.agent_func_path: args.reward.remote_url = "agent"`, then split at commas.
    const forced = rowsOf(model, 'Values that OpenRLHF puts in their place');
    assert.deepEqual(forced.find(([flag]) => flag === '`--reward.remote_url`')?.[1], '`agent`');
    const unknown = rowsOf(model, 'Values that are not known before the script runs');
    assert.deepEqual(
      unknown.map(([flag]) => flag),
      // The name of a run is that of the time at which it starts.
      ['`--data.prompt_dataset`', '`--logger.wandb.run_name`'],
    );
    assert.ok(
      rowsOf(model, 'Defaults').some(([flag, value]) => flag === '`--algo.kl.init_coef`' && value === '`0.01`'),
    );
  });

  test('that argparse refuses has its finding, and no values', async () => {
    const { text } = await modelOf('python3 -m openrlhf.cli.train_sft --no_such 1\n');
    assert.match(text, /error `unknown-flag`, line 1: .*--no_such/);
    assert.match(text, /argparse refuses this launch/);
  });

  test('tells ways of a condition apart', async () => {
    const text =
      'if [ "$A" ]; then X=(--model.attn a); else X=(); fi\ndeepspeed --module openrlhf.cli.train_sft "${X[@]}"\n';
    const rows = rowsOf(await modelOf(text), 'Arguments, word by word');
    assert.deepEqual(
      rows.map(([word, , note]) => [word, note]),
      [
        ['`--model.attn`', 'Way 1 of 2 of a condition'],
        ['`a`', 'Way 1 of 2 of a condition'],
        ['nothing', 'Way 2 of 2 of a condition'],
      ],
    );
  });
});

test('a script without a launch says why', async () => {
  const { text } = await modelOf('echo hello\n');
  assert.match(text, /No launch of OpenRLHF is found in this file\./);
  assert.match(text, /No command here starts a module of OpenRLHF\./);
});

test('places of sourced files are named with the file, and lead there', async () => {
  const bench = new ServiceBench({ 'file:///work/lib.sh': '\nLR=5e-7\n' });
  const model = await modelOf('source lib.sh\ndeepspeed --module openrlhf.cli.train_sft --adam.lr $LR\n', bench);
  const rows = rowsOf(model, 'Arguments, word by word');
  assert.deepEqual(rows[1]?.slice(0, 2), ['`5e-7`', 'line 2 of lib.sh']);
  const link = model.links.find(({ uri }) => uri === 'file:///work/lib.sh');
  assert.deepEqual(link?.target, { line: 1, character: 3 });
});

describe('secrets', () => {
  const KEY = '0123456789abcdef0123456789abcdef01234567';
  const cases: Readonly<Record<string, string>> = {
    'behind a flag': `python3 -m openrlhf.cli.train_ppo_ray --logger.wandb.key ${KEY}`,
    'in a flag': `python3 -m openrlhf.cli.train_ppo_ray --logger.wandb.key=${KEY}`,
    'in a variable': `export WANDB_API_KEY=${KEY}\npython3 -m openrlhf.cli.train_ppo_ray --logger.wandb.key $WANDB_API_KEY`,
    'in the runtime environment': `ray job submit --runtime-env-json='{"env_vars": {"WANDB_API_KEY": "${KEY}"}}' -- python3 -m openrlhf.cli.train_ppo_ray`,
    'before the command': `HF_TOKEN=hf_${KEY} deepspeed --module openrlhf.cli.train_sft`,
    'in another word too': `python3 -m openrlhf.cli.train_ppo_ray --logger.wandb.key ${KEY} --ckpt.path /tmp/${KEY}`,
    'of a flag that there is not': `python3 -m openrlhf.cli.train_ppo_ray --hub_token ${KEY} --api_key ${KEY}`,
    'in a branch': `if [ $A ]; then X="--logger.wandb.key ${KEY}"; fi\npython3 -m openrlhf.cli.train_ppo_ray $X`,
    'in a string that is run': `ray job submit -- bash -c "python3 -m openrlhf.cli.train_ppo_ray --logger.wandb.key ${KEY}"`,
  };
  for (const [name, text] of Object.entries(cases)) {
    test(`${name} are not shown`, async () => {
      const bench = new ServiceBench();
      const model = await modelOf(`${text}\n`, bench);
      assert.match(model.text, /^## 1\. /m, 'the launch is found');
      assert.ok(!model.text.includes(KEY), model.text);
      const status = await bench.service.status(bench.document(`${text}\n`));
      assert.ok(!JSON.stringify(status).includes(KEY));
    });
  }
});

test('every link of the corpus stands on text that names the line it leads to', async () => {
  let links = 0;
  let launches = 0;
  const step = byLevel({ fast: 8, default: 2, full: 1 });
  for (const text of corpusTexts().filter((_, index) => index % step === 0)) {
    const bench = new ServiceBench();
    const document = bench.document(text);
    const analysis = await bench.service.analysis(document);
    const model = await bench.service.launchModel(document);
    assert.ok(model);
    const lines = model.text.split('\n');
    assert.equal(lines.filter((line) => /^## \d+\. /.test(line)).length, analysis.launches.length);
    launches += analysis.launches.length;
    for (const { line, start, end, uri, target } of model.links) {
      assert.equal(uri, SCRIPT);
      assert.equal(lines[line]?.slice(start, end), `line ${target.line + 1}`);
      assert.ok(target.line < document.lines.lineCount);
      links++;
    }
  }
  assert.ok(launches > 20 && links > 200, `${launches} launches, ${links} links`);
  console.log(`${launches} launches of the corpus, ${links} links`);
});
