import { plainText } from './controls.ts';

/** Keeps the last bytes of what is put in, at most twice as many as asked for. */
export class TailBuffer {
  private readonly limit: number;
  private pieces: Uint8Array[] = [];
  private size = 0;
  /** True once something was dropped. */
  cut = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  add(bytes: Uint8Array): void {
    // The giver may use its memory again.
    this.pieces.push(Uint8Array.from(bytes));
    this.size += bytes.length;
    if (this.size <= 2 * this.limit) return;
    const all = Buffer.concat(this.pieces);
    this.pieces = [all.subarray(all.length - this.limit)];
    this.size = this.limit;
    this.cut = true;
  }

  /** The text of whole lines among the last bytes, as a document shows them: no colours, progress bars as they ended. */
  text(): string {
    let all = Buffer.concat(this.pieces);
    if (all.length > this.limit) {
      this.cut = true;
      all = all.subarray(all.length - this.limit);
    }
    if (this.cut) all = all.subarray(all.indexOf(0x0a) + 1);
    return documentText(new TextDecoder().decode(all));
  }
}

/** A log as a document shows it: of a line that was written over, what stood there at last. */
export function documentText(log: string): string {
  return plainText(log)
    .split('\n')
    .map((line) => {
      const frames = line.replace(/\r+$/, '').split('\r');
      return frames.findLast((frame) => frame.trim() !== '') ?? '';
    })
    .join('\n');
}
