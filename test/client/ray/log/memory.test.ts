import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RayHttp } from '../../../../client/src/ray/http.ts';
import type { LogStart } from '../../../../client/src/ray/log/events.ts';
import { usualLimits } from '../../../../client/src/ray/log/limits.ts';
import { LineDecoder } from '../../../../client/src/ray/log/lines.ts';
import { LogReader } from '../../../../client/src/ray/log/reader.ts';
import { byLevel } from '../../../support/level.ts';

const megabyte = 1_000_000;
const size = byLevel({ fast: 100, default: 200, full: 1_000 }) * megabyte;
/** What may be held at any time more than before, whatever the size of the log. */
const heldBound = 20 * megabyte;
/**
 * What the process may grow by in all. Node takes 50 to 100 MB before it collects what nobody holds any more, the same for logs of 200,
 * 1000 and 2000 MB (Node 20.19).
 */
const processBound = 160 * megabyte;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes that are held: what is left when everything that nobody holds has been collected. */
function held(): number {
  // The memory of buffers is given back in the background; the second call waits for what the first one has found.
  collect();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

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
        const { mostHeld, most, delivered, longest } = await readTwice(block, start);
        assert.ok(start.kind === 'beginning' ? delivered >= size : delivered > 0 && delivered <= usualLimits.small);
        assert.ok(longest <= 262_144);
        assert.ok(mostHeld < heldBound, `${Math.round(mostHeld / megabyte)} MB held of ${size / megabyte} MB`);
        assert.ok(most < processBound, `${Math.round(most / megabyte)} MB more for ${size / megabyte} MB`);
      });
    }
  }
});

interface Measured {
  /** Bytes that were held at most, and that the process grew by at most. */
  readonly mostHeld: number;
  readonly most: number;
  readonly delivered: number;
  /** Length of the longest line. */
  readonly longest: number;
}

/** Reads a log and decodes its lines, and then reads what is new. */
async function readTwice(block: (index: number) => Buffer, start: LogStart): Promise<Measured> {
  const earlier = { held: held(), process: process.memoryUsage.rss() };
  let mostHeld = 0;
  let most = 0;
  const look = (): void => {
    mostHeld = Math.max(mostHeld, held() - earlier.held);
  };
  const reader = new LogReader(endless(block, look), { node: 'n', name: 'x.log', agent: null }, start, usualLimits);
  const lines = new LineDecoder();
  let delivered = 0;
  let longest = 0;
  for (let reading = 0; reading < 2; reading += 1) {
    for await (const { bytes, offset } of reader.readNew(new AbortController().signal)) {
      delivered += bytes.length;
      for (const line of lines.push(bytes, offset)) longest = Math.max(longest, line.raw.length);
      most = Math.max(most, process.memoryUsage.rss() - earlier.process);
    }
    look();
  }
  return { mostHeld, most, delivered, longest };
}

/** A cluster whose log is made while it is read; calls `look` at each quarter of an answer. */
function endless(block: (index: number) => Buffer, look: () => void): RayHttp {
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
    const quarter = Math.ceil((count - first) / 4);
    for (let index = first; index < count; index += 1) {
      if (index > first && (index - first) % quarter === 0) look();
      yield block(index);
    }
    look();
  }
}
