/** The last bytes of a stream, at most `capacity` of them are promised; memory stays below twice that. */
export class History {
  readonly #capacity: number;
  #buffer: Buffer;
  #length = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#buffer = Buffer.alloc(Math.min(2 * capacity, 4_096));
  }

  push(bytes: Uint8Array): void {
    const kept = bytes.length > this.#capacity ? bytes.subarray(bytes.length - this.#capacity) : bytes;
    if (this.#length + kept.length > this.#buffer.length) this.#makeRoom(kept.length);
    this.#buffer.set(kept, this.#length);
    this.#length += kept.length;
  }

  /** The last bytes, fewer if fewer are known; valid until the next `push`. */
  last(count = this.#capacity): Buffer {
    const length = Math.min(count, this.#length, this.#capacity);
    return this.#buffer.subarray(this.#length - length, this.#length);
  }

  #makeRoom(more: number): void {
    const kept = this.last(this.#capacity - Math.min(more, this.#capacity));
    const size = Math.min(2 * this.#capacity, Math.max(2 * (kept.length + more), 4_096));
    const buffer = Buffer.alloc(Math.max(size, kept.length + more));
    kept.copy(buffer);
    this.#buffer = buffer;
    this.#length = kept.length;
  }
}
