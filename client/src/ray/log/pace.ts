import type { Clock } from './events.ts';

/** Milliseconds between the beginnings of two readings. */
const afterOutput = 250;
const whileQuiet = 700;
const whileHidden = 10_000;
const leastPause = 50;
const mostPause = 30_000;

/** When to read next. */
export class Pace {
  readonly #clock: Clock;
  #visible: boolean;
  #wake = new AbortController();
  #woken = false;
  #began = 0;
  #pause: number | null = 0;
  #fixed = false;

  constructor(clock: Clock, visible: boolean) {
    this.#clock = clock;
    this.#visible = visible;
  }

  setVisible(visible: boolean): void {
    const shown = visible && !this.#visible;
    this.#visible = visible;
    if (shown) this.wake();
  }

  /** Ends a wait, or the next one if there is none now. */
  wake(): void {
    this.#woken = true;
    this.#wake.abort();
  }

  begin(): void {
    this.#began = this.#clock.now();
    this.#pause = whileQuiet;
    this.#fixed = false;
  }

  /** A reading that has to transfer much for little is repeated less often. */
  readingDone(brought: number, read: number): void {
    const took = this.#clock.now() - this.#began;
    const pause = brought > 0 ? afterOutput : whileQuiet;
    const wasteful = read > 4 * brought && took > pause;
    this.#pause = wasteful ? Math.min(mostPause, 4 * took) : pause;
  }

  /** The job has ended: no reason to wait for somebody to look. */
  hurry(): void {
    this.#fixed = true;
    this.#pause = Math.min(this.#pause ?? whileQuiet, whileQuiet);
  }

  /** `null`: until `wake`. */
  retryIn(milliseconds: number | null): void {
    this.#fixed = true;
    this.#pause = milliseconds;
  }

  async wait(): Promise<void> {
    const pause = this.#fixed || this.#visible || this.#pause === null ? this.#pause : whileHidden;
    const left =
      pause === null ? Infinity : Math.max(leastPause, pause - (this.#fixed ? 0 : this.#clock.now() - this.#began));
    if (!this.#woken) await this.#clock.sleep(Math.min(left, 2 ** 31 - 1), this.#wake.signal);
    this.#woken = false;
    this.#wake = new AbortController();
  }
}
