import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answered } from '../../client/src/ray/answer.ts';
import type { RayHttp, RayHttpOptions } from '../../client/src/ray/http.ts';
import { authenticationMode, deleteJob, getJob, listJobs, rayVersion, stopJob } from '../../client/src/ray/jobs.ts';
import { newSubmissionId, submitJob } from '../../client/src/ray/submit.ts';
import { startHead } from '../../tools/ray/head.ts';
import { startTlsProxy } from '../client/ray/support/tlsProxy.ts';
import { clientFor, endedJob, fails } from './support/client.ts';
import { startFakeRay } from './support/fakeRay.ts';
import { raysOfLevel } from './support/rays.ts';

const token = 'f0e1d2c3b4a5968778695a4b3c2d1e0ff0e1d2c3b4a5968778695a4b3c2d1e0f';

/** Heads that ask for a token; Ray 2.48 knows none. */
const heads = [
  { name: 'the fake', start: async () => startFakeRay({ token }) },
  ...raysOfLevel()
    .filter((version) => version !== '2.48.0')
    .map((version) => ({
      name: `Ray ${version}`,
      start: async () => startHead({ version, env: { RAY_AUTH_MODE: 'token', RAY_AUTH_TOKEN: token } }),
    })),
];

for (const { name, start } of heads) {
  describe(name, () => {
    let address = '';
    let stop = async (): Promise<void> => Promise.resolve();
    const clients: RayHttp[] = [];
    const client = (options: Omit<RayHttpOptions, 'address'> = {}, at = address): RayHttp => {
      const http = clientFor(at, options);
      clients.push(http);
      return http;
    };
    const giving =
      (text: string): (() => Promise<string>) =>
      async () =>
        Promise.resolve(text);
    before(async () => {
      const head = await start();
      address = head.address;
      stop = head.stop;
    });
    after(async () => {
      for (const http of clients) http.dispose();
      await stop();
    });

    test('it says to everybody that it wants one', async () => {
      assert.equal(await authenticationMode(client()), 'token');
      assert.equal(await authenticationMode(client({ token: giving('wrong') })), 'token');
    });

    test('no token: 401 for every call', async () => {
      const http = client();
      const submission = { submissionId: newSubmissionId(), entrypoint: 'true' };
      for (const call of [
        rayVersion(http),
        listJobs(http),
        getJob(http, 'x'),
        stopJob(http, 'x'),
        submitJob(http, submission),
      ]) {
        await fails(call, 'token-missing', /needs a token\. “ray get-auth-token”/, 401);
      }
      const nothing = { method: 'GET', path: '/no/such/path', timeout: 15_000 } as const;
      await fails(answered(http, nothing), 'token-missing', /needs a token/, 401);
    });

    test('a wrong one: 403, and neither sentence nor detail has it', async () => {
      for (const wrong of ['wrong-token-0123456789', token.toUpperCase(), token.slice(1)]) {
        const error = await fails(
          rayVersion(client({ token: giving(wrong) })),
          'token-refused',
          /another cluster/,
          403,
        );
        assert.ok(!`${error.message}${error.detail}`.includes(wrong));
      }
      const basic = client({ token: giving(token), headers: { Authorization: 'Basic abc' } });
      await fails(rayVersion(basic), 'token-refused', /another cluster/, 403);
    });

    test('the right one, in either header: a whole job', async () => {
      for (const tokenHeader of ['authorization', 'x-ray-authorization'] as const) {
        const http = client({ token: giving(`${token}\n`), tokenHeader });
        assert.match((await rayVersion(http)).rayVersion, /^\d+\.\d+\.\d+$/);
        const submissionId = newSubmissionId();
        await submitJob(http, { submissionId, entrypoint: 'exit 3' });
        assert.equal((await endedJob(http, submissionId)).exitCode, 3);
        await deleteJob(http, submissionId);
        assert.ok(!(await listJobs(http)).some(({ key }) => key === submissionId));
      }
    });

    test('a token that comes later counts at once', async () => {
      const given: string[] = [];
      const http = client({ token: async () => Promise.resolve(given.at(-1)) });
      await fails(rayVersion(http), 'token-missing', /needs a token/, 401);
      given.push(token);
      await rayVersion(http);
    });

    test('a request like a browser’s', async () => {
      const request = {
        method: 'POST',
        path: '/api/jobs/',
        json: {},
        headers: { 'sec-fetch-mode': 'cors' },
        timeout: 15_000,
      } as const;
      await fails(answered(client(), request), 'token-missing', /needs a token/, 401);
      await fails(
        answered(client({ token: giving(token) }), request),
        'blocked',
        /takes the request for a browser/,
        405,
      );
    });

    test('behind TLS and a prefix', async () => {
      const proxy = await startTlsProxy(address, 'IP:127.0.0.1', '/ray');
      const http = client({ token: giving(token), tls: { ca: proxy.certificate } }, `${proxy.address}/ray/`);
      assert.ok((await rayVersion(http)).sessionName.startsWith('session_'));
      await fails(
        rayVersion(client({ tls: { ca: proxy.certificate } }, `${proxy.address}/ray`)),
        'token-missing',
        /needs a token/,
        401,
      );
      await proxy.stop();
    });
  });
}
