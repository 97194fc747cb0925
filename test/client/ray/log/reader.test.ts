import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { RayError } from '../../../../client/src/ray/errors.ts';
import type { LogStart } from '../../../../client/src/ray/log/events.ts';
import type { LogLimits } from '../../../../client/src/ray/log/limits.ts';
import { startOfLastLines } from '../../../../client/src/ray/log/lineStarts.ts';
import { LogReplacedError } from '../../../../client/src/ray/log/position.ts';
import { LogReader } from '../../../../client/src/ray/log/reader.ts';
import { byLevel } from '../../../support/level.ts';
import { MemoryLog } from './memoryLog.ts';

const runs = byLevel({ fast: 40, default: 150, full: 3_000 });
const limits: LogLimits = { small: 256, overlap: 32, memory: 256, held: 1_024, piece: 64 };

class Followed {
  readonly log: MemoryLog;
  readonly reader: LogReader;
  readonly parts: Buffer[] = [];
  /** Offsets told, with the number of bytes delivered before. */
  readonly offsets: { readonly told: number; readonly delivered: number }[] = [];
  length = 0;

  constructor(log: MemoryLog, start: LogStart) {
    this.log = log;
    const agent = log.agent === 'none' ? null : 'http://agent:1';
    this.reader = new LogReader(log.http, { node: 'n', name: 'job-driver-x.log', agent }, start, limits);
  }

  /** Reads once; failures of the connection are what they are. */
  async read(): Promise<boolean> {
    try {
      const pieces = this.reader.readNew(new AbortController().signal);
      for (;;) {
        const piece = await pieces.next();
        if (piece.done === true) return true;
        const { offset, bytes } = piece.value;
        assert.ok(bytes.length > 0 && bytes.length <= limits.piece);
        if (offset !== null) this.offsets.push({ told: offset, delivered: this.length });
        this.parts.push(Buffer.from(bytes));
        this.length += bytes.length;
      }
    } catch (error) {
      if (error instanceof RayError) return false;
      throw error;
    }
  }

  async readToEnd(): Promise<void> {
    this.log.cuts.length = 0;
    while (!(await this.read()));
    // A place that the agent could not settle is settled by the next reading.
    while (!(await this.read()));
  }

  get text(): Buffer {
    return Buffer.concat(this.parts);
  }
}

const line = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '\r', ' '), maxLength: 24 });

/** Kinds of content, each as pieces that are appended one after another. */
const contents: Readonly<Record<string, fc.Arbitrary<readonly Buffer[]>>> = {
  'lines that all differ': pieces(
    fc
      .array(line, { minLength: 1, maxLength: 120 })
      .map((lines) => lines.map((text, index) => `${index} ${text}\n`).join('')),
  ),
  'equal lines': pieces(
    fc.tuple(line, fc.integer({ min: 1, max: 200 })).map(([text, count]) => `${text}\n`.repeat(count)),
  ),
  'no line end at all': pieces(
    fc
      .array(line, { minLength: 1, maxLength: 120 })
      .map((lines) => lines.map((text, index) => `${index}${text}`).join('')),
  ),
  'carriage returns only': pieces(
    fc
      .integer({ min: 1, max: 300 })
      .map((count) => Array.from({ length: count }, (_, step) => `\rstep ${step}/300`).join('')),
  ),
  'one byte again and again': pieces(
    fc
      .tuple(fc.constantFrom('\n', 'a', '\r', '\xff'), fc.integer({ min: 1, max: 1_500 }))
      .map(([text, count]) => text.repeat(count)),
  ),
  'a text of any length again and again, in small pieces': fc
    .tuple(
      fc.string({ minLength: 1, maxLength: 300, unit: fc.constantFrom('a', 'b', '\n') }),
      fc.integer({ min: 1, max: 12 }),
    )
    .map(([text, count]) => inPieces(Buffer.from(text.repeat(count)), [limits.overlap - 1])),
  'any bytes': pieces(fc.uint8Array({ maxLength: 2_500 }).map((bytes) => Buffer.from(bytes).toString('latin1'))),
};

function pieces(text: fc.Arbitrary<string>): fc.Arbitrary<readonly Buffer[]> {
  const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 6 });
  return fc.tuple(text, sizes).map(([content, lengths]) => inPieces(Buffer.from(content, 'utf8'), lengths));
}

/** Cuts without regard to characters. */
function inPieces(content: Buffer, sizes: readonly number[]): readonly Buffer[] {
  const result: Buffer[] = [];
  for (let at = 0, turn = 0; at < content.length; turn += 1) {
    const size = Math.max(sizes[turn % sizes.length] ?? 1, Math.min(content.length / 20, limits.overlap - 1));
    result.push(content.subarray(at, at + Math.floor(size)));
    at += Math.floor(size);
  }
  return result;
}

const agents = fc.constantFrom<MemoryLog['agent']>('none', 'good', 'stranger');
const cuts = fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 6 });
const chunk = fc.constantFrom(5, 64, 1_000);

for (const [kind, content] of Object.entries(contents)) {
  describe(kind, () => {
    test('from the beginning, with readings that are cut, every byte comes once', async () => {
      await fc.assert(
        fc.asyncProperty(content, agents, cuts, chunk, async (parts, agent, broken, size) => {
          const log = Object.assign(new MemoryLog(), { agent, chunk: size });
          const followed = new Followed(log, { kind: 'beginning' });
          for (const part of parts) {
            log.append(part);
            const cut = broken.pop();
            if (cut !== undefined) log.cuts.push(cut);
            await followed.read();
          }
          await followed.readToEnd();
          assert.ok(followed.text.equals(log.content), 'what was delivered is the log');
          for (const { told, delivered } of followed.offsets) assert.equal(told, delivered);
          assert.equal(followed.reader.offset, log.content.length);
        }),
        { seed: 20_261, numRuns: runs },
      );
    });

    test('from an offset, every byte behind it comes once', async () => {
      await fc.assert(
        fc.asyncProperty(
          content,
          agents,
          chunk,
          fc.double({ min: 0, max: 1, noNaN: true }),
          async (parts, agent, size, part) => {
            const log = Object.assign(new MemoryLog(), { agent, chunk: size });
            const half = Math.ceil(parts.length / 2);
            for (const early of parts.slice(0, half)) log.append(early);
            const offset = Math.floor(part * log.content.length);
            const followed = new Followed(log, { kind: 'offset', offset });
            await followed.read();
            for (const late of parts.slice(half)) {
              log.append(late);
              await followed.read();
            }
            await followed.readToEnd();
            assert.ok(followed.text.equals(log.content.subarray(offset)));
            for (const { told, delivered } of followed.offsets) assert.equal(told, offset + delivered);
          },
        ),
        { seed: 20_262, numRuns: runs },
      );
    });

    test('from the last lines, these and every byte behind them come once', async () => {
      await fc.assert(
        fc.asyncProperty(content, agents, chunk, fc.integer({ min: 0, max: 30 }), async (parts, agent, size, lines) => {
          const log = Object.assign(new MemoryLog(), { agent, chunk: size });
          const half = Math.ceil(parts.length / 2);
          for (const early of parts.slice(0, half)) log.append(early);
          const held = log.content.subarray(Math.max(0, log.content.length - limits.small));
          const start = log.content.length - held.length + startOfLastLines(held, lines);
          const followed = new Followed(log, { kind: 'lastLines', lines });
          await followed.read();
          for (const late of parts.slice(half)) {
            log.append(late);
            await followed.read();
          }
          await followed.readToEnd();
          assert.ok(followed.text.equals(log.content.subarray(start)), 'from the last lines on');
          for (const { told, delivered } of followed.offsets) assert.equal(told, start + delivered);
        }),
        { seed: 20_263, numRuns: runs },
      );
    });
  });
}

test('a large log whose lines differ is read on by its last lines, and not as a whole', async () => {
  const log = Object.assign(new MemoryLog(), { chunk: 1_000 });
  const followed = new Followed(log, { kind: 'beginning' });
  for (let step = 0; step < 2_000; step += 1) log.append(Buffer.from(`step ${step}\n`));
  await followed.read();
  const before = log.sent;
  for (let step = 2_000; step < 2_050; step += 1) {
    log.append(Buffer.from(`step ${step}\n`));
    await followed.read();
  }
  assert.ok(followed.text.equals(log.content));
  assert.ok(log.sent - before < 50 * 8 * limits.overlap, `${log.sent - before} bytes for 50 lines`);
});

test('a long log comes from the agent from its beginning on, and the dashboard hands out a few lines', async () => {
  const text = Buffer.from(Array.from({ length: 2_000 }, (_, step) => `step ${step}\n`).join(''));
  for (const agent of ['good', 'stranger', 'none', 'silent'] as const) {
    const log = Object.assign(new MemoryLog(), { agent, chunk: 1_000 });
    log.append(text);
    const followed = new Followed(log, { kind: 'beginning' });
    assert.ok(await followed.read());
    assert.ok(followed.text.equals(text), agent);
    const byDashboard = log.sentByDashboard;
    assert.ok(agent === 'good' ? byDashboard < 20 * 12 : byDashboard >= text.length, `${agent}: ${byDashboard}`);
  }
});

test('a log whose last lines are too long to compare is told by its beginning', async () => {
  for (const agent of ['good', 'stranger'] as const) {
    const log = Object.assign(new MemoryLog(), { agent, chunk: 1_000 });
    log.append(Buffer.from(Array.from({ length: 9_000 }, (_, step) => `\rstep ${step}`).join('')));
    const followed = new Followed(log, { kind: 'beginning' });
    assert.ok(await followed.read());
    assert.ok(followed.text.equals(log.content), agent);
    assert.equal(followed.reader.usesAgent, agent === 'good', agent);
  }
});

test('the agent is used where it has the same log, and only then', async () => {
  for (const agent of ['good', 'stranger', 'none'] as const) {
    const log = Object.assign(new MemoryLog(), { agent, chunk: 1_000 });
    for (let step = 0; step < 100; step += 1) log.append(Buffer.from(`step ${step}\n`));
    const followed = new Followed(log, { kind: 'beginning' });
    await followed.readToEnd();
    assert.equal(followed.reader.usesAgent, agent === 'good', agent);
    log.append(Buffer.from('more\n'));
    await followed.read();
    assert.ok(followed.text.equals(log.content));
  }
});

test('a log that became shorter or another one is told, and nothing of it is delivered', async () => {
  for (const agent of ['none', 'good'] as const) {
    for (const size of [50, 5_000]) {
      for (const other of [Buffer.from('new\n'), Buffer.from('another log\n'.repeat(1_000)), Buffer.alloc(0)]) {
        const log = Object.assign(new MemoryLog(), { agent, chunk: 1_000 });
        while (log.content.length < size) log.append(Buffer.from(`line ${log.content.length}\n`));
        const followed = new Followed(log, { kind: 'beginning' });
        await followed.readToEnd();
        const before = followed.text;
        log.content = other;
        await assert.rejects(followed.read(), LogReplacedError);
        assert.ok(followed.text.equals(before));
      }
    }
  }
});

test('an offset behind the end of the log is told', async () => {
  const log = new MemoryLog();
  log.append(Buffer.from('short\n'));
  await assert.rejects(new Followed(log, { kind: 'offset', offset: 100 }).read(), LogReplacedError);
});
