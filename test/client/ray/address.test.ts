import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readAddress } from '../../../client/src/ray/address.ts';

describe('addresses that are taken', () => {
  const cases: readonly (readonly [text: string, base: string, origin: string, note?: RegExp])[] = [
    ['http://127.0.0.1:8265', 'http://127.0.0.1:8265', 'http://127.0.0.1:8265'],
    ['  http://127.0.0.1:8265/ \n', 'http://127.0.0.1:8265', 'http://127.0.0.1:8265'],
    ['http://localhost:8265', 'http://127.0.0.1:8265', 'http://127.0.0.1:8265'],
    ['http://LOCALHOST:8265', 'http://127.0.0.1:8265', 'http://127.0.0.1:8265'],
    ['localhost:8265', 'http://127.0.0.1:8265', 'http://127.0.0.1:8265', /^http:\/\/ is assumed\.$/],
    ['localhost', 'http://127.0.0.1:8265', 'http://127.0.0.1:8265', /Port 8265 is assumed/],
    ['head-node', 'http://head-node:8265', 'http://head-node:8265', /Port 8265 is assumed/],
    ['10.1.2.3:80', 'http://10.1.2.3', 'http://10.1.2.3', /assumed/],
    ['http://ray.corp', 'http://ray.corp', 'http://ray.corp'],
    ['HTTPS://Ray.Corp/Team/Ray//', 'https://ray.corp/Team/Ray', 'https://ray.corp'],
    ['http://[::1]:8265', 'http://[::1]:8265', 'http://[::1]:8265'],
    ['[::1]:8265', 'http://[::1]:8265', 'http://[::1]:8265', /assumed/],
  ];
  for (const [text, base, origin, note] of cases) {
    test(JSON.stringify(text), () => {
      const reading = readAddress(text);
      assert.ok(reading.ok, JSON.stringify(reading));
      assert.deepEqual(reading.address, { base, origin });
      if (note === undefined) assert.equal(reading.note, undefined);
      else assert.match(reading.note ?? '', note);
    });
  }
});

describe('addresses that are explained', () => {
  const cases: readonly (readonly [text: string, problem: RegExp, suggestion?: string])[] = [
    ['', /is empty/],
    ['   ', /is empty/],
    ['a b', /no spaces/],
    ['auto', /inside the cluster/, 'http://127.0.0.1:8265'],
    ['ray://head:10001', /Ray Client, which only Python/, 'http://head:8265'],
    ['ray://head', /Ray Client/, 'http://head:8265'],
    ['head:6379', /Port 6379 .*GCS.*does not speak HTTP/, 'http://head:8265'],
    ['http://head:6379', /Port 6379/, 'http://head:8265'],
    ['head:10001', /Port 10001 .*Ray Client/, 'http://head:8265'],
    ['ws://head:8265', /is not how the dashboard is reached/, 'http://head:8265'],
    ['wss://head', /is not how/, 'https://head'],
    ['ssh://me@head', /begins with http:\/\/ or https:\/\/, not with ssh:/, 'http://head:8265'],
    ['ftp://head', /not with ftp:/, 'http://head:8265'],
    ['http://', /is no address/],
    ['http://:8265', /is no address/],
    ['head:99999', /is no address/],
    ['http://me:pw@head:8265', /user name or password/, 'http://head:8265'],
    ['http://head:8265/?a=1', /“\?” and “#”/, 'http://head:8265'],
    ['http://head:8265/#/jobs', /“\?” and “#”/, 'http://head:8265'],
  ];
  for (const [text, problem, suggestion] of cases) {
    test(JSON.stringify(text), () => {
      const reading = readAddress(text);
      assert.ok(!reading.ok, JSON.stringify(reading));
      assert.match(reading.problem, problem);
      assert.doesNotMatch(reading.problem, /pw/);
      assert.equal(reading.suggestion, suggestion);
      if (suggestion !== undefined) assert.ok(readAddress(suggestion).ok, 'what is suggested is taken');
    });
  }
});

test('whatever is typed: no exception, and what is taken is taken again as it is', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.webUrl(),
    fc.tuple(fc.domain(), fc.nat(70_000)).map(([a, b]) => `${a}:${b}`),
  );
  fc.assert(
    fc.property(text, (typed) => {
      const reading = readAddress(typed);
      if (!reading.ok) return;
      const again = readAddress(reading.address.base);
      assert.ok(again.ok && again.note === undefined);
      assert.deepEqual(again.address, reading.address);
      assert.ok(reading.address.base.startsWith(reading.address.origin));
    }),
    { seed: 20_261_130, numRuns: 2_000 },
  );
});
