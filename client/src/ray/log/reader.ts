import { RayError } from '../errors.ts';
import type { RayHttp } from '../http.ts';
import { locate, readByCount } from './byCount.ts';
import { readByOverlap } from './byOverlap.ts';
import { lengthAtAgent, lengthOfRange, rangeText, readByRange } from './byRange.ts';
import type { OpenRange } from './byRange.ts';
import { systemClock } from './events.ts';
import type { LogStart } from './events.ts';
import type { LogLimits } from './limits.ts';
import { openAtLastLines, openedAt } from './opening.ts';
import type { LogPiece } from './position.ts';
import { LogPosition } from './position.ts';
import { openLastLines, openRange, PausedError } from './source.ts';
import type { LogFile } from './source.ts';

/** How a reading ended. */
export interface Reading {
  /** False if the log was not read to its end, because the pieces were not taken for a while. */
  readonly complete: boolean;
  /** Bytes that came over the network; more than the pieces where a log has to be read again. */
  readonly read: number;
}

/** The place in the log cannot be told; following can only begin anew. */
export class PositionLostError extends Error {}

const noReason = 'Server got itself in trouble';

async function* nothing(): AsyncGenerator<Buffer> {
  // No bytes.
}

/** Milliseconds that the agent has to answer before the log is asked of the head. */
const patience = 300;

/** From this many milliseconds on, a log is no longer read as a whole each time. */
const slow = 200;

/**
 * Reads what is new in a growing log, again and again, so that the pieces together are the log from the start on: nothing is
 * left out and nothing comes twice, also when readings fail in the middle. One reading at a time.
 *
 * It takes byte ranges from the agent where that is reachable; else everything while the log is small, then the last lines,
 * recognised by a long overlap; and where a log repeats itself so that they cannot be, everything again, counted.
 */
export class LogReader {
  readonly #http: RayHttp;
  readonly #file: LogFile;
  readonly #start: LogStart;
  readonly #limits: LogLimits;
  #position: LogPosition | null = null;
  readonly #awaitsAgent: boolean;
  #agent: 'untried' | 'good' | 'bad';
  #lines = 0;
  #wholeTook = 0;

  /**
   * @param awaitsAgent whether the agent may take as long to answer as its requests may: for a reader at whose first bytes
   * nobody looks
   */
  constructor(http: RayHttp, file: LogFile, start: LogStart, limits: LogLimits, awaitsAgent = false) {
    this.#http = http;
    this.#file = file;
    this.#start = start;
    this.#limits = limits;
    this.#awaitsAgent = awaitsAgent;
    this.#agent = file.agent === null ? 'bad' : 'untried';
  }

  /** Offset behind the last byte delivered; `null` where it is not known. */
  get offset(): number | null {
    return this.#position?.offset ?? null;
  }

  get hasDelivered(): boolean {
    return (this.#position?.count ?? 0) > 0;
  }

  /** How it reads now, for the tests and the trace. */
  get usesAgent(): boolean {
    return this.#agent === 'good';
  }

  /**
   * Delivers what is new since the last reading.
   *
   * @throws RayError; LogReplacedError; PositionLostError
   */
  async *readNew(signal: AbortSignal): AsyncGenerator<LogPiece, Reading> {
    try {
      return { complete: true, read: yield* this.#readNew(signal) };
    } catch (error) {
      if (error instanceof PausedError) return { complete: false, read: 0 };
      throw error;
    }
  }

  async *#readNew(signal: AbortSignal): AsyncGenerator<LogPiece, number> {
    const position = this.#position;
    if (position === null) return yield* this.#open(signal);
    if (await this.#isAgentGood(position, signal)) {
      if (yield* readByRange(position, this.#ranges(signal))) return 0;
      this.#agent = 'bad';
    }
    if (this.#readsWhole(position)) return yield* this.#count(position, signal);
    const overlapped = yield* readByOverlap(position, this.#linesOf(signal), this.#lines);
    this.#lines = overlapped.lines;
    if (overlapped.found) return overlapped.read;
    if (position.base === null && !(await locate(position, await this.#whole(signal)))) {
      throw new PositionLostError('The place in the log is lost.');
    }
    return overlapped.read + (yield* this.#count(position, signal));
  }

  async *#open(signal: AbortSignal): AsyncGenerator<LogPiece, number> {
    switch (this.#start.kind) {
      case 'beginning':
        this.#position = new LogPosition(0, this.#limits);
        if (this.#awaitsAgent) await this.#tryLongAtAgent(signal);
        else await Promise.race([this.#tryLongAtAgent(signal), systemClock.sleep(patience, signal)]);
        return this.#agent === 'good' ? yield* this.#readNew(signal) : yield* this.#count(this.#position, signal);
      case 'offset':
        this.#position = await this.#openAtOffset(this.#start.offset, signal);
        return this.#agent === 'good' ? yield* this.#readNew(signal) : yield* this.#count(this.#position, signal);
      case 'lastLines': {
        const { position, first } =
          (await this.#openAtAgent(this.#start.lines, signal)) ??
          (await openAtLastLines((lines) => this.#openLines(lines, signal), this.#start.lines, this.#limits));
        this.#position = position;
        yield* position.deliver(first);
        return 0;
      }
    }
  }

  async #openAtOffset(offset: number, signal: AbortSignal): Promise<LogPosition> {
    const position = new LogPosition(offset, this.#limits);
    if (offset <= this.#limits.small) return position;
    const total = await this.#lengthAtAgent(signal);
    if (total === null || total < offset) return position;
    const before = await rangeText(this.#ranges(signal), Math.max(0, offset - this.#limits.overlap), offset);
    if (before === null) return position;
    position.remember(before);
    this.#agent = 'good';
    return position;
  }

  async #openAtAgent(lines: number, signal: AbortSignal): Promise<{ position: LogPosition; first: Buffer } | null> {
    const total = await this.#lengthAtAgent(signal);
    if (total === null) return null;
    const text = await rangeText(this.#ranges(signal), Math.max(0, total - this.#limits.small), total);
    if (text === null) return null;
    this.#agent = 'good';
    return openedAt({ text }, lines, total, this.#limits);
  }

  /** Asked once: an agent that cannot be reached costs a second. */
  async #isAgentGood(position: LogPosition, signal: AbortSignal): Promise<boolean> {
    if (this.#agent === 'untried' && (position.offset ?? 0) > this.#limits.small) {
      this.#agent = (await this.#lengthAtAgent(signal)) === null ? 'bad' : 'good';
    }
    return this.#agent === 'good';
  }

  async #lengthAtAgent(signal: AbortSignal): Promise<number | null> {
    if (this.#agent === 'bad') return null;
    return lengthAtAgent(this.#ranges(signal), (lines) => this.#openLines(lines, signal));
  }

  /** Looks whether the agent has a long log: from there it comes in half the time, and the memory of the head does not grow. */
  async #tryLongAtAgent(signal: AbortSignal): Promise<void> {
    try {
      if (this.#agent === 'bad') return;
      const length = await lengthOfRange(this.#ranges(signal));
      if (length === null || length <= this.#limits.small) return;
      const good = (await this.#lengthAtAgent(signal)) !== null;
      if (this.#agent === 'untried') this.#agent = good ? 'good' : 'bad';
    } catch (error) {
      // The head is asked next, and tells what is wrong.
      if (!(error instanceof RayError)) throw error;
    }
  }

  #readsWhole(position: LogPosition): boolean {
    const { offset } = position;
    if (offset === null) return false;
    const { small, overlap } = this.#limits;
    return offset <= small && (this.#wholeTook < slow || offset <= 2 * overlap);
  }

  async *#count(position: LogPosition, signal: AbortSignal): AsyncGenerator<LogPiece, number> {
    const started = performance.now();
    const read = yield* readByCount(position, await this.#whole(signal));
    this.#wholeTook = performance.now() - started;
    return read;
  }

  #ranges(signal: AbortSignal): OpenRange {
    return (from, to) => openRange(this.#http, this.#file, from, to, signal);
  }

  #linesOf(signal: AbortSignal): (lines: number) => Promise<AsyncGenerator<Buffer>> {
    return (lines) => this.#openLines(lines, signal);
  }

  async #openLines(lines: number | 'all', signal: AbortSignal): Promise<AsyncGenerator<Buffer>> {
    try {
      return await openLastLines(this.#http, this.#file, lines, signal);
    } catch (error) {
      // Ray fails without a reason on a log that is still empty (2.55: `get_logs` of state_head.py ends an answer that has not begun).
      const isEmpty = error instanceof RayError && error.kind === 'server' && error.detail.includes(noReason);
      if (isEmpty && !this.hasDelivered) return nothing();
      throw error;
    }
  }

  #whole(signal: AbortSignal): Promise<AsyncGenerator<Buffer>> {
    return this.#openLines('all', signal);
  }
}
