import type { LogPiece, LogPosition } from './position.ts';
import type { LogRange } from './source.ts';

/** Asks the agent for a part of the log; `null` where it does not serve it. */
export type OpenRange = (from: number, to?: number) => Promise<LogRange | null>;

/** Bytes before the position that are read again, so that there is an answer at the end of the log, and proof that it is the same log. */
const proof = 256;
/** Beginnings of a log that are compared to see whether the agent is the right one: the first line has the time in it. */
const beginning = 512;
const shortestBeginning = 24;

/**
 * Reads from the agent what is behind the position, which has to be known.
 *
 * @returns false if the agent does not serve it; what is then missing has to be read otherwise
 */
export async function* readByRange(position: LogPosition, openRange: OpenRange): AsyncGenerator<LogPiece, boolean> {
  const from = position.offset;
  const known = Buffer.from(position.history.last(proof));
  if (from === null || known.length === 0) return false;
  const range = await openRange(from - known.length);
  if (range === null) return false;
  let seen = 0;
  for await (const chunk of range.chunks) {
    const before = chunk.subarray(0, Math.max(0, known.length - seen));
    if (!before.equals(known.subarray(seen, seen + before.length))) return false;
    seen += chunk.length;
    yield* position.deliver(chunk.subarray(before.length));
  }
  return seen >= known.length;
}

/**
 * Whether an agent has the same log as the dashboard: its address is one that the cluster uses within itself, which may be
 * another machine here.
 *
 * @returns length of the log; `null` if the agent is not reached or not the right one
 */
export async function lengthAtAgent(
  openRange: OpenRange,
  whole: () => Promise<AsyncGenerator<Buffer>>,
): Promise<number | null> {
  const range = await openRange(0, beginning);
  if (range === null) return null;
  const atAgent = await firstBytes(range.chunks, beginning);
  if (atAgent.length < shortestBeginning) return null;
  const atHead = await firstBytes(await whole(), beginning);
  const length = Math.min(atAgent.length, atHead.length);
  if (length < shortestBeginning || !atAgent.subarray(0, length).equals(atHead.subarray(0, length))) return null;
  return range.total;
}

/** Bytes of a range that is short enough to be held; `null` where it is not served. */
export async function rangeText(openRange: OpenRange, from: number, to: number): Promise<Buffer | null> {
  if (to <= from) return Buffer.alloc(0);
  const range = await openRange(from, to);
  if (range === null) return null;
  const text = await firstBytes(range.chunks, to - from);
  return text.length === to - from ? text : null;
}

async function firstBytes(chunks: AsyncGenerator<Buffer>, length: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let read = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    read += chunk.length;
    if (read >= length) break;
  }
  return Buffer.concat(parts).subarray(0, length);
}
