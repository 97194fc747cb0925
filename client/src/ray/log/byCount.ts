import { History } from './history.ts';
import type { LogPiece, LogPosition } from './position.ts';
import { LogReplacedError } from './position.ts';
import { searchFor } from './overlap.ts';

/**
 * Reads a whole log and delivers what is behind the position, which has to be known. Memory does not grow with the log.
 *
 * @returns bytes read
 * @throws LogReplacedError if the log is shorter, or is another one before the position
 */
export async function* readByCount(
  position: LogPosition,
  whole: AsyncGenerator<Buffer>,
): AsyncGenerator<LogPiece, number> {
  const from = position.offset ?? 0;
  // A copy: bytes that are delivered below move what the history holds.
  const known = Buffer.from(position.history.last());
  const collected = known.length === 0 && from > 0 ? new History(position.limits.memory) : null;
  let at = 0;
  for await (const chunk of whole) {
    const start = at;
    at += chunk.length;
    if (start < from) {
      const before = chunk.subarray(0, from - start);
      if (!matches(before, start, known, from)) throw new LogReplacedError('The log is another one.');
      collected?.push(before);
      if (at < from) continue;
      if (collected !== null) position.remember(collected.last());
    }
    yield* position.deliver(chunk.subarray(Math.max(0, from - start)));
  }
  if (at < from) throw new LogReplacedError('The log is shorter than before.');
  return at;
}

/** Compares bytes of the file with those that are known to end at `end`. */
function matches(bytes: Buffer, start: number, known: Buffer, end: number): boolean {
  const knownStart = end - known.length;
  const first = Math.max(start, knownStart);
  const last = Math.min(start + bytes.length, end);
  if (first >= last) return true;
  return bytes.compare(known, first - knownStart, last - knownStart, first - start, last - start) === 0;
}

/**
 * Finds the opening in the whole log by its anchor.
 *
 * @returns whether it occurs exactly once, so that the position is known now
 * @throws LogReplacedError if it does not occur
 */
export async function locate(position: LogPosition, whole: AsyncGenerator<Buffer>): Promise<boolean> {
  const { anchor } = position;
  if (anchor === null) return false;
  const search = searchFor(anchor.text);
  const ends: number[] = [];
  for await (const chunk of whole) {
    search.push(chunk, (end) => {
      if (ends.length < 2) ends.push(end);
    });
  }
  const [end, other] = ends;
  if (end === undefined) throw new LogReplacedError('The log is another one.');
  if (other !== undefined) return false;
  position.base = end - anchor.count;
  return true;
}
