import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceBench } from '../support/service.ts';

const LAUNCH = 'python3 -m openrlhf.cli.train_sft --data.dataset d\n';

test('an assumed release is the newest, and said to be assumed', async () => {
  const bench = new ServiceBench();
  const status = await bench.service.status(bench.document(`\n${LAUNCH}`));
  assert.equal(status.release, status.releases.at(-1));
  assert.equal(status.releaseFrom, 'assumed');
  assert.deepEqual(status.launches, [{ entryPoint: 'train_sft', module: 'openrlhf.cli.train_sft', line: 1 }]);
});

test('a comment overrules the setting', async () => {
  const bench = new ServiceBench();
  bench.settings = { release: '0.11.1', rules: {} };
  const stated = await bench.service.status(bench.document(LAUNCH));
  assert.deepEqual([stated.release, stated.releaseFrom], ['0.11.1', 'setting']);
  const again = await bench.service.status(bench.document(`# openrlhf: release 0.10.2\n${LAUNCH}`));
  assert.deepEqual([again.release, again.releaseFrom], ['0.10.2', 'comment']);
});

test('a script of another shell says why nothing is judged', async () => {
  const bench = new ServiceBench();
  const status = await bench.service.status(bench.document(`#!/usr/bin/env fish\n${LAUNCH}`));
  assert.match(status.silentBecause ?? '', /fish/);
});
