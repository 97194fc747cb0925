import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ScriptStatus } from '../../server/src/features/status.ts';
import type { FolderSettings } from '../../server/src/settings.ts';
import { ServiceBench } from '../support/service.ts';

const LAUNCH = 'python3 -m openrlhf.cli.train_sft --data.dataset d\n';

async function statusOf(
  text: string,
  settings: Partial<FolderSettings> = {},
  bench = new ServiceBench(),
): Promise<ScriptStatus> {
  bench.settings = { ...bench.settings, ...settings };
  return bench.service.status(bench.document(text));
}

describe('the release', () => {
  test('that is assumed is the newest, and said to be assumed', async () => {
    const status = await statusOf(LAUNCH);
    assert.equal(status.release, status.releases.at(-1));
    assert.equal(status.releaseFrom, 'assumed');
  });
  test('of the setting holds', async () => {
    const { release, releaseFrom, releaseAsked } = await statusOf(LAUNCH, { release: '0.11.1' });
    assert.deepEqual([release, releaseFrom, releaseAsked], ['0.11.1', 'setting', undefined]);
  });
  test('of a comment overrules the setting', async () => {
    const { release, releaseFrom } = await statusOf(`# openrlhf: release 0.10.2\n${LAUNCH}`, { release: '0.11.1' });
    assert.deepEqual([release, releaseFrom], ['0.10.2', 'comment']);
  });
  test('that another one stands for is named too', async () => {
    const { release, releaseAsked } = await statusOf(LAUNCH, { release: '0.11.3.dev1' });
    assert.deepEqual([release, releaseAsked], ['0.11.2', '0.11.3.dev1']);
  });
  test('that is none is told, and the next statement holds', async () => {
    const { release, releaseFrom, releaseUnusable } = await statusOf(`# openrlhf: release newest\n${LAUNCH}`, {
      release: '0.11.0',
    });
    assert.deepEqual([release, releaseFrom], ['0.11.0', 'setting']);
    assert.deepEqual(releaseUnusable, [{ from: 'comment', text: 'newest' }]);
  });
});

describe('launches', () => {
  test('come with their lines', async () => {
    const { launches } = await statusOf(`\n${LAUNCH}\npython3 -m openrlhf.cli.train_nothing\n`);
    assert.deepEqual(launches, [
      { entryPoint: 'train_sft', module: 'openrlhf.cli.train_sft', line: 1 },
      { entryPoint: null, module: 'openrlhf.cli.train_nothing', line: 3 },
    ]);
  });
  test('of a sourced file have no line here', async () => {
    const bench = new ServiceBench({ 'file:///work/common.sh': LAUNCH });
    const { launches } = await statusOf('source common.sh\n', {}, bench);
    assert.deepEqual(launches, [{ entryPoint: 'train_sft', module: 'openrlhf.cli.train_sft', line: null }]);
  });
  test('are none where nothing is launched, and that is no reason for silence', async () => {
    const { launches, silentBecause } = await statusOf('echo hello\n');
    assert.deepEqual([launches, silentBecause], [[], null]);
  });
});

describe('silence has a reason', () => {
  for (const shell of ['fish', 'zsh']) {
    test(`in ${shell}`, async () => {
      const { launches, silentBecause } = await statusOf(`#!/usr/bin/env ${shell}\n${LAUNCH}`);
      assert.deepEqual(launches, []);
      assert.match(silentBecause ?? '', new RegExp(shell));
    });
  }
  test('in a file that is too large', async () => {
    const bench = new ServiceBench({}, { maxLength: 100 });
    const long = LAUNCH + '#'.repeat(100);
    assert.match((await statusOf(long, {}, bench)).silentBecause ?? '', /more than 100 characters/);
    assert.deepEqual(await bench.diagnose(`${LAUNCH}--no_such${'#'.repeat(100)}`), []);
    assert.deepEqual((await bench.complete(`${LAUNCH.trim()} --‸\n${'#'.repeat(100)}`)).items, []);
    assert.equal(await bench.hover(`python3 -m openrlhf.cli.tr‸ain_sft\n${'#'.repeat(100)}`), '');
    assert.equal((await statusOf(LAUNCH, {}, bench)).silentBecause, null);
  });
});
