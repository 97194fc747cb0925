import { History } from './history.ts';
import type { LogLimits } from './limits.ts';
import { countNewlines, startOfLastLines } from './lineStarts.ts';
import { isDistinctEnd } from './overlap.ts';
import { LogPosition } from './position.ts';

/** Opens the last lines of the log, or all of it. */
export type OpenLog = (lines: number | 'all') => Promise<AsyncGenerator<Buffer>>;

interface Tail {
  /** The end of the answer, at most `limits.small` bytes. */
  readonly text: Buffer;
  readonly total: number;
  readonly newlines: number;
}

/**
 * Opens a log at its last lines. Where the answer is not the whole log, its offset is unknown, unless only counting can tell
 * later where the opening was.
 *
 * @returns where the opening is, and what is to be delivered first
 */
export async function openAtLastLines(
  open: OpenLog,
  lines: number,
  limits: LogLimits,
): Promise<{ readonly position: LogPosition; readonly first: Buffer }> {
  for (let asked = Math.max(lines + 1, 1_000); ; asked *= 4) {
    const tail = await readTail(await open(asked), limits.small);
    const isWhole = tail.newlines < asked - 1;
    if (isWhole) return openedAt(tail, lines, tail.total, limits);
    if (tail.text.length < limits.overlap) continue;
    if (isDistinctEnd(tail.text, limits.overlap)) return openedAt(tail, lines, null, limits);
    const whole = await readTail(await open('all'), limits.small);
    return openedAt(whole, lines, whole.total, limits);
  }
}

/** Makes the position of an opening at the last lines of a text that ends at `end` of the file. */
export function openedAt(
  tail: Pick<Tail, 'text'>,
  lines: number,
  end: number | null,
  limits: LogLimits,
): { readonly position: LogPosition; readonly first: Buffer } {
  const start = startOfLastLines(tail.text, lines);
  const first = tail.text.subarray(start);
  const position = new LogPosition(end === null ? null : end - first.length, limits);
  position.remember(tail.text.subarray(0, start));
  if (end === null) {
    const text = Buffer.from(tail.text.subarray(tail.text.length - limits.overlap));
    position.anchor = { text, count: first.length };
  }
  return { position, first };
}

async function readTail(chunks: AsyncGenerator<Buffer>, length: number): Promise<Tail> {
  const end = new History(length);
  let total = 0;
  let newlines = 0;
  for await (const chunk of chunks) {
    end.push(chunk);
    total += chunk.length;
    newlines += countNewlines(chunk);
  }
  return { text: end.last(), total, newlines };
}
