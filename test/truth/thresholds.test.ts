import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogues, checkScript } from '../rules/pipeline.ts';
import { runAll, type Case } from './binding/program.ts';

/** The thresholds of the correction against argparse and the validation of the real program, in every release. */

const FLAG = '--algo.advantage.is_correction_threshold';
const LINES: readonly (readonly string[])[] = [
  [],
  [FLAG, '5.0'],
  [`${FLAG}=5.0`],
  [FLAG, '0.5', '5.0'],
  [FLAG, '0.5', '2.0', '5.0'],
  [FLAG, '1', '2', '3', '4'],
  [FLAG, '1', '2', '3', FLAG, '0.5', '5.0'],
  [FLAG, '0.5', '5.0', FLAG, '1', '2', '3'],
  [FLAG],
];

test('an error where the program stops, a note where one value becomes two', async () => {
  // What the program needs to get past its validation: a reward and an engine.
  const needed = ['--reward.remote_url', 'r.py', '--vllm.num_engines', '1', '--ref.num_gpus_per_node', '8'];
  const cases = catalogues.releases.flatMap((release) =>
    LINES.map((line): Case & { release: string } => ({
      release,
      tag: `v${release}`,
      entry: 'train_ppo_ray',
      argv: [...needed, ...line],
    })),
  );
  const runs = await runAll(cases);
  let stopped = 0;
  cases.forEach(({ release, argv }, index) => {
    const run = runs[index];
    const text = `python3 -m openrlhf.cli.train_ppo_ray ${argv.join(' ')}\n`;
    const { findings } = checkScript(text, { release });
    const errors = [...new Set(findings.filter(({ severity }) => severity === 'error').map(({ stage }) => stage))];
    const note = `${release}: ${argv.join(' ')}: ${JSON.stringify(run)}`;
    assert.deepEqual(errors, run?.ok ? [] : [run?.stage === 'argparse' ? 'S0' : 'S1'], note);
    const [low] = (run?.args?.['algo.advantage.is_correction_threshold'] ?? []) as readonly number[];
    const became = low === 0;
    assert.equal(
      findings.some(({ code }) => code === 'is-threshold-single'),
      became,
      note,
    );
    if (!run?.ok) stopped++;
  });
  console.log(
    `${cases.length} command lines of ${catalogues.releases.length} releases, ${stopped} stopped, 0 disagreements`,
  );
  assert.ok(stopped > 10);
});
