import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkScript, type Options } from './pipeline.ts';

const SFT = 'deepspeed --module openrlhf.cli.train_sft';
const STATED: Options = { release: '0.11.2' };

for (const value of ['True', 'true', '1', 'yes', 'on']) {
  for (const flag of ['--logger.wandb.key', '--use_wandb']) {
    const codes = (text: string): string[] =>
      checkScript(text, STATED)
        .findings.map(({ code }) => code)
        .filter((code) => code !== 'old-flat-flag');
    test(`${flag} ${value} is a switch, no key and no secret`, () => {
      assert.deepEqual(codes(`${SFT} ${flag} ${value}\n`), ['wandb-key']);
      assert.deepEqual(codes(`wandb login\n${SFT} ${flag} ${value}\n`), []);
    });
  }
}
