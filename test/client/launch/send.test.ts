import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sendAgainIfVanished, sendLaunch, withdraw } from '../../../client/src/launch/send.ts';
import type { Sending } from '../../../client/src/launch/send.ts';
import { RayError } from '../../../client/src/ray/errors.ts';
import type { RayHttp } from '../../../client/src/ray/http.ts';
import type { Package } from '../../../client/src/ray/packaging/plan.ts';
import { newSubmissionId } from '../../../client/src/ray/submit.ts';
import { clientFor } from '../../ray/support/client.ts';
import { startFakeRay } from '../../ray/support/fakeRay.ts';
import type { FakeRay } from '../../ray/support/fakeRay.ts';

const content = Buffer.from('zip');
const code: Package = {
  uri: 'gcs://_ray_pkg_00000000000000aa.zip',
  name: '_ray_pkg_00000000000000aa.zip',
  size: content.length,
  namedByContent: true,
  open: () => Readable.from([content]),
};
const never = new AbortController().signal;

describe('sending a launch', () => {
  let ray: FakeRay;
  let http: RayHttp;
  let sending: Sending;
  before(async () => {
    ray = await startFakeRay({ run: false });
    http = clientFor(ray.address);
  });
  beforeEach(() => {
    const runtimeEnv = { working_dir: code.uri };
    sending = { packages: [code], submission: { submissionId: newSubmissionId(), entrypoint: 'true', runtimeEnv } };
  });
  after(async () => {
    http.dispose();
    await ray.stop();
  });

  test('the package is there before the job is', async () => {
    const sent: [number, number][] = [];
    await sendLaunch(http, sending, { signal: never, onUpload: (bytes, total) => sent.push([bytes, total]) });
    const [put, post] = ray.requests.filter(({ method }) => method === 'PUT' || method === 'POST');
    assert.deepEqual([put?.method, put?.body, post?.method], ['PUT', content, 'POST']);
    assert.deepEqual(sent.at(-1), [content.length, content.length]);
    assert.ok(ray.jobs.has(sending.submission.submissionId));
  });

  test('a failed upload submits nothing', async () => {
    ray.packages.clear();
    ray.failNext({ method: 'PUT' }, { kind: 'answer', status: 413, body: 'too large' });
    await assert.rejects(sendLaunch(http, sending, { signal: never }), { kind: 'too-large' });
    assert.ok(!ray.jobs.has(sending.submission.submissionId));
  });

  test('given up before: nothing is submitted', async () => {
    await assert.rejects(sendLaunch(http, sending, { signal: AbortSignal.abort() }), { kind: 'cancelled' });
    assert.ok(!ray.jobs.has(sending.submission.submissionId));
  });

  test('given up while the answer is on its way: the job that was made of it is taken back', async () => {
    const { submissionId } = sending.submission;
    ray.failNext({ method: 'POST', path: '/api/jobs/' }, { kind: 'silent' });
    const aborter = new AbortController();
    const sent = sendLaunch(http, sending, { signal: aborter.signal });
    const failed = assert.rejects(sent, (error) => error instanceof RayError && error.kind === 'cancelled');
    while (!ray.jobs.has(submissionId)) await new Promise((resolve) => setTimeout(resolve, 10));
    aborter.abort();
    // Ray carries a stop out when the job starts.
    setTimeout(() => {
      ray.setStatus(submissionId, 'STOPPED');
    }, 100);
    await failed;
    assert.ok(!ray.jobs.has(submissionId));
  });

  test('a job that never came is no job to take back', async () => {
    assert.equal(await withdraw(http, 'raysubmit_none', 1), true);
  });

  test('a package that vanished is sent again, once, and the job under a new id', async () => {
    const { submissionId } = sending.submission;
    await sendLaunch(http, sending, { signal: never });
    ray.packages.clear();
    // What Ray says (ray issue 46625).
    const message = `RuntimeEnvSetupError: Failed to download runtime_env file package ${code.uri} from the GCS to the Ray worker node.`;
    setTimeout(() => {
      ray.setStatus(submissionId, 'FAILED', { message });
    }, 50);
    const again = await sendAgainIfVanished(http, sending, { signal: never, pause: 10 });
    assert.ok(again !== undefined && again !== submissionId);
    assert.deepEqual([...ray.packages.values()], [content]);
    const workingDir = String(ray.jobs.get(again)?.details.runtime_env?.['working_dir']);
    assert.ok(
      [...ray.packages.keys()].some((name) => workingDir.endsWith(name)),
      workingDir,
    );
  });

  test('a job that starts, or fails for another reason, is left alone', async () => {
    for (const status of ['RUNNING', 'FAILED']) {
      const one = { ...sending, submission: { ...sending.submission, submissionId: newSubmissionId() } };
      await sendLaunch(http, one, { signal: never });
      ray.setStatus(one.submission.submissionId, status, { message: 'pip failed' });
      const posts = ray.requests.filter(({ method }) => method === 'POST').length;
      assert.equal(await sendAgainIfVanished(http, one, { signal: never, pause: 10 }), undefined);
      assert.equal(ray.requests.filter(({ method }) => method === 'POST').length, posts);
    }
  });
});
