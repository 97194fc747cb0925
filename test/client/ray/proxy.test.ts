import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { rayVersion } from '../../../client/src/ray/jobs.ts';
import { bypassesProxy } from '../../../client/src/ray/noProxy.ts';
import { newSubmissionId, submitJob } from '../../../client/src/ray/submit.ts';
import { clientFor, fails } from '../../ray/support/client.ts';
import { startFakeRay } from '../../ray/support/fakeRay.ts';
import type { FakeRay } from '../../ray/support/fakeRay.ts';
import { startForwardProxy } from './support/forwardProxy.ts';
import { startTlsProxy } from './support/tlsProxy.ts';

let fake: FakeRay;
before(async () => {
  fake = await startFakeRay({ token: 'a-token', run: false });
});
after(() => fake.stop());

const token = async (): Promise<string> => Promise.resolve('a-token');

describe('through a proxy', () => {
  test('http: the host is known to the proxy only, and the sign-in is for it', async () => {
    const proxy = await startForwardProxy(fake.address);
    const http = clientFor('http://ray.invalid:8265', { token, proxy: proxy.url.replace('//', '//me:p%40ss@') });
    assert.equal((await rayVersion(http)).rayVersion, '2.55.0');
    await rayVersion(http);
    await submitJob(http, { submissionId: newSubmissionId(), entrypoint: 'true' });
    assert.deepEqual(proxy.seen, [
      'GET http://ray.invalid:8265/api/version',
      'GET http://ray.invalid:8265/api/version',
      'POST http://ray.invalid:8265/api/jobs/',
    ]);
    assert.equal(proxy.signIns[0], `Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    assert.equal(fake.requests.at(-1)?.headers['authorization'], 'Bearer a-token');
    http.dispose();
    await proxy.stop();
  });

  test('https: a tunnel, in which the proxy sees no token', async () => {
    const tls = await startTlsProxy(fake.address, 'DNS:ray.invalid');
    const proxy = await startForwardProxy(tls.address);
    const http = clientFor('https://ray.invalid:8265', { token, proxy: proxy.url, tls: { ca: tls.certificate } });
    assert.equal((await rayVersion(http)).rayVersion, '2.55.0');
    await submitJob(http, { submissionId: newSubmissionId(), entrypoint: 'true' });
    assert.ok(
      proxy.seen.length > 0 && proxy.seen.every((line) => line === 'CONNECT ray.invalid:8265'),
      proxy.seen.join(),
    );
    http.dispose();
    await proxy.stop();
    await tls.stop();
  });

  test('what noProxy names, and this machine, is reached directly', async () => {
    const proxy = await startForwardProxy(fake.address);
    const local = clientFor(fake.address, { token, proxy: proxy.url });
    await rayVersion(local);
    const named = clientFor('http://ray.invalid:8265', { token, proxy: proxy.url, noProxy: ['.invalid'] });
    await fails(rayVersion(named), 'unreachable', /^No host is known by the name ray\.invalid\./);
    assert.deepEqual(proxy.seen, []);
    local.dispose();
    named.dispose();
    await proxy.stop();
  });

  test('a proxy that wants a sign-in, one that refuses, one that is not there, one that is no address', async () => {
    for (const [address, status, message] of [
      ['http://ray.invalid:1', 407, /^The proxy http:\/\/127\.0\.0\.1:\d+ wants a sign-in \(407\)/],
      ['https://ray.invalid:1', 407, /^The proxy http:\/\/127\.0\.0\.1:\d+ wants a sign-in \(407\)/],
      ['https://ray.invalid:1', 403, /^The proxy http:\/\/127\.0\.0\.1:\d+ does not pass the connection on \(403\)/],
    ] as const) {
      const proxy = await startForwardProxy(fake.address, status);
      const http = clientFor(address, { token, proxy: proxy.url });
      await fails(rayVersion(http), 'unreachable', message);
      http.dispose();
      await proxy.stop();
    }
    const gone = await startForwardProxy(fake.address);
    await gone.stop();
    for (const scheme of ['http', 'https']) {
      const http = clientFor(`${scheme}://ray.invalid:1`, { token, proxy: gone.url });
      await fails(
        rayVersion(http),
        'unreachable',
        /^The proxy http:\/\/127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\. Check the setting http\.proxy/,
      );
      const unnamed = clientFor(`${scheme}://ray.invalid:1`, { token, proxy: 'http://proxy.invalid:1' });
      await fails(rayVersion(unnamed), 'unreachable', /^The proxy http:\/\/proxy\.invalid:1 cannot be reached/);
      http.dispose();
      unnamed.dispose();
    }
    for (const proxy of ['socks5://a:1', 'http://', '::']) {
      await fails(rayVersion(clientFor('http://ray.invalid:1', { proxy })), 'unreachable', /http\.proxy is no address/);
    }
  });
});

test('a proxy, or a server of TLS, that takes a connection and says nothing', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const bound = silent.address();
  const place = `127.0.0.1:${bound !== null && typeof bound === 'object' ? bound.port : 0}`;
  const proxied = clientFor('https://ray.invalid:1', { proxy: `http://${place}` });
  const direct = clientFor(`https://${place}`);
  await Promise.all([
    fails(
      rayVersion(proxied),
      'unreachable',
      /^The proxy .* made no connection to https:\/\/ray\.invalid:1 within 5 s\./,
    ),
    fails(rayVersion(direct), 'unreachable', /^https:\/\/127.* did not accept a connection within 5 s\./),
  ]);
  proxied.dispose();
  direct.dispose();
  silent.close();
});

describe('noProxy', () => {
  const cases: readonly (readonly [host: string, port: number, entry: string, bypasses: boolean])[] = [
    ['ray.corp', 80, 'ray.corp', true],
    ['a.ray.corp', 80, 'ray.corp', true],
    ['xray.corp', 80, 'ray.corp', false],
    ['ray.corp', 80, '.corp', true],
    ['corp', 80, '.corp', true],
    ['RAY.Corp', 80, 'ray.CORP', true],
    ['ray.corp', 8265, 'ray.corp:8265', true],
    ['ray.corp', 8266, 'ray.corp:8265', false],
    ['ray.corp', 1, '*', true],
    ['ray.corp', 1, '*.corp', true],
    ['ray.corp', 1, '', false],
    ['10.1.2.3', 1, '10.0.0.0/8', true],
    ['11.1.2.3', 1, '10.0.0.0/8', false],
    ['ray.corp', 1, '10.0.0.0/8', false],
    ['10.1.2.3', 1, '10.0.0.0/99', false],
    ['[fd00::1]', 1, 'fd00::/8', true],
    ['[fd00::1]', 1, 'fd00::1', true],
    ['[fd00::1]', 1, 'fd00::2', false],
    ['10.1.2.3', 1, '10.1.2.3', true],
  ];
  for (const [host, port, entry, expected] of cases) {
    test(`${host}:${port} with “${entry}”`, () => assert.equal(bypassesProxy(host, port, [entry]), expected));
  }

  const seed = 20_261_130;
  test('properties', () => {
    fc.assert(
      fc.property(fc.domain(), fc.nat(65_535), fc.domain(), (host, port, other) => {
        assert.ok(bypassesProxy(host, port, [host]) && bypassesProxy(host, port, [`${host}:${port}`]));
        assert.ok(bypassesProxy(`a.${host}`, port, [host]) && bypassesProxy(host, port, ['*']));
        assert.ok(!bypassesProxy(host, port, [`${host}:${port + 1}`]) && !bypassesProxy(host, port, []));
        if (!`.${host}`.toLowerCase().endsWith(`.${other.toLowerCase()}`))
          assert.ok(!bypassesProxy(host, port, [other]));
      }),
      { seed },
    );
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), fc.array(fc.string()), (ip, bits, rest) => {
        assert.ok(bypassesProxy(ip, 1, [...rest, `${ip}/${bits}`]));
        assert.ok(
          bypassesProxy('localhost', 1, rest) && bypassesProxy('127.0.0.9', 1, rest) && bypassesProxy('[::1]', 1, rest),
        );
      }),
      { seed },
    );
  });
});
