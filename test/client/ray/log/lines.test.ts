import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { LogEvent } from '../../../../client/src/ray/log/events.ts';
import { decodeLines, LineDecoder } from '../../../../client/src/ray/log/lines.ts';
import type { LogLine } from '../../../../client/src/ray/log/lines.ts';
import { incompleteTail } from '../../../../client/src/ray/log/utf8.ts';
import { byLevel } from '../../../support/level.ts';

const numRuns = byLevel({ fast: 300, default: 1_500, full: 30_000 });

function decoded(chunks: readonly Uint8Array[], longest?: number, base: number | null = 0): readonly LogLine[] {
  const decoder = new LineDecoder(longest);
  const lines: LogLine[] = [];
  let at = 0;
  for (const chunk of chunks) {
    lines.push(...decoder.push(chunk, base === null ? null : base + at));
    at += chunk.length;
  }
  return lines;
}

/** The last that was told of each line. */
function settled(lines: readonly LogLine[]): readonly LogLine[] {
  return [...new Map(lines.map((line) => [line.number, line])).values()];
}

function cut(bytes: Buffer, sizes: readonly number[]): readonly Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

const unit = fc.constantFrom('a', 'ä', '漢', '😀', '\n', '\r', '\u001b[31m', '\u0000');
const bytes = fc
  .array(
    fc.oneof(
      fc.string({ unit, maxLength: 12 }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 6 }),
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => Buffer.concat(parts));
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });

describe('lines of any bytes, in any chunks', () => {
  test('are the text that a decoder makes of the whole, however it is cut', () => {
    fc.assert(
      fc.property(bytes, sizes, fc.constantFrom(8, 16, 1_000), (content, lengths, longest) => {
        const lines = settled(decoded(cut(content, lengths), longest));
        const open = incompleteTail(content);
        const expected = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
          content.subarray(0, content.length - open),
        );
        assert.equal(lines.map((line) => line.raw + (line.complete && !line.continues ? '\n' : '')).join(''), expected);
      }),
      { seed: 20_264, numRuns },
    );
  });

  test('have offsets without a gap, and the same for every cut', () => {
    fc.assert(
      fc.property(bytes, sizes, fc.integer({ min: 0, max: 1_000 }), (content, lengths, base) => {
        const lines = settled(decoded(cut(content, lengths), 16, base));
        let at = base;
        for (const line of lines) {
          assert.equal(line.start, at);
          at = line.end ?? -1;
        }
        assert.equal(at, base + content.length - incompleteTail(content));
        assert.deepEqual(settled(decoded([content], 16, base)), lines);
      }),
      { seed: 20_265, numRuns },
    );
  });

  test('are told unfinished first, as a beginning of what they become', () => {
    fc.assert(
      fc.property(bytes, sizes, (content, lengths) => {
        const told = decoded(cut(content, lengths));
        const last = new Map(settled(told).map((line) => [line.number, line]));
        for (const line of told) {
          assert.ok(last.get(line.number)?.raw.startsWith(line.raw));
          if (line.complete) assert.deepEqual(last.get(line.number), line);
        }
      }),
      { seed: 20_266, numRuns },
    );
  });
});

test('an unfinished line is told again, longer, with its number', () => {
  const decoder = new LineDecoder();
  const first = [...decoder.push(Buffer.from('one\ntw'), 10)];
  assert.deepEqual(
    first.map(({ number, start, end, text, complete }) => ({ number, start, end, text, complete })),
    [
      { number: 0, start: 10, end: 14, text: 'one', complete: true },
      { number: 1, start: 14, end: 16, text: 'tw', complete: false },
    ],
  );
  const second = [...decoder.push(Buffer.from('o\n'), 16)];
  assert.deepEqual(
    second.map(({ number, start, end, text, complete }) => ({ number, start, end, text, complete })),
    [{ number: 1, start: 14, end: 18, text: 'two', complete: true }],
  );
});

test('of a progress bar the last state counts, and all states are kept', () => {
  const [line] = decoded([Buffer.from('\rstep 1/3\rstep 2/3\rstep 3/3\n')]);
  assert.equal(line?.text, 'step 3/3');
  assert.equal(line.raw, '\rstep 1/3\rstep 2/3\rstep 3/3');
  assert.equal(decoded([Buffer.from('dos\r\n')])[0]?.text, 'dos');
});

test('a bar of an actor keeps the name of the actor', () => {
  const [line] = decoded([Buffer.from('(Trainer pid=7) \rstep 1/3\rstep 2/3\n')]);
  assert.equal(line?.text, '(Trainer pid=7) step 2/3');
});

test('a line of megabytes comes in pieces that cut no character', () => {
  const content = Buffer.from('ä😀漢'.repeat(500_000));
  const lines = settled(decoded(cut(content, [65_536])));
  assert.ok(lines.length > 10);
  assert.equal(lines.map((line) => line.raw).join(''), content.toString('utf8'));
  assert.ok(lines.every((line) => Buffer.byteLength(line.raw) <= 262_144));
});

test('bytes that are no text are one U+FFFD each, and do not eat what follows', () => {
  assert.equal(decoded([Buffer.from([0xff, 0x61, 0xe6, 0x62, 0x0a])])[0]?.raw, '\ufffda\ufffdb');
});

test('what else a follower tells is passed on in its place', async () => {
  async function* events(): AsyncGenerator<LogEvent> {
    yield await Promise.resolve({ kind: 'bytes', offset: null, bytes: Buffer.from('a\n') });
    yield { kind: 'recovered' };
    yield { kind: 'bytes', offset: null, bytes: Buffer.from('b') };
  }
  const told: string[] = [];
  for await (const event of decodeLines(events())) told.push(event.kind === 'line' ? event.line.text : event.kind);
  assert.deepEqual(told, ['a', 'recovered', 'b']);
});
