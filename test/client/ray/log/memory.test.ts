import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import type { RayHttp } from '../../../../client/src/ray/http.ts';
import type { LogStart } from '../../../../client/src/ray/log/events.ts';
import { usualLimits } from '../../../../client/src/ray/log/limits.ts';
import { LineDecoder } from '../../../../client/src/ray/log/lines.ts';
import { LogReader } from '../../../../client/src/ray/log/reader.ts';
import { byLevel } from '../../../support/level.ts';

const megabyte = 1_000_000;
const size = byLevel({ fast: 100, default: 200, full: 1_000 }) * megabyte;
/** What the whole test may hold more than before, whatever the size of the log. */
const bound = 80 * megabyte;

const blocks: Readonly<Record<string, (index: number) => Buffer>> = {
  'lines that differ': (index) =>
    Buffer.from(
      Array.from({ length: 1_000 }, (_, line) => `step ${index} of line ${line} ${'x'.repeat(40)}\n`).join(''),
    ),
  'equal lines': () => Buffer.from(`the same ${'y'.repeat(70)}\n`.repeat(800)),
  'no line end': () => Buffer.alloc(64_000, 'x'),
};

describe(`a log of ${size / megabyte} MB does not grow the process`, () => {
  for (const [kind, block] of Object.entries(blocks)) {
    for (const start of [{ kind: 'beginning' }, { kind: 'lastLines', lines: 1_000 }] satisfies LogStart[]) {
      test(`${kind}, from ${start.kind}, and the next readings`, async () => {
        const http = endless(block);
        const reader = new LogReader(http, { node: 'n', name: 'x.log', agent: null }, start, usualLimits);
        const lines = new LineDecoder();
        globalThis.gc?.();
        const before = process.memoryUsage().rss;
        let most = 0;
        let delivered = 0;
        let longest = 0;
        for (let reading = 0; reading < 2; reading += 1) {
          for await (const { bytes, offset } of reader.readNew(new AbortController().signal)) {
            delivered += bytes.length;
            for (const line of lines.push(bytes, offset)) longest = Math.max(longest, line.raw.length);
            most = Math.max(most, process.memoryUsage.rss() - before);
          }
        }
        assert.ok(start.kind === 'beginning' ? delivered >= size : delivered > 0 && delivered <= usualLimits.small);
        assert.ok(longest <= 262_144);
        assert.ok(most < bound, `${Math.round(most / megabyte)} MB more for ${size / megabyte} MB`);
      });
    }
  }
});

/** A cluster whose log is made while it is read. */
function endless(block: (index: number) => Buffer): RayHttp {
  return {
    address: { base: 'http://127.0.0.1:1', origin: 'http://127.0.0.1:1' },
    send: (request) => {
      const lines = Number(request.query?.find(([name]) => name === 'lines')?.[1]);
      return Promise.resolve({ status: 200, headers: {}, body: Readable.from(chunks(lines), { objectMode: false }) });
    },
    dispose: () => undefined,
  };

  function* chunks(lines: number): Generator<Buffer> {
    const count = Math.ceil(size / block(0).length);
    const perBlock = block(0).filter((byte) => byte === 0x0a).length;
    const first = lines === -1 || perBlock === 0 ? 0 : Math.max(0, count - Math.ceil(lines / perBlock));
    for (let index = first; index < count; index += 1) yield block(index);
  }
}
