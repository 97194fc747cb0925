import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import type { LaunchPlan, LaunchSummary } from '../../server/src/features/launchPlan/model.ts';
import { ServiceBench } from '../support/service.ts';

/** The words of plans are compared with real bash in `test/truth/launchPlan.test.ts`. */

const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';

async function summaries(text: string): Promise<LaunchSummary[]> {
  const bench = new ServiceBench();
  return bench.service.launches(bench.document(text));
}

/** The plan of a script's launch, the last where there are several. */
async function plan(
  text: string,
  answers: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<LaunchPlan> {
  const bench = new ServiceBench(files);
  const document = bench.document(text);
  const last = (await bench.service.launches(document)).at(-1);
  assert.ok(last, 'no launch');
  const found = await bench.service.launchPlan(document, last.id, answers);
  assert.ok(found, 'no plan');
  return found;
}

/** Questions as lines: key, text, kind, what they belong to. */
function asked({ questions }: LaunchPlan): string[] {
  return questions.map(({ key, text, kind, of }) => `${key} | ${text} | ${kind} | ${of ?? ''}`);
}

describe('summaries', () => {
  test('of each launch in the order of execution, with the values of its loops', async () => {
    const found = await summaries(
      `for LR in 1e-6 5e-7; do\n  ${PPO} --actor.model_name_or_path Qwen/Qwen3-4B \\\n    --actor.adam.lr $LR\ndone\ndeepspeed --module openrlhf.cli.train_sft --model.model_name_or_path $M\n`,
    );
    assert.deepEqual(
      found.map(({ entryPoint, model, wrapper, startLine, endLine, loop }) => [
        entryPoint,
        model,
        wrapper,
        startLine,
        endLine,
        loop,
      ]),
      [
        ['train_ppo_ray', 'Qwen/Qwen3-4B', 'python', 1, 2, ['1e-6']],
        ['train_ppo_ray', 'Qwen/Qwen3-4B', 'python', 1, 2, ['5e-7']],
        ['train_sft', null, 'deepspeed', 4, 4, []],
      ],
    );
    assert.equal(new Set(found.map(({ id }) => id)).size, 3);
  });

  const wrappers: readonly (readonly [command: string, wrapper: LaunchSummary['wrapper']])[] = [
    [`ray job submit -- ${PPO}`, 'ray job submit'],
    [`ray job submit -- bash -c "${PPO}"`, 'ray job submit'],
    ['torchrun --nproc_per_node 8 -m openrlhf.cli.train_sft', 'torchrun'],
    ['python -m torch.distributed.run -m openrlhf.cli.train_sft', 'torchrun'],
    ['accelerate launch -m openrlhf.cli.train_dpo', 'accelerate'],
    [`nohup ${PPO}`, 'python'],
    ['$RUN -m openrlhf.cli.train_sft', 'other'],
  ];
  for (const [command, wrapper] of wrappers) {
    test(command, async () => {
      const [first] = await summaries(`${command}\n`);
      assert.equal(first?.wrapper, wrapper);
    });
  }
});

describe('what the cluster shall run', () => {
  const cases: readonly (readonly [script: string, wanted: string])[] = [
    [`${PPO} --train.seed 3`, `${PPO} --train.seed 3`],
    [`A=1 nohup env B=2 ${PPO} --train.seed 3 > log 2>&1 &`, `${PPO} --train.seed 3`],
    [`srun -N 1 --ntasks 1 ${PPO} --train.seed 3`, `${PPO} --train.seed 3`],
    [`ray job submit --address http://a:8265 -- ${PPO} --train.seed 3`, `${PPO} --train.seed 3`],
    [`ray job submit -- env A=1 ${PPO} --train.seed 3`, `env A=1 ${PPO} --train.seed 3`],
    [`ray job submit -- bash -c "cd x && ${PPO} --train.seed 3"`, `bash -c cd x && ${PPO} --train.seed 3`],
    [
      'deepspeed --include localhost:0 --module openrlhf.cli.train_sft --train.seed 3',
      'deepspeed --include localhost:0 --module openrlhf.cli.train_sft --train.seed 3',
    ],
    ['timeout 60 python openrlhf/cli/train_sft.py', 'timeout 60 python openrlhf/cli/train_sft.py'],
  ];
  for (const [script, wanted] of cases) {
    test(script, async () => {
      const { argv, questions } = await plan(`${script}\n`);
      assert.equal(argv?.join(' '), wanted);
      assert.deepEqual(questions, []);
    });
  }
});

describe('questions', () => {
  test('a variable is asked for once, with what the script would take', async () => {
    const script = `MODEL=\${MODEL:-Qwen/Qwen3-4B}\n${PPO} --actor.model_name_or_path $MODEL --ckpt.output_dir "out/$MODEL"\n`;
    const open = await plan(script);
    assert.deepEqual(asked(open), ['variable MODEL | $MODEL | text | --actor.model_name_or_path']);
    assert.equal(open.questions[0]?.suggestion, 'Qwen/Qwen3-4B');
    assert.equal(open.argv, null);
    assert.deepEqual(open.shown.slice(3), [
      '--actor.model_name_or_path',
      '$MODEL',
      '--ckpt.output_dir',
      'out/${MODEL:-Qwen/Qwen3-4B}',
    ]);
    const { argv, questions, summary } = await plan(script, { 'variable MODEL': 'm' });
    assert.deepEqual(argv?.slice(3), ['--actor.model_name_or_path', 'm', '--ckpt.output_dir', 'out/m']);
    assert.deepEqual(questions, []);
    assert.equal(summary.model, 'm');
  });

  test('a part of a word is asked for by itself', async () => {
    const script = `${PPO} --ckpt.output_dir "$ROOT/$(date +%s)/x"\n`;
    const open = await plan(script);
    assert.deepEqual(
      open.questions.map(({ text, why }) => [text, why]),
      [
        ['$ROOT', 'It depends on the variable ROOT, which the script does not set.'],
        ['$(date +%s)', 'It depends on what a command prints.'],
      ],
    );
    const [root, date] = open.questions;
    const { argv } = await plan(script, { [root?.key ?? '']: '/r', [date?.key ?? '']: '17' });
    assert.equal(argv?.at(-1), '/r/17/x');
  });

  test('what the script makes of a variable follows from its answer, as in bash', async () => {
    const script = `MODEL=\${MODEL:-Qwen/Qwen3-4B}
if [[ $MODEL == */*-4B ]]; then SIZE=(--small); else SIZE=(--large "\${#MODEL}"); fi
\${KEY:+true} : ; EXTRA=\${MODEL:+--given}
python3 -m openrlhf.cli.train_sft --a "\${MODEL}" --b "runs/\${MODEL##*/}" --c \${MODEL,,} "\${SIZE[@]}" \${EXTRA}
`;
    for (const model of ['org/big-70B', 'org/small-4B', 'plain', '']) {
      const { argv, questions } = await plan(script, { 'variable MODEL': model });
      assert.deepEqual(questions, []);
      const bash = spawnSync('bash', ['-c', `python3() { printf '%s\\n' "$@"; }\n${script}`], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], MODEL: model },
      });
      assert.deepEqual(argv?.slice(1), bash.stdout.trimEnd().split('\n'), bash.stderr);
    }
  });

  test('a way of a condition that is chosen stays, whatever is answered after it', async () => {
    const script = `if [ -n "$A" ]; then X=(--x "$A"); fi\nif [ -n "$B" ]; then Y=(--y); fi\n${PPO} "\${X[@]}" "\${Y[@]}"\n`;
    const before = await plan(script);
    const [first, second] = before.questions.map(({ key }) => key);
    assert.ok(first !== undefined && second !== undefined);
    const { argv } = await plan(script, { [first]: '0', [second]: '0', 'variable A': 'a' });
    assert.deepEqual(argv?.slice(3), ['--x', 'a', '--y']);
  });

  test('any number of words are typed as in bash', async () => {
    const script = `${PPO} --train.seed 3 "$@"\n`;
    const [question] = (await plan(script)).questions;
    assert.deepEqual([question?.kind, question?.text], ['words', '$@']);
    const key = question?.key ?? '';
    const { argv } = await plan(script, { [key]: `--data.input_template 'a "b"' --use_ms` });
    assert.deepEqual(argv?.slice(5), ['--data.input_template', 'a "b"', '--use_ms']);
    assert.deepEqual((await plan(script, { [key]: '' })).argv?.slice(3), ['--train.seed', '3']);
    // A quote that is not closed is no answer.
    assert.equal((await plan(script, { [key]: "'" })).argv, null);
  });

  test('a condition is asked for once, and what its words hold once it is decided', async () => {
    const script = `A=""\nB=""\nif [ -n "$KEY" ]; then A="--logger.wandb.key $KEY"; B="--logger.wandb.project p"; fi\n${PPO} $A --train.seed 3 $B\n`;
    const open = await plan(script);
    assert.equal(open.questions.length, 1);
    const [branch] = open.questions;
    assert.equal(branch?.kind, 'branch');
    const without = branch.choices?.indexOf('') ?? -1;
    assert.ok(without >= 0);
    const { argv } = await plan(script, { [branch.key]: String(without) });
    assert.deepEqual(argv?.slice(3), ['--train.seed', '3']);
    const taken = await plan(script, { [branch.key]: String(1 - without) });
    assert.equal(taken.argv, null);
    assert.deepEqual(
      taken.questions.map(({ of }) => of),
      ['--logger.wandb.key'],
    );
    // No such way is no answer.
    assert.equal((await plan(script, { [branch.key]: '7' })).argv, null);
  });

  test('exported variables that are not known hold up nothing', async () => {
    const { argv, questions, env } = await plan(`export A B=1\n${PPO} --train.seed 3\n`);
    assert.ok(argv);
    assert.deepEqual(
      questions.map(({ key, text, of }) => [key, text, of]),
      [['variable A', '$A', 'env A']],
    );
    assert.deepEqual(
      env.map(({ name, value }) => [name, value]),
      [
        ['A', null],
        ['B', '1'],
      ],
    );
  });

  test('two exported variables have two answers', async () => {
    const { env } = await plan(`export A B\n${PPO}\n`, { 'variable A': '1', 'variable B': '2' });
    assert.deepEqual(
      env.map(({ name, value }) => [name, value]),
      [
        ['A', '1'],
        ['B', '2'],
      ],
    );
  });

  test('a variable that the script assigns twice has a question at each place', async () => {
    const { questions } = await plan(`X=$A\nONE=$X\nX=$B\n${PPO} --train.seed "$ONE" --data.max_len "$X"\n`);
    assert.equal(new Set(questions.map(({ key }) => key)).size, 2);
  });
});

describe('environment and folder', () => {
  test('what the script gives, and whether it is a secret', async () => {
    const { env } = await plan(`export HF_TOKEN=abc NCCL_DEBUG=INFO\nCUDA_VISIBLE_DEVICES=0 env X=1 ${PPO}\n`);
    assert.deepEqual(
      env.map(({ name, value, secret, from }) => [name, value, secret, from]),
      [
        ['HF_TOKEN', 'abc', true, 'export'],
        ['NCCL_DEBUG', 'INFO', false, 'export'],
        ['CUDA_VISIBLE_DEVICES', '0', false, 'prefix'],
        ['X', '1', false, 'prefix'],
      ],
    );
  });

  test('behind ray job submit the variables of the script do not reach the program', async () => {
    const { env, submit } = await plan(
      `export A=1 RAY_ADDRESS=http://b:1\nray job submit --address http://a:1 -- ${PPO}\n`,
    );
    assert.deepEqual(env, []);
    // Ray lets the variable win.
    assert.equal(submit?.address, 'http://b:1');
  });

  const folders: readonly (readonly [lines: string, folder: string | null])[] = [
    ['', null],
    ['cd sub', 'file:///work/sub'],
    ['cd "$(dirname "$0")/.."', 'file:///'],
    ['cd /elsewhere', null],
    ['if [ "$X" ]; then cd sub; fi', null],
    ['(cd sub)', null],
  ];
  for (const [lines, folder] of folders) {
    test(`the folder after: ${lines}`, async () => {
      const found = await plan(`${lines}\n${PPO}\n`);
      assert.equal(found.folder, folder);
    });
  }
});

describe('the options of ray job submit', () => {
  test('as Ray reads them', async () => {
    const { submit } = await plan(
      `ray job submit --working-dir . --runtime-env-json='{"working_dir": "/x", "env_vars": {"A": "1"}}' --no-wait \\
        --submission-id s1 --metadata-json '{"k": "v"}' --entrypoint-num-cpus 2 --entrypoint-num-gpus 0.5 --entrypoint-memory 100 \\
        --entrypoint-resources '{"r": 1}' --headers '{"h": "x"}' --verify False --address http://a:8265 -- ${PPO}\n`,
    );
    assert.deepEqual(submit, {
      address: 'http://a:8265',
      submissionId: 's1',
      workingDir: '.',
      runtimeEnv: { env_vars: { A: '1' } },
      metadata: { k: 'v' },
      entrypointNumCpus: 2,
      entrypointNumGpus: 0.5,
      entrypointMemory: 100,
      entrypointResources: { r: 1 },
      entrypointLabelSelector: {},
      noWait: true,
      headers: { h: 'x' },
      verify: false,
    });
  });

  test('none, for a launch of its own', async () => {
    assert.equal((await plan(`${PPO}\n`)).submit, null);
  });

  test('--runtime-env is a YAML file, read from where the script stands', async () => {
    const files = { 'file:///work/env.yaml': 'working_dir: src\nenv_vars:\n  A: "1"\n' };
    const { submit } = await plan(`ray job submit --runtime-env env.yaml -- ${PPO}\n`, {}, files);
    assert.deepEqual(
      [submit?.workingDir, submit?.runtimeEnv, submit?.problem],
      ['src', { env_vars: { A: '1' } }, undefined],
    );
    const unread = await plan(`ray job submit --runtime-env other.yaml -- ${PPO}\n`, {}, files);
    assert.equal(
      unread.submit?.problem,
      'The file other.yaml of --runtime-env could not be read as an object in YAML.',
    );
  });

  test('what is not known is asked for, a part of JSON too', async () => {
    const script = `ray job submit --address $ADDRESS --runtime-env-json '{"env_vars": {"K": "'"$KEY"'"}}' -- ${PPO}\n`;
    const open = await plan(script);
    assert.deepEqual(
      open.questions.map(({ text, of }) => [text, of]),
      [
        ['$ADDRESS', '--address'],
        ['$KEY', '--runtime-env-json'],
      ],
    );
    const { submit } = await plan(script, { 'variable ADDRESS': 'http://a:1', 'variable KEY': 'k' });
    assert.deepEqual([submit?.address, submit?.runtimeEnv], ['http://a:1', { env_vars: { K: 'k' } }]);
  });
});

describe('findings and demand are of the answered launch', () => {
  const script = `${PPO} --actor.model_name_or_path m --reward.remote_url r.py --vllm.num_engines "$N" --algo.advantage.estimator rloo\n`;

  test('an answer that argparse refuses is a finding', async () => {
    const codes = async (n: string) =>
      (await plan(script, { 'variable N': n })).findings
        .filter(({ severity }) => severity === 'error')
        .map(({ code }) => code);
    assert.deepEqual(await codes('two'), ['int-literal']);
    assert.deepEqual(await codes('2'), []);
  });

  test('the demand is known once the answers are', async () => {
    assert.deepEqual((await plan(script)).demand, { kind: 'unknown', flags: ['--vllm.num_engines'] });
    const { demand } = await plan(script, { 'variable N': '2' });
    assert.equal(demand.kind === 'known' ? demand.gpus : demand.kind, 8 + 8 + 2);
  });

  test('findings of other launches of the script are not among them', async () => {
    const { findings } = await plan(`${PPO} --no.such 1\n${PPO} --reward.remote_url r.py --vllm.num_engines 1\n`);
    assert.deepEqual(
      findings.filter(({ severity }) => severity === 'error'),
      [],
    );
  });

  test('where a condition decides on the GPUs, the flag is named', async () => {
    const { demand } = await plan(
      `A=""\nif [ "$X" ]; then A="--train.colocate_all"; fi\n${PPO} --actor.model_name_or_path m --reward.remote_url r.py --vllm.num_engines 8 $A\n`,
    );
    assert.deepEqual(demand, { kind: 'unknown', flags: ['--train.colocate_all'] });
  });
});

test('files that the program opens by their paths', async () => {
  const { files } = await plan(
    `${PPO} --reward.remote_url examples/reward.py --train.agent_func_path ./agent.py --data.prompt_dataset ./a.jsonl,org/set \\
      --actor.model_name_or_path ../model --critic.model_name_or_path org/model --eval.dataset eval.parquet\n`,
  );
  assert.deepEqual(
    files.map(({ flag, path, role }) => `${flag} ${path} ${role}`),
    [
      '--reward.remote_url examples/reward.py reward function',
      '--train.agent_func_path ./agent.py agent',
      '--data.prompt_dataset ./a.jsonl dataset',
      '--actor.model_name_or_path ../model model',
      '--eval.dataset eval.parquet dataset',
    ],
  );
  const remote = await plan(`${PPO} --reward.remote_url http://a:1/x.py,http://b:2 --actor.model_name_or_path org/m\n`);
  assert.deepEqual(remote.files, []);
});

test('a launch that is not there any more has no plan', async () => {
  const bench = new ServiceBench();
  assert.equal(await bench.service.launchPlan(bench.document(`${PPO}\n`), 'train_sft@1'), null);
});

describe('code lenses', () => {
  const lenses = async (text: string, codeLens = true) => {
    const bench = new ServiceBench();
    bench.settings = { ...bench.settings, codeLens };
    const found = await bench.service.codeLenses(bench.document(text), { launch: 'run' });
    return found.map(({ range, command }) => [range.start.line, command?.command, command?.arguments]);
  };

  test('one over each command of the document, whatever runs it how often', async () => {
    const script = `for i in 1 2; do\n  ${PPO}\ndone\n\n${PPO}\n`;
    const [first, , third] = await summaries(script);
    assert.deepEqual(await lenses(script), [
      [1, 'run', [{ uri: 'file:///work/train.sh', id: first?.id }]],
      [4, 'run', [{ uri: 'file:///work/train.sh', id: third?.id }]],
    ]);
  });

  test('none where they are switched off, or for a module that no release has', async () => {
    assert.deepEqual(await lenses(`${PPO}\n`, false), []);
    assert.deepEqual(await lenses('python3 -m openrlhf.cli.train_nothing\n'), []);
  });
});
