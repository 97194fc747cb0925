import type { OpenLog } from './opening.ts';
import type { LogPiece, LogPosition } from './position.ts';
import type { LogRange } from './source.ts';

/** Asks the agent for a part of the log; `null` where it does not serve it. */
export type OpenRange = (from: number, to?: number) => Promise<LogRange | null>;

/** Bytes before the position that are read again, so that there is an answer at the end of the log, and proof that it is the same log. */
const proof = 256;
/** Beginnings of a log that are compared to see whether the agent is the right one: the first line has the time in it. */
const beginning = 512;
/** Text that is too short to tell one log from another. */
const shortest = 24;
/** Last lines that are compared before, and their most bytes. */
const lastLines = 20;
const mostOfLines = 65_536;

/**
 * Reads from the agent what is behind the position, which has to be known.
 *
 * @returns false if the agent does not serve it; what is then missing has to be read otherwise
 */
export async function* readByRange(position: LogPosition, openRange: OpenRange): AsyncGenerator<LogPiece, boolean> {
  const from = position.offset;
  const known = Buffer.from(position.history.last(proof));
  if (from === null || (known.length === 0 && from > 0)) return false;
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

/** Length of the log at the agent, whichever log that is; `null` if it is not reached, or the log is empty. */
export async function lengthOfRange(openRange: OpenRange): Promise<number | null> {
  const range = await openRange(0, 1);
  if (range === null) return null;
  await firstBytes(range.chunks, 1);
  return range.total;
}

/**
 * Whether an agent has the same log as the dashboard: its address is one that the cluster uses within itself, which may be
 * another machine here. The last lines tell, unless they are too long, too short, or no longer the last at the agent. Only then is the
 * whole log opened at the head to see how it begins: Ray goes on reading a log that is closed, its memory grew by 5 to 49 MB each time
 * for one of 100 MB (StateHead of 2.55).
 *
 * @returns length of the log; `null` if the agent is not reached or not the right one
 */
export async function lengthAtAgent(openRange: OpenRange, openLog: OpenLog): Promise<number | null> {
  const total = await lengthOfRange(openRange);
  if (total === null) return null;
  return (await hasLastLines(openRange, openLog, total)) || (await beginsAlike(openRange, openLog)) ? total : null;
}

async function hasLastLines(openRange: OpenRange, openLog: OpenLog, total: number): Promise<boolean> {
  const known = await firstBytes(await openLog(lastLines), mostOfLines + 1);
  if (known.length < shortest || known.length > mostOfLines) return false;
  // The log may have grown since its length was told.
  const range = await openRange(Math.max(0, total - known.length), total + 2 * mostOfLines);
  if (range === null) return false;
  return (await firstBytes(range.chunks, known.length + 2 * mostOfLines)).includes(known);
}

async function beginsAlike(openRange: OpenRange, openLog: OpenLog): Promise<boolean> {
  const range = await openRange(0, beginning);
  if (range === null) return false;
  const atAgent = await firstBytes(range.chunks, beginning);
  if (atAgent.length < shortest) return false;
  const atHead = await firstBytes(await openLog('all'), beginning);
  const length = Math.min(atAgent.length, atHead.length);
  return length >= shortest && atAgent.subarray(0, length).equals(atHead.subarray(0, length));
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
