import { open } from 'node:fs/promises';
import { TryEvent } from './model.ts';

/** Bytes that are read of the events of one trial. */
const MOST = 8_000_000;

/** Follows a file to which lines of JSON are appended. */
export class EventFile {
  readonly #path: string;
  #offset = 0;
  #rest = Buffer.alloc(0);

  constructor(path: string) {
    this.#path = path;
  }

  /** Events that came since the last time; lines of another shape are none of ours. */
  async read(): Promise<readonly TryEvent[]> {
    const added = await this.#added();
    const text = Buffer.concat([this.#rest, added]);
    const end = text.lastIndexOf(0x0a) + 1;
    this.#rest = text.subarray(end);
    return text
      .subarray(0, end)
      .toString('utf8')
      .split('\n')
      .flatMap((line) => eventOf(line) ?? []);
  }

  async #added(): Promise<Buffer> {
    let file;
    try {
      file = await open(this.#path, 'r');
    } catch {
      // Nothing has been told yet.
      return Buffer.alloc(0);
    }
    try {
      const { size } = await file.stat();
      const length = Math.max(0, Math.min(size, MOST) - this.#offset);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, this.#offset);
      this.#offset += bytesRead;
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }
}

function eventOf(line: string): TryEvent | undefined {
  try {
    const json: unknown = JSON.parse(line);
    return TryEvent.safeParse(json).data;
  } catch {
    return undefined;
  }
}
