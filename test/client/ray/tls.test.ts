import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getJob, rayVersion, stopJob } from '../../../client/src/ray/jobs.ts';
import { newSubmissionId, submitJob } from '../../../client/src/ray/submit.ts';
import { clientFor, fails } from '../../ray/support/client.ts';
import { startFakeRay } from '../../ray/support/fakeRay.ts';
import type { FakeRay } from '../../ray/support/fakeRay.ts';
import { startTlsProxy } from './support/tlsProxy.ts';

let fake: FakeRay;
before(async () => {
  fake = await startFakeRay({ run: false });
});
after(() => fake.stop());

test('a certificate that is not known, known, or not asked for', async () => {
  const proxy = await startTlsProxy(fake.address);
  const unknown = clientFor(proxy.address);
  await fails(rayVersion(unknown), 'unreachable', /is not trusted here .*http\.proxyStrictSSL/);
  const known = clientFor(proxy.address, { tls: { ca: proxy.certificate } });
  assert.equal((await rayVersion(known)).rayVersion, '2.55.0');
  const lax = clientFor(proxy.address, { tls: { rejectUnauthorized: false } });
  assert.equal((await rayVersion(lax)).rayVersion, '2.55.0');
  for (const http of [unknown, known, lax]) http.dispose();
  await proxy.stop();
});

test('a certificate for another host', async () => {
  const proxy = await startTlsProxy(fake.address, 'DNS:elsewhere.example');
  const http = clientFor(proxy.address, { tls: { ca: proxy.certificate } });
  await fails(rayVersion(http), 'unreachable', /is for another host than 127\.0\.0\.1/);
  http.dispose();
  await proxy.stop();
});

test('TLS where there is none, and none where there is TLS', async () => {
  const proxy = await startTlsProxy(fake.address);
  const tls = clientFor(fake.address.replace('http:', 'https:'));
  await fails(rayVersion(tls), 'not-ray', /does not speak TLS.*http:\/\/ instead of https:\/\//);
  const plain = clientFor(proxy.address.replace('https:', 'http:'));
  const error = await fails(rayVersion(plain), 'unreachable', /was cut/);
  assert.equal(error.status, undefined);
  tls.dispose();
  plain.dispose();
  await proxy.stop();
});

test('a prefix of the path, all calls', async () => {
  const proxy = await startTlsProxy(fake.address, 'IP:127.0.0.1', '/team/ray');
  const http = clientFor(`${proxy.address}/team/ray/`, { tls: { ca: proxy.certificate } });
  const submissionId = newSubmissionId();
  await rayVersion(http);
  await submitJob(http, { submissionId, entrypoint: 'true' });
  assert.equal((await getJob(http, submissionId)).status, 'pending');
  assert.deepEqual(await stopJob(http, submissionId), { stopped: true, pending: true });
  const root = clientFor(proxy.address, { tls: { ca: proxy.certificate } });
  await fails(rayVersion(root), 'not-ray', /answers, but is not Ray’s dashboard/);
  http.dispose();
  root.dispose();
  await proxy.stop();
});
