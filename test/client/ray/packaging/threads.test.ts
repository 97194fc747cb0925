import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { before, test } from 'node:test';
import { PackagingError } from '../../../../client/src/ray/packaging/packagingError.ts';
import { planPackage } from '../../../../client/src/ray/packaging/plan.ts';
import { dist, ensureBuilt } from '../../../support/built.ts';
import { Folder } from '../../../support/folder.ts';
import { unzipped } from '../../../support/unzipped.ts';

const worker = join(dist, 'pack-worker.cjs');

before(ensureBuilt);

/** So many that threads pack them, of all sizes around the limits: nothing, stored, deflated, grown by DEFLATE, in chunks. */
function manyFiles(): Folder {
  const folder = new Folder();
  for (let at = 0; at < 900; at++) {
    const length = [0, 1, 511, 512, 513, 5_000, 70_000][at % 7] ?? 0;
    const content = at % 3 === 0 ? randomBytes(length) : Buffer.alloc(length, `line ${at}\n`);
    folder.write({ [`part ${at % 13}/ü ${at}.bin`]: content });
  }
  folder.write({ 'large.txt': Buffer.alloc(6 * 1024 * 1024, 'loss 0.5\n'), 'large.bin': randomBytes(5 * 1024 * 1024) });
  mkdirSync(folder.at('nothing'));
  return folder;
}

async function refusal(made: Promise<unknown>): Promise<PackagingError> {
  const error: unknown = await made.catch((reason: unknown) => reason);
  assert.ok(error instanceof PackagingError, String(error));
  return error;
}

test('threads make the very package that is made without them', async () => {
  using folder = manyFiles();
  const progress: number[] = [];
  const alone = await planPackage(folder.path);
  const plan = await planPackage(folder.path, { worker, onProgress: (done) => progress.push(done) });
  assert.equal(plan.uri, alone.uri);
  const zip = await buffer(plan.open());
  assert.equal(zip.length, plan.size);
  assert.ok(zip.equals(await buffer(alone.open())));
  assert.equal(progress.at(-1), plan.totalBytes);
  const entries = unzipped(zip);
  assert.equal(entries.length, 903);
  for (const { name, content } of entries) {
    if (name !== 'nothing/') assert.ok(readFileSync(folder.at(name)).equals(content), name);
  }
});

test('a file that a thread cannot read is named', async () => {
  using folder = manyFiles();
  // Reading it at 0 fails for everybody, root too.
  symlinkSync('/proc/self/mem', folder.at('part 3/secret.bin'));
  const error = await refusal(planPackage(folder.path, { worker }));
  assert.equal(error.kind, 'unreadable');
  assert.match(error.message, /part 3\/secret\.bin cannot be read: /);
});

test('more than 100 MiB from threads are refused, the biggest named', async () => {
  using folder = manyFiles();
  const part = randomBytes(1024 * 1024);
  for (let at = 0; at < 110; at++) folder.write({ [`ckpt/${at}.bin`]: part });
  const error = await refusal(planPackage(folder.path, { worker }));
  assert.equal(error.kind, 'too-large');
  assert.match(error.message, /Biggest: ckpt\/ \(110 MiB\)/);
});

test('a caller that gives up while threads are packing', async () => {
  using folder = manyFiles();
  const abort = new AbortController();
  const onProgress = (): void => {
    abort.abort();
  };
  const error = await refusal(planPackage(folder.path, { worker, onProgress, signal: abort.signal }));
  assert.equal(error.kind, 'cancelled');
});

test('a thread that cannot start fails the package and leaves nothing waiting', async () => {
  using folder = manyFiles();
  await assert.rejects(planPackage(folder.path, { worker: folder.at('no-worker.cjs') }), /no-worker\.cjs/);
});
