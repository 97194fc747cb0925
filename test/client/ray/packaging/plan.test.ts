import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { nameBiggest } from '../../../../client/src/ray/packaging/biggest.ts';
import { locate } from '../../../../client/src/ray/packaging/location.ts';
import { PackagingError } from '../../../../client/src/ray/packaging/packagingError.ts';
import { planPackage, whyIgnored } from '../../../../client/src/ray/packaging/plan.ts';
import { prepareRuntimeEnv } from '../../../../client/src/ray/packaging/runtimeEnv.ts';
import { rulesFromEnvironment } from '../../../../client/src/ray/packaging/rules.ts';
import { centralDirectory } from '../../../../client/src/ray/packaging/zipFormat.ts';
import { Folder } from '../../../support/folder.ts';
import { unzipped } from '../../../support/unzipped.ts';

async function refusal(made: Promise<unknown>): Promise<PackagingError> {
  const error: unknown = await made.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PackagingError, String(error));
  return error;
}

test('what is uploaded, what is left out, and why', async () => {
  using folder = new Folder({
    'train.py': 'x',
    'Train.py': 'y',
    'src/reward.py': 'z',
    'src/old/a.py': 'z',
    '.gitignore': 'reward.py\n',
    '.rayignore': '\nold/\n',
    'venv/a': 'z',
  });
  const plan = await planPackage(folder.path);
  assert.deepEqual(
    plan.files.map(({ path }) => path),
    ['.gitignore', '.rayignore', 'Train.py', 'train.py'],
  );
  assert.deepEqual(whyIgnored(plan.ignored, 'src/reward.py'), {
    path: 'src/reward.py',
    source: '.gitignore:1',
    pattern: 'reward.py',
  });
  assert.equal(whyIgnored(plan.ignored, 'venv/a')?.source, 'excludes');
  assert.equal(whyIgnored(plan.ignored, 'train.py'), undefined);
  const all = await planPackage(folder.path, {
    rules: rulesFromEnvironment({
      RAY_RUNTIME_ENV_IGNORE_GITIGNORE: '1',
      RAY_OVERRIDE_RUNTIME_ENV_DEFAULT_EXCLUDES: '',
    }),
  });
  assert.ok(['src/reward.py', 'venv/a'].every((name) => all.files.some(({ path }) => path === name)));
});

test('no pattern leaves out the folder itself, and an empty package is refused with the pattern', async () => {
  using folder = new Folder({ 'a.py': 'x', '.env': 'y' });
  const plan = await planPackage(folder.path, { excludes: ['.*'] });
  assert.deepEqual(
    plan.files.map(({ path }) => path),
    ['a.py'],
  );
  const error = await refusal(planPackage(folder.path, { excludes: ['*'] }));
  assert.equal(error.kind, 'empty');
  assert.match(error.message, /excluded by "\*" \(excludes\)/);
  mkdirSync(folder.at('nothing'));
  assert.match((await refusal(planPackage(folder.at('nothing')))).message, /it holds no files/);
});

test('101 MiB that cannot be compressed are refused, the biggest named', async () => {
  using folder = new Folder({ 'train.py': 'x' });
  const part = randomBytes(8 * 1024 * 1024);
  for (let at = 0; at < 12; at++) folder.write({ [`ckpt/step/${at}.bin`]: part });
  folder.write({ 'data/train.jsonl': randomBytes(5 * 1024 * 1024) });
  const error = await refusal(planPackage(folder.path));
  assert.equal(error.kind, 'too-large');
  assert.match(error.message, /takes 100 MiB\. Biggest: ckpt\/step\/ \(96 MiB\), data\/train\.jsonl \(5 MiB\)/);
  assert.equal(nameBiggest(error.biggest.slice(0, 1)), 'ckpt/step/ (96 MiB)');
});

test('exactly 100 MiB pass, one byte more is refused', async () => {
  // What a stored entry of this name and the end record take besides its content.
  const around = 30 + 46 + 2 * 'model.bin'.length + 22;
  const limit = 100 * 1024 * 1024;
  using folder = new Folder({ 'model.bin': randomBytes(limit - around) });
  const plan = await planPackage(folder.path);
  assert.equal(plan.size, limit);
  assert.equal((await buffer(plan.open())).length, limit);
  appendFileSync(folder.at('model.bin'), 'x');
  assert.equal((await refusal(planPackage(folder.path))).kind, 'too-large');
});

test('gigabytes are refused before they are read', async () => {
  using folder = new Folder({ 'model.bin': '' });
  truncateSync(folder.at('model.bin'), 3 * 1024 ** 3);
  assert.match((await refusal(planPackage(folder.path))).message, /model\.bin \(3 GiB\)/);
});

test('200 MiB that compress well pass', async () => {
  using folder = new Folder({ 'zeros.bin': '' });
  truncateSync(folder.at('zeros.bin'), 200 * 1024 ** 2);
  const plan = await planPackage(folder.path);
  assert.ok(plan.size < 2 * 1024 ** 2);
  assert.equal(unzipped(await buffer(plan.open()))[0]?.content.length, 200 * 1024 ** 2);
});

test('a file that cannot be read is named', async () => {
  using folder = new Folder({ 'a.py': 'x' });
  // Reading it at 0 fails for everybody, root too.
  symlinkSync('/proc/self/mem', folder.at('secret.bin'));
  const error = await refusal(planPackage(folder.path));
  assert.equal(error.kind, 'unreadable');
  assert.match(error.message, /secret\.bin cannot be read: /);
});

test('a caller that has given up', async () => {
  using folder = new Folder({ 'a.py': 'x' });
  assert.equal((await refusal(planPackage(folder.path, { signal: AbortSignal.abort() }))).kind, 'cancelled');
});

test('paths and URIs, by platform', () => {
  assert.deepEqual(locate('src', '/home/me', 'linux'), { kind: 'path', path: '/home/me/src' });
  assert.deepEqual(locate('.\\src', 'C:\\me', 'win32'), { kind: 'path', path: 'C:\\me\\src' });
  assert.deepEqual(locate('D:\\code', 'C:\\me', 'win32'), { kind: 'path', path: 'D:\\code' });
  assert.deepEqual(locate('S3://b/x.zip', '/', 'linux'), { kind: 'uri', scheme: 's3' });
  assert.deepEqual(locate('hdfs://b/x.zip', '/', 'linux'), { kind: 'unknown-scheme', scheme: 'hdfs' });
});

test('values of a runtime environment that cannot be made ready', async () => {
  using folder = new Folder();
  const options = { base: folder.path, rayVersion: '2.55.0' };
  const message = async (env: Record<string, unknown>): Promise<string> =>
    (await refusal(prepareRuntimeEnv(env, options))).message;
  assert.match(await message({ working_dir: '/openrlhf' }), /cd \/openrlhf &&/);
  assert.match(
    await message({ working_dir: 'local:///openrlhf' }),
    /Ray 2\.55\.0 does not know local:\/\/.*cd \/openrlhf &&/,
  );
  assert.match(await message({ working_dir: 5 }), /“working_dir”.*has to be text, not 5/);
  assert.match(await message({ py_modules: 'src' }), /“py_modules”.*a list/);
  assert.match(await message({ pip: 'requirements.txt' }), /requirements\.txt, which is not a file/);
  const kept = { working_dir: 'local:///x', pip: ['a'], env_vars: { A: '1' } };
  const { runtimeEnv, packages } = await prepareRuntimeEnv(kept, { ...options, rayVersion: '2.60.0' });
  assert.deepEqual([runtimeEnv, packages], [kept, []]);
});

test('more entries than the old end record can count have the one of zip64', () => {
  const none = { mode: 0, crc: 0, size: 0, packedSize: 0, deflated: false, offset: 0 };
  const bytes = centralDirectory(
    Array.from({ length: 70_000 }, (_, at) => ({ ...none, name: String(at) })),
    0,
  );
  const record = bytes.subarray(-98);
  assert.equal(record.readUInt32LE(0), 0x06064b50);
  assert.equal(record.readBigUInt64LE(32), 70_000n);
  assert.equal(bytes.readUInt16LE(bytes.length - 12), 0xffff);
});
