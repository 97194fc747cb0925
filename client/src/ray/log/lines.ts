import type { LogEvent } from './events.ts';
import { overwritten } from './prefix.ts';
import { incompleteTail } from './utf8.ts';

/** A line of a log. */
export interface LogLine {
  /** Counts from 0; a line that is told again, longer, has the number it had. */
  readonly number: number;
  /** Offset of the first byte in the file; `null` where that is not known. */
  readonly start: number | null;
  /** Offset behind the last byte, the line end included. */
  readonly end: number | null;
  /** UTF-8, with U+FFFD for what is none; without the line end. Colours and carriage returns are kept. */
  readonly raw: string;
  /** What a terminal shows of it in the end: what carriage returns overwrote is left out. */
  readonly text: string;
  /** False for the end of the log so far, which is told again once there is more. */
  readonly complete: boolean;
  /** True if the next line is the same one in the file, which is cut because it is very long. */
  readonly continues: boolean;
}

/** Bytes after which a line is cut. */
const longestLine = 262_144;
const newline = 0x0a;
const none = Buffer.alloc(0);

/** Cuts bytes into lines, however they come. Memory stays below a few times the longest line. */
export class LineDecoder {
  readonly #longest: number;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #rest: Buffer = none;
  #more: Buffer[] = [];
  #length = 0;
  #start: number | null = 0;
  #number = 0;

  constructor(longest = longestLine) {
    this.#longest = Math.max(8, longest);
  }

  /**
   * Takes the next bytes, whose first is at `offset`.
   *
   * @returns lines that are complete now, then the unfinished last one
   */
  *push(bytes: Uint8Array, offset: number | null): Generator<LogLine> {
    this.#start = offset === null ? null : offset - this.#length;
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let at = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, at)) {
      this.#add(chunk.subarray(at, end));
      yield* this.#cutPieces();
      yield this.#take(this.#joined().length, { lineEnd: 1, complete: true, continues: false });
      at = end + 1;
    }
    this.#add(chunk.subarray(at));
    yield* this.#cutPieces();
    if (this.#length > 0) yield this.#unfinished();
  }

  #add(bytes: Buffer): void {
    if (bytes.length === 0) return;
    // Copied: the chunk is not ours to keep.
    this.#more.push(Buffer.from(bytes));
    this.#length += bytes.length;
  }

  #joined(): Buffer {
    if (this.#more.length > 0) {
      this.#rest =
        this.#rest.length === 0 && this.#more.length === 1
          ? (this.#more[0] ?? none)
          : Buffer.concat([this.#rest, ...this.#more]);
      this.#more = [];
    }
    return this.#rest;
  }

  *#cutPieces(): Generator<LogLine> {
    while (this.#length > this.#longest) {
      const piece = this.#joined().subarray(0, this.#longest);
      const length = piece.length - incompleteTail(piece);
      yield this.#take(length, { lineEnd: 0, complete: true, continues: true });
    }
  }

  #take(
    length: number,
    kind: { readonly lineEnd: number; readonly complete: boolean; readonly continues: boolean },
  ): LogLine {
    const all = this.#joined();
    const line = this.#line(all.subarray(0, length), kind);
    this.#rest = all.subarray(length);
    this.#length = this.#rest.length;
    this.#start = line.end;
    this.#number += 1;
    return line;
  }

  /** The half of a character that may be at the end is not told yet. */
  #unfinished(): LogLine {
    const all = this.#joined();
    const told = all.subarray(0, all.length - incompleteTail(all));
    return this.#line(told, { lineEnd: 0, complete: false, continues: false });
  }

  #line(
    bytes: Buffer,
    kind: { readonly lineEnd: number; readonly complete: boolean; readonly continues: boolean },
  ): LogLine {
    const raw = this.#decoder.decode(bytes);
    const { lineEnd, complete, continues } = kind;
    const start = this.#start;
    const end = start === null ? null : start + bytes.length + lineEnd;
    return { number: this.#number, start, end, raw, text: overwritten(raw), complete, continues };
  }
}

/** Lines among what else a follower tells. */
export type LineEvent =
  { readonly kind: 'line'; readonly line: LogLine } | Exclude<LogEvent, { readonly kind: 'bytes' }>;

/** The events of a follower with lines in place of bytes. */
export async function* decodeLines(events: AsyncIterable<LogEvent>): AsyncGenerator<LineEvent> {
  const decoder = new LineDecoder();
  for await (const event of events) {
    if (event.kind !== 'bytes') yield event;
    else for (const line of decoder.push(event.bytes, event.offset)) yield { kind: 'line', line };
  }
}
