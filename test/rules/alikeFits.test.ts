import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyFix, checkScript, type Options } from './pipeline.ts';

const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';
const STATED: Options = { release: '0.11.2' };

/** What the unknown flag of a launch may be changed to. */
function offered(argv: string): string[] {
  const text = `${PPO} ${argv}\n`;
  const [finding] = checkScript(text, STATED).findings.filter(({ code }) => code === 'unknown-flag');
  assert.ok(finding, argv);
  return finding.fixes.map((fix) => applyFix(text, fix).slice(PPO.length + 1, -1));
}

test('a flag with a value is not likened to a switch where another flag takes one', () => {
  assert.ok(offered('--eval_max_samples').includes('--ds.packing_samples'), 'it is alike');
  const mended = offered('--eval_max_samples 128');
  assert.ok(mended.includes('--data.max_samples 128'));
  assert.ok(!mended.includes('--ds.packing_samples 128'));
});

test('a flag without a value is likened to a switch where there is one', () => {
  const mended = offered('--use_kl_losses');
  assert.deepEqual(mended, ['--algo.kl.use_loss']);
});

test('where none fits, all that are alike are named', () => {
  assert.ok(offered('--train.max_epochz').includes('--train.max_epochs'));
  assert.ok(offered('--ds.packing_samplez').includes('--ds.packing_samples'));
});
