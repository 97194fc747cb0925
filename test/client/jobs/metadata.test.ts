import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { originMetadata, originOf, shortModel } from '../../../client/src/jobs/metadata.ts';
import { nearest } from '../../../client/src/jobs/nearestLaunch.ts';
import type { LaunchSummary } from '../../../server/src/lsp/protocol.ts';
import { jobLike } from '../support/jobs.ts';

describe('where a job came from', () => {
  test('what is written into metadata is read back, as text', () => {
    const origin = {
      script: 'file:///w/run.sh',
      line: 12,
      entryPoint: 'train_ppo_ray',
      model: 'Qwen/Qwen3-4B',
      release: '0.11.2',
      version: '0.1.0',
    };
    const metadata = originMetadata(origin);
    assert.ok(
      Object.entries(metadata).every(([name, value]) => name.startsWith('openrlhf.') && typeof value === 'string'),
    );
    assert.deepEqual(originOf(jobLike({ metadata, entrypoint: 'x' })), origin);
  });

  test('what is not known is left out', () => {
    assert.deepEqual(originMetadata({ script: null, entryPoint: '', model: 'm' }), { 'openrlhf.model': 'm' });
  });

  for (const [entrypoint, entryPoint, model] of [
    [
      'python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path Qwen/Qwen3-4B',
      'train_ppo_ray',
      'Qwen/Qwen3-4B',
    ],
    ['cd /x && deepspeed --module openrlhf.cli.train_sft --model.model_name_or_path="/m/a b"', 'train_sft', '/m/a b'],
    [
      'python /openrlhf/openrlhf/cli/train_dpo.py --model.model_name_or_path a --model.model_name_or_path b',
      'train_dpo',
      'b',
    ],
    ['python3 -m openrlhf.cli.train_ppo_ray --pretrain meta/llama', 'train_ppo_ray', 'meta/llama'],
    ['python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path --x', 'train_ppo_ray', null],
    ['sleep 10', null, null],
  ] as const) {
    test(`read from a command: ${entrypoint}`, () => {
      const origin = originOf(jobLike({ entrypoint }));
      assert.deepEqual([origin.entryPoint, origin.model, origin.script], [entryPoint, model, null]);
    });
  }

  test('metadata of others with such a line is no line', () => {
    for (const line of ['0', '-1', 'x', '1.5', '']) {
      assert.equal(originOf(jobLike({ metadata: { 'openrlhf.line': line } })).line, null);
    }
  });

  test('the short name of a model', () => {
    assert.deepEqual(['Qwen/Qwen3-4B', '/data/m/qwen/', 'qwen', '/'].map(shortModel), ['Qwen3-4B', 'qwen', 'qwen', '']);
  });
});

test('the launch that a job most likely came from: the same entry point first, then the nearest line', () => {
  const launch = (id: string, entryPoint: string, startLine: number): LaunchSummary => ({
    ...{ id, entryPoint, module: '', model: null, uri: '', startLine, endLine: startLine },
    ...{ wrapper: 'python', conditional: false, loop: [] },
  });
  const all = [launch('sft', 'train_sft', 9), launch('early', 'train_ppo_ray', 2), launch('late', 'train_ppo_ray', 30)];
  assert.equal(nearest(all, { line: 10, entryPoint: 'train_ppo_ray' })?.id, 'early');
  assert.equal(nearest(all, { line: 28, entryPoint: 'train_ppo_ray' })?.id, 'late');
  assert.equal(nearest(all, { line: 10, entryPoint: 'train_rm' })?.id, 'sft');
  assert.equal(nearest([], { line: 10, entryPoint: null }), undefined);
});
