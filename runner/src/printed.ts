import type { Printed } from './model.ts';

/** Bytes that are kept of what a program prints. */
const KEPT = 64 * 1024;

/** Keeps the beginning of what a program prints, and counts the rest. */
export class PrintedSoFar {
  readonly #parts: Buffer[] = [];
  #bytes = 0;

  add(part: Buffer): void {
    const room = KEPT - this.#bytes;
    if (room > 0) this.#parts.push(part.subarray(0, room));
    this.#bytes += part.length;
  }

  /** As text without what a terminal or an editor would act upon. */
  get printed(): Printed {
    const text = new TextDecoder('utf-8').decode(Buffer.concat(this.#parts));
    return { text: withoutControls(text), bytes: this.#bytes };
  }
}

/** A text whose control characters, but for tabs and line ends, are pictures of themselves. */
export function withoutControls(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/[^\P{Cc}\t\n]/gu, (one) => {
    const code = one.charCodeAt(0);
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
  });
}
