/** When something is asked again, in milliseconds. */
export interface PollerTimes {
  /** Between the end of one round and the next. */
  readonly interval: number;
  /** The same right after an action, when something is about to change. */
  readonly soon: number;
  /** How long after an action rounds follow each other soon. */
  readonly soonFor: number;
  /** The longest pause after failures in a row; each one doubles it. */
  readonly longest: number;
}

export const POLLER_TIMES: PollerTimes = { interval: 7_000, soon: 1_500, soonFor: 15_000, longest: 60_000 };

/** The clock of a poller, for tests. */
export interface PollerClock {
  now(): number;
  /** @returns a function that takes the call back */
  after(ms: number, call: () => void): () => void;
}

const realClock: PollerClock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Does something again and again while it is wanted: never two rounds at once, with longer pauses after failures. */
export class Poller {
  readonly #round: () => Promise<boolean>;
  readonly #times: PollerTimes;
  readonly #clock: PollerClock;
  #wanted = false;
  #running: Promise<void> | undefined;
  #again = false;
  #failures = 0;
  #soonUntil = 0;
  #cancel: (() => void) | undefined;

  /** @param round resolves with whether it succeeded; it never rejects */
  constructor(round: () => Promise<boolean>, times: PollerTimes = POLLER_TIMES, clock: PollerClock = realClock) {
    this.#round = round;
    this.#times = times;
    this.#clock = clock;
  }

  /** Whether rounds are made by themselves; the first follows at once. */
  setWanted(wanted: boolean): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    if (wanted) void this.now();
    else this.#unschedule();
  }

  /** Makes a round now; one more where one is under way, since that may have asked too early. */
  async now(): Promise<void> {
    this.#unschedule();
    if (this.#running) this.#again = true;
    else this.#running = this.#run();
    await this.#running;
  }

  /** Makes a round now, and more of them than usual for a while. */
  async soon(): Promise<void> {
    this.#soonUntil = this.#clock.now() + this.#times.soonFor;
    this.#failures = 0;
    await this.now();
  }

  dispose(): void {
    this.#wanted = false;
    this.#unschedule();
  }

  async #run(): Promise<void> {
    do {
      this.#again = false;
      // An error that nobody foresaw in one round must not be the end of all rounds.
      const good = await this.#round().catch(() => false);
      this.#failures = good ? 0 : this.#failures + 1;
    } while (this.#isDueAgain());
    this.#running = undefined;
    this.#schedule();
  }

  #isDueAgain(): boolean {
    return this.#again;
  }

  #schedule(): void {
    this.#unschedule();
    if (!this.#wanted) return;
    this.#cancel = this.#clock.after(this.#pause(), () => {
      this.#cancel = undefined;
      void this.now();
    });
  }

  #pause(): number {
    const { interval, soon, longest } = this.#times;
    const usual = this.#clock.now() < this.#soonUntil ? soon : interval;
    return this.#failures === 0 ? usual : Math.min(longest, interval * 2 ** this.#failures);
  }

  #unschedule(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
