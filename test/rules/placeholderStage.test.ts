import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkScript, type Options } from './pipeline.ts';

const SFT = 'deepspeed --module openrlhf.cli.train_sft';
const STATED: Options = { release: '0.11.2' };

function told(argv: string): (readonly [string, string, string | null])[] {
  return checkScript(`${SFT} ${argv}\n`, STATED).findings.map(({ code, severity, stage }) => [code, severity, stage]);
}

test('a placeholder among the flags stops argparse', () => {
  assert.deepEqual(told('--train.seed 1 ...'), [['placeholder-value', 'error', 'S0']]);
  assert.deepEqual(told('... --train.seed 1'), [['placeholder-value', 'error', 'S0']]);
});

test('a placeholder that a flag takes does not', () => {
  assert.deepEqual(told('--data.dataset /path/to/data'), [['placeholder-value', 'warning', null]]);
});
