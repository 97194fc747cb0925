import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { describe, test } from 'node:test';
import * as z from 'zod/mini';
import { ensureBuilt, root } from '../support/built.ts';
import { Folder } from '../support/folder.ts';
import { lint } from './lint.ts';

const GOOD = `import math

def reward_func(queries, prompts, labels):
    right = float(queries[0].endswith(labels[0]))
    return {"rewards": right, "scores": right, "extra_logs": {"length": math.sqrt(len(queries[0]))}}
`;
const ROWS = [
  { question: 'What is 1 + 1?', answer: '2' },
  { question: 'What is 3 + 4?', answer: '7' },
];
const launch = (...more: readonly string[]): string =>
  [
    'python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path m --reward.remote_url py/reward.py',
    '--data.prompt_dataset data/train.jsonl --data.input_key question --data.label_key answer',
    ...more,
  ].join(' \\\n  ');

const answerSchema = z.object({
  good: z.boolean(),
  ending: z.string(),
  folder: z.string(),
  executors: z.nullable(z.string()),
  problems: z.array(z.object({ rule: z.nullable(z.string()), severity: z.string(), samples: z.array(z.number()) })),
  samples: z.array(z.object({ prompt: z.string(), label: z.string(), query: z.nullable(z.string()) })),
  filtering: z.object({
    on: z.boolean(),
    bounds: z.array(z.number()),
    groups: z.array(z.object({ mean: z.nullable(z.number()), kept: z.boolean() })),
  }),
  stdout: z.object({ text: z.string(), bytes: z.number() }),
});

async function tried(folder: Folder, words: readonly string[]) {
  const { code, out, err } = await lint(folder, ['try', ...words, '--format', 'json', '--timeout', '120']);
  assert.ok(out !== '', err);
  const json: unknown = JSON.parse(out);
  return { code, err, answer: answerSchema.parse(json) };
}

describe('openrlhf-lint try', () => {
  test('a good file: 0, and a page for people', async () => {
    using folder = new Folder({ 'reward.py': GOOD });
    const { code, out, err } = await lint(folder, [
      'try',
      'reward.py',
      '--prompt',
      'Q',
      '--label',
      'A',
      '--timeout',
      '120',
    ]);
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^reward\.py: reward function\n/);
    assert.match(out, /query {4}QA\n {2}reward {3}1\.0\n {2}score {4}1\.0\n/);
    assert.match(out, /prompt 1 kept: mean score 0\.5\n/);
    assert.match(out, /✔ 2 samples, no problem\.\n$/);
  });
  test('a bad one: 1, with its line', async () => {
    using folder = new Folder({ 'reward.py': GOOD.replace('labels[0]', 'labels[1]') });
    const { code, out } = await lint(folder, ['try', 'reward.py', '--timeout', '120']);
    assert.equal(code, 1);
    assert.match(out, /^reward\.py:4: error: IndexError: .*\(sample 1, 2\)$/m);
  });
  test('responses are samples of a prompt, or turns of an agent', async () => {
    const agent = `from openrlhf.utils.agent import AgentExecutorBase
class AgentExecutor(AgentExecutorBase):
    async def execute(self, prompt, label, sampling_params, max_length, hf_tokenizer, llm_engine, images=None):
        tokens = hf_tokenizer.encode(prompt)
        for _ in range(2):
            output = (await llm_engine.generate(tokens, sampling_params)).outputs[0]
            tokens = tokens + output.token_ids
        return {"prompt": prompt, "label": label, "observation_tokens": tokens, "action_ranges": [(1, len(tokens))],
                "rollout_log_probs": None, "reward": 1.0}
`;
    using folder = new Folder({ 'reward.py': GOOD, 'agent.py': agent });
    const words = ['--prompt', 'Q', '--response', 'x', '--response', 'y'];
    const reward = await tried(folder, ['reward.py', ...words]);
    assert.deepEqual(
      reward.answer.samples.map(({ query }) => query),
      ['Qx', 'Qy'],
    );
    const { answer, code } = await tried(folder, ['agent.py', ...words]);
    assert.deepEqual(
      answer.samples.map(({ query }) => query),
      ['Qxy'],
    );
    assert.equal(code, 0);
  });
  test('a launch: its folder, its data, its keys and its filtering', async () => {
    using folder = new Folder({
      'py/reward.py': GOOD,
      'data/train.jsonl': ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''),
      'train.sh': launch(
        '--data.input_template "Q: {}"',
        '--algo.dynamic_filtering_enable',
        '--algo.dynamic_filtering_range 0.2 0.4',
      ),
    });
    const { code, err, answer } = await tried(folder, ['py/reward.py', '--launch', 'train.sh', '--rows', '2']);
    // Scores of 0 and 1 are outside of these bounds.
    assert.deepEqual([code, err], [1, '']);
    assert.deepEqual(
      answer.problems.map(({ rule, samples }) => [rule, samples]),
      [['rf-scores-range', [0, 1, 2, 3]]],
    );
    assert.equal(answer.folder, folder.path);
    assert.deepEqual(
      answer.samples.map(({ prompt, label }) => [prompt, label]),
      [
        ['Q: What is 1 + 1?', '2'],
        ['Q: What is 1 + 1?', '2'],
        ['Q: What is 3 + 4?', '7'],
        ['Q: What is 3 + 4?', '7'],
      ],
    );
    assert.deepEqual([answer.filtering.on, answer.filtering.bounds], [true, [0.2, 0.4]]);
    assert.deepEqual(answer.filtering.groups, [
      { mean: 0.5, kept: false },
      { mean: 0.5, kept: false },
    ]);
  });
  test('a data set that is elsewhere: a sample of ours, and a word on it', async () => {
    using folder = new Folder({ 'py/reward.py': GOOD, 'train.sh': launch() });
    const { code, err, answer } = await tried(folder, ['py/reward.py', '--launch', 'train.sh']);
    assert.equal(code, 0);
    assert.match(err, /^openrlhf-lint: data\/train\.jsonl is no local/);
    assert.equal(answer.samples[0]?.prompt, 'What is 2 + 2?');
  });
  const ASKS = `import os
import judge

def reward_func(queries, prompts, labels):
    print(os.environ["JUDGE_URL"], os.environ.get("TAG"), os.environ.get("HF_TOKEN"))
    return {"rewards": judge.reward(os.environ["JUDGE_URL"]), "extra_logs": {"token": float(len(os.environ["HF_TOKEN"]))}}
`;
  const JUDGE = 'def reward(url):\n    return float(url == "http://judge:8000")\n';
  const SECRET = 'hf_abcdefghijklmnopqrstuvwxyz012345';
  const submitted = (json: string): string =>
    `ray job submit --runtime-env-json ${json} -- python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path m --reward.remote_url py/reward.py`;
  for (const [what, script] of [
    [
      'variables of the script',
      `export JUDGE_URL=http://judge:8000 HF_TOKEN=${SECRET}\nexport PYTHONPATH=$PWD/lib:$PYTHONPATH\nTAG=$(date) ${launch()}`,
    ],
    [
      'a runtime environment',
      submitted(
        `'{"env_vars": {"HOST": "judge", "JUDGE_URL": "http://\${HOST}:8000", "HF_TOKEN": "${SECRET}", "PYTHONPATH": "lib"}}'`,
      ),
    ],
    [
      'a runtime environment with variables of the script in it',
      `export HF_TOKEN=\${HF_TOKEN:-${SECRET}}\n${submitted(`'{"env_vars": {"JUDGE_URL": "http://judge:8000", "HF_TOKEN": "'"$HF_TOKEN"'", "PYTHONPATH": "'"$PWD"'/lib"}}'`)}`,
    ],
    ['the file of a runtime environment', submitted('x').replace('--runtime-env-json x', '--runtime-env job/env.yaml')],
  ] as const) {
    test(`the environment of a launch: ${what}; secrets are used and not shown`, async () => {
      using folder = new Folder({
        'py/reward.py': ASKS,
        'lib/judge.py': JUDGE,
        'train.sh': script,
        'job/env.yaml': `env_vars:\n  JUDGE_URL: http://judge:8000\n  HF_TOKEN: ${SECRET}\n  PYTHONPATH: lib\n`,
      });
      const words = ['try', 'py/reward.py', '--launch', 'train.sh', '--timeout', '120'];
      for (const format of ['text', 'json']) {
        const { code, out } = await lint(folder, [...words, '--response', 'x', '--format', format]);
        assert.equal(code, 0, out);
        assert.match(out, /http:\/\/judge:8000 None \*\*\*/);
        assert.ok(!out.includes(SECRET), out);
        assert.match(out, /"number": 35|token=35/);
        assert.match(out, /HF_TOKEN/);
      }
    });
  }
  test('a variable that is known only when the script runs is told, and not set', async () => {
    using folder = new Folder({ 'py/reward.py': GOOD, 'train.sh': `export TAG=$(date +%s)\n${launch()}` });
    const { out } = await lint(folder, ['try', 'py/reward.py', '--launch', 'train.sh', '--timeout', '120']);
    assert.match(out, /^variables of the launch that are known only when it runs, not set here: TAG$/m);
  });
  test('a file of samples: what the model says, by sample; several samples of each prompt', async () => {
    const rows = [
      { prompt: 'Q', label: 'a', responses: ['a', 'b'] },
      { prompt: 'R', response: 'c' },
      { prompt: [{ role: 'user', content: 'S' }], label: 'd' },
    ];
    using folder = new Folder({
      'reward.py': GOOD,
      's.jsonl': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      's.json': JSON.stringify(rows),
      's.csv': 'prompt,label,response\r\nQ,a,a\r\n',
      'bad.jsonl': '{"prompt": "Q"}\n{"prompt": "Q", "responses": [1]}\n',
      'other.jsonl': '{"question": "Q"}\n',
      'text.jsonl': '"Q"\n',
    });
    const chat = '<|im_start|>user\nS<|im_end|>\n<|im_start|>assistant\n';
    for (const name of ['s.jsonl', 's.json']) {
      const { answer } = await tried(folder, ['reward.py', '--samples', name]);
      assert.deepEqual(
        answer.samples.map(({ query }) => query),
        ['Qa', 'Qb', 'Rc', `${chat}d`, `${chat}I do not know.`],
      );
    }
    const several = await tried(folder, ['reward.py', '--samples', 's.jsonl', '--rows', '2', '--n-samples', '3']);
    assert.deepEqual(
      several.answer.samples.map(({ query }) => query),
      ['Qa', 'Qb', 'Qa', 'Rc', 'Rc', 'Rc'],
    );
    assert.equal(several.answer.filtering.groups.length, 2);
    const csv = await tried(folder, ['reward.py', '--samples', 's.csv']);
    assert.deepEqual([csv.code, csv.answer.samples.map(({ query }) => query)], [0, ['Qa']]);
    for (const [name, message] of [
      ['bad.jsonl', /cannot be read: row 2: responses is \[1\]; it has to be a list of texts\./],
      ['other.jsonl', /cannot be read: its rows have no 'prompt'; they have question\./],
      ['text.jsonl', /cannot be read: row 1 is 'Q', no object\./],
    ] as const) {
      const { code, out } = await lint(folder, ['try', 'reward.py', '--samples', name, '--timeout', '120']);
      assert.equal(code, 2);
      assert.match(out, message);
    }
  });
  test('episodes of an agent: responses that are lists are turns', async () => {
    const agent = `from openrlhf.utils.agent import AgentInstanceBase, MultiTurnAgentExecutor
class One(float):
    dtype = "float32"
    item = lambda self: float(self)
    tolist = item
class AgentInstance(AgentInstanceBase):
    def __init__(self):
        self.turn = 0
    async def step(self, states):
        self.turn += 1
        return {"rewards": One(0.5), "environment_feedback": "-", "done": self.turn == 2}
class AgentExecutor(MultiTurnAgentExecutor):
    def __init__(self):
        super().__init__(AgentInstance)
`;
    using folder = new Folder({
      'agent.py': agent,
      's.jsonl': '{"prompt": "Q", "responses": [["a", "b"], ["c", "d"]]}\n{"prompt": "R", "responses": ["e", "f"]}\n',
    });
    const { answer } = await tried(folder, ['agent.py', '--samples', 's.jsonl', '--n-samples', '2']);
    assert.deepEqual(
      answer.samples.map(({ query }) => query),
      ['Qa-b', 'Qc-d', 'Re-f', 'Re-f'],
    );
  });
  for (const [what, words, message] of [
    ['no such file of samples', ['reward.py', '--samples', 'none.jsonl'], /--samples none\.jsonl: is no \.jsonl/],
    ['no such file', ['none.py'], /^openrlhf-lint: none\.py: /],
    ['neither kind', ['other.py'], /^openrlhf-lint: other\.py: has neither reward_func nor AgentExecutor/],
    ['no such Python', ['reward.py', '--python', './no/python'], /--python \.\/no\/python: there is no such Python/],
    ['no such script', ['reward.py', '--launch', 'none.sh'], /^openrlhf-lint: none\.sh: /],
    ['a script that does not name it', ['reward.py', '--launch', 'other.sh'], /no launch in it names reward\.py/],
  ] as const) {
    test(`${what}: 2, and why`, async () => {
      using folder = new Folder({ 'reward.py': GOOD, 'other.py': 'x = 1\n', 'other.sh': launch() });
      const { code, out, err } = await lint(folder, ['try', ...words]);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, message);
    });
  }
});

for (const [name, signal] of [
  ['Ctrl+C', 'SIGINT'],
  ['a crash of the program itself', 'SIGKILL'],
] as const) {
  test(`${name} leaves nothing running`, async () => {
    await ensureBuilt();
    using folder = new Folder({
      'reward.py': `import sys, time\ndef reward_func(q, p, l):\n    open("started", "w").close()\n    time.sleep(1000)\n`,
    });
    const child = spawn(process.execPath, [`${root}/dist/openrlhf-lint.cjs`, 'try', 'reward.py'], { cwd: folder.path });
    const exit = once(child, 'exit');
    const deadline = Date.now() + 60_000;
    while (!readdirSync(folder.path).includes('started')) {
      assert.ok(Date.now() < deadline, 'it has not begun');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    child.kill(signal);
    await exit;
    while (processesIn(folder.path).length > 0) {
      assert.ok(Date.now() < deadline, 'something still runs');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    assert.equal(signal === 'SIGKILL' ? child.signalCode : child.exitCode, signal === 'SIGKILL' ? 'SIGKILL' : 1);
  });
}

/** Processes whose working directory is a folder. */
function processesIn(folder: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  });
}
