import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { RayHttp } from '../../client/src/ray/http.ts';
import { getJob } from '../../client/src/ray/jobs.ts';
import { planPackage } from '../../client/src/ray/packaging/plan.ts';
import { uploadPackage } from '../../client/src/ray/packaging/upload.ts';
import { whyWaiting } from '../../client/src/ray/waiting.ts';
import { pretendTrainingEnvironment } from '../../tools/pretendTraining/environment.ts';
import { startHead } from '../../tools/ray/head.ts';
import type { Head } from '../../tools/ray/head.ts';
import { runUnderBash } from '../../tools/try/launches.ts';
import { projectFolder } from '../../tools/project.ts';
import { connectTo, ended, logOf, shellQuoted, stopped, submitted, until } from './support/onHead.ts';
import type { RayRelease } from '../../tools/cache/ray.ts';
import { raysOfLevel } from './support/rays.ts';

const examples = path.join(projectFolder, 'examples');

for (const version of raysOfLevel()) {
  trainingOn(version);
}

function trainingOn(version: RayRelease): void {
  describe(`pretend training in real jobs, Ray ${version}`, { concurrency: 3 }, () => {
    let head: Head;
    let http: RayHttp;
    let ppo: readonly string[];
    let workingDir: string;

    before(async () => {
      const env = await pretendTrainingEnvironment({ ray: version, seconds: 4 });
      head = await startHead({ version, gpus: 8, cpus: 16, env });
      http = connectTo(head.address);
      const upload = await planPackage(examples);
      await uploadPackage(http, upload);
      workingDir = upload.uri;
      const [launch] = (await runUnderBash(path.join(examples, 'train_ppo.sh'))).launches;
      assert.ok(launch);
      assert.equal(launch.entryPoint, 'train_ppo_ray');
      ppo = launch.argv;
    });
    after(async () => {
      http.dispose();
      await head.stop();
    });

    /** Workers have the uploaded folder as theirs, so relative paths mean what they mean in the script. */
    const run = async (entryPoint: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}) => {
      const program = `exec python3 -m openrlhf.cli.${entryPoint} ${argv.map(shellQuoted).join(' ')}`;
      return submitted(http, program, { runtimeEnv: { working_dir: workingDir, env_vars: env } });
    };
    const replaced = (flag: string, value: string) => ppo.map((word, at) => (ppo[at - 1] === flag ? value : word));

    test('the PPO example trains to its end', { timeout: 300_000 }, async () => {
      const id = await run('train_ppo_ray', ppo);
      const job = await ended(http, id);
      const log = await logOf(http, id);
      assert.equal(job.status, 'succeeded', log);
      const steps = [...log.matchAll(/Global step (\d+): \{'policy_loss'/g)].map(([, step]) => Number(step));
      assert.ok(steps.length >= 2, log);
      assert.deepEqual(
        steps,
        steps.map((_, at) => at + 1),
      );
      for (const line of [
        prefixOf('PPOTrainer'),
        prefixOf('PolicyModelActor'),
        /Loading custom `reward_func\(queries, prompts, labels\)` from \.\/reward_func\.py/,
        /\rEpisode \[1\/1\]: +\d+%\|/,
        /\rTrain epoch \[1\/1\]: +\d+%\|.*act_loss=/,
        /Saved the model to \.\/runs\/grpo-/,
      ]) {
        assert.match(log, line);
      }
    });

    test('a flag that is not there fails as argparse says', { timeout: 120_000 }, async () => {
      const id = await run('train_ppo_ray', [...ppo, '--train.batchsize', '8']);
      const job = await ended(http, id);
      assert.equal(job.status, 'failed');
      assert.equal(job.exitCode, 2);
      assert.match(await logOf(http, id), /train_ppo_ray\.py: error: unrecognized arguments: --train\.batchsize 8/);
    });

    test('a failed check says what the real one says', { timeout: 120_000 }, async () => {
      const id = await run('train_ppo_ray', replaced('--rollout.n_samples_per_prompt', '1'));
      const job = await ended(http, id);
      assert.equal(job.status, 'failed');
      assert.match(await logOf(http, id), /AssertionError: group_norm requires n_samples_per_prompt > 1/);
    });

    test('a reward function that is not there ends the run', { timeout: 180_000 }, async () => {
      const id = await run('train_ppo_ray', replaced('--reward.remote_url', './no_such.py'));
      const job = await ended(http, id);
      assert.equal(job.status, 'failed');
      assert.match(await logOf(http, id), /No such file or directory: '.*no_such\.py'/);
    });

    test('sixteen GPUs of eight are waited for', { timeout: 180_000 }, async () => {
      const wide = ['--actor.num_gpus_per_node', '16', '--ref.num_gpus_per_node', '16', '--vllm.num_engines', '8'];
      const id = await run('train_ppo_ray', [...ppo, ...wide]);
      const reason = await until('the placement group', async () => {
        const found = await whyWaiting(http, await getJob(http, id));
        return found.kind === 'placement-group' ? found : undefined;
      });
      assert.equal(reason.neverFits, true);
      assert.deepEqual(reason.asked, { CPU: 16, GPU: 16 });
      assert.equal((await getJob(http, id)).status, 'running');
      assert.equal((await stopped(http, id)).status, 'stopped');
    });

    test('a stop saves a checkpoint', { timeout: 240_000 }, async () => {
      const env = { PRETEND_SECONDS: '200', RAY_JOB_STOP_WAIT_TIME_S: '30' };
      const id = await run('train_ppo_ray', ppo, env);
      await until('the training', async () =>
        (await logOf(http, id)).includes('Pretend training') ? true : undefined,
      );
      assert.equal((await stopped(http, id)).status, 'stopped');
      const log = await logOf(http, id);
      assert.match(log, /Received SIGTERM: saving a checkpoint before the end\./);
      assert.match(log, /Saved checkpoint global_step\d+ after SIGTERM\./);
    });

    for (const { entryPoint, argv, bar } of [
      { entryPoint: 'train_sft', argv: ['--data.input_key', 'prompt'], bar: 'gpt_loss' },
      { entryPoint: 'train_rm', argv: ['--data.chosen_key', 'prompt', '--data.rejected_key', 'answer'], bar: 'acc' },
      { entryPoint: 'train_dpo', argv: ['--data.chosen_key', 'prompt', '--data.rejected_key', 'answer'], bar: 'acc' },
    ]) {
      test(`${entryPoint} runs under the launcher`, { timeout: 180_000 }, async () => {
        const words = [
          ...['deepspeed', '--num_gpus', '8', '--module', `openrlhf.cli.${entryPoint}`],
          ...['--model.model_name_or_path', 'pretend/model', '--data.dataset', './data/prompts.jsonl'],
          ...['--train.batch_size', '128', '--train.micro_batch_size', '16', '--train.max_epochs', '1', ...argv],
        ];
        const runtimeEnv = { working_dir: workingDir };
        const id = await submitted(http, words.map(shellQuoted).join(' '), { runtimeEnv });
        const job = await ended(http, id);
        const log = await logOf(http, id);
        assert.equal(job.status, 'succeeded', log);
        assert.match(log, new RegExp(`\\rTrain step of epoch 0: 100%\\|.*${bar}=`));
        assert.match(log, /Saved the model to \.\/ckpt/);
      });
    }
  });
}

/** What Ray puts before a line of an actor, in colour. */
function prefixOf(actor: string): RegExp {
  const escape = '\u001b';
  return new RegExp(`${escape}\\[36m\\(${actor} pid=\\d+\\)${escape}\\[0m`);
}
