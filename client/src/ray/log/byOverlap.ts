import { countNewlines } from './lineStarts.ts';
import { occurrences } from './overlap.ts';
import type { LogPiece, LogPosition } from './position.ts';

/** Opens the last lines of the log. */
export type OpenLines = (lines: number) => Promise<AsyncGenerator<Buffer>>;

/**
 * Reads the last lines of a log and delivers what is behind the end of what was delivered before, if that end occurs exactly
 * once among them. Asks for four times as many lines until it does.
 *
 * What cannot be told from here: new output that begins with an exact copy of the last `limits.overlap` bytes, the first of
 * its kind, all of it written between two readings.
 *
 * @returns `found: false` if the place cannot be told; nothing is delivered then
 */
export async function* readByOverlap(
  position: LogPosition,
  openLines: OpenLines,
  firstLines: number,
): AsyncGenerator<LogPiece, { readonly found: boolean; readonly lines: number; readonly read: number }> {
  const { overlap, held } = position.limits;
  const notFound = (read: number): { readonly found: false; readonly lines: number; readonly read: number } => {
    return { found: false, lines: 0, read };
  };
  if (!position.isDistinct()) return notFound(0);
  const known = Buffer.from(position.history.last());
  const needle = known.subarray(known.length - overlap);
  let read = 0;
  let before = -1;
  for (let lines = Math.max(firstLines, 2 * countNewlines(needle) + 2); ; lines *= 4) {
    const text = await collect(await openLines(lines), held);
    read += text?.length ?? held;
    if (text === null) return notFound(read);
    const [end, other] = occurrences(text, needle, 2);
    if (other !== undefined) return notFound(read);
    if (end !== undefined) {
      if (!endsAlike(text.subarray(0, end), known)) return notFound(read);
      const kept = text.length <= 4 * overlap ? lines : 0;
      yield* position.deliver(text.subarray(end));
      return { found: true, lines: kept, read };
    }
    if (text.length === before) return notFound(read);
    before = text.length;
  }
}

/** @returns `null` if there is more than `limit` */
async function collect(chunks: AsyncGenerator<Buffer>, limit: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > limit) return null;
    parts.push(chunk);
  }
  return Buffer.concat(parts, length);
}

function endsAlike(one: Buffer, other: Buffer): boolean {
  const length = Math.min(one.length, other.length);
  return one.subarray(one.length - length).equals(other.subarray(other.length - length));
}
