import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readAddress } from '../../../../client/src/ray/address.ts';
import { RayError } from '../../../../client/src/ray/errors.ts';
import type { RayHttp } from '../../../../client/src/ray/http.ts';
import { createRayHttp } from '../../../../client/src/ray/nodeHttp.ts';
import { planPackage } from '../../../../client/src/ray/packaging/plan.ts';
import { prepareRuntimeEnv } from '../../../../client/src/ray/packaging/runtimeEnv.ts';
import { uploadPackage } from '../../../../client/src/ray/packaging/upload.ts';
import { packageVanished, uploadVanished } from '../../../../client/src/ray/packaging/vanished.ts';
import { startFakeRay } from '../../../ray/support/fakeRay.ts';
import type { FakeRay } from '../../../ray/support/fakeRay.ts';
import { Folder } from '../../../support/folder.ts';

describe('uploads', () => {
  let fake: FakeRay;
  let http: RayHttp;
  before(async () => {
    fake = await startFakeRay();
    const read = readAddress(fake.address);
    assert.ok(read.ok);
    http = createRayHttp({ address: read.address });
  });
  after(async () => {
    http.dispose();
    await fake.stop();
  });

  test('progress goes up to the size; what is there is not sent again', async () => {
    using folder = new Folder({ 'a.py': 'x' });
    const plan = await planPackage(folder.path);
    const sent: number[] = [];
    const onProgress = (bytes: number): number => sent.push(bytes);
    assert.equal(await uploadPackage(http, plan, { onProgress }), 'uploaded');
    assert.equal(sent.at(-1), plan.size);
    assert.equal(fake.packages.get(plan.name)?.length, plan.size);
    assert.equal(await uploadPackage(http, plan), 'exists');
    assert.equal(fake.requests.filter(({ method }) => method === 'PUT').length, 1);
  });

  test('a proxy that takes less is told apart', async () => {
    using folder = new Folder({ 'b.py': 'y' });
    const body = '<html><head><title>413 Request Entity Too Large</title></head></html>';
    fake.failNext(
      { method: 'PUT', path: /packages/ },
      { kind: 'answer', status: 413, body, headers: { 'content-type': 'text/html' } },
    );
    const failed: unknown = await uploadPackage(http, await planPackage(folder.path)).catch((error: unknown) => error);
    assert.ok(failed instanceof RayError);
    assert.equal(failed.kind, 'too-large');
    assert.match(failed.message, /proxy/);
  });

  test('a package that vanished is sent once more, under another name', async () => {
    using folder = new Folder({ 'c.py': 'z' });
    const prepared = await prepareRuntimeEnv({ working_dir: folder.path }, { base: '/', rayVersion: '2.55.0' });
    const [lost] = prepared.packages;
    assert.ok(lost);
    const failed = {
      status: 'failed',
      message: `OSError: Failed to download runtime_env file package ${lost.uri} from the GCS to the Ray worker node.`,
    } as const;
    assert.equal(packageVanished({ ...failed, status: 'running' }), undefined);
    const again = await uploadVanished(http, failed, prepared);
    assert.ok(again);
    assert.notEqual(again.runtimeEnv['working_dir'], lost.uri);
    assert.equal(again.runtimeEnv['working_dir'], again.packages[0]?.uri);
    assert.ok(fake.packages.has(again.packages[0]?.name ?? ''));
    assert.equal(await uploadVanished(http, { status: 'failed', message: 'exit code 1' }, prepared), undefined);
  });
});
