import { RayError } from '../errors.ts';
import type { RayHttp } from '../http.ts';
import { getJob, rayVersion } from '../jobs.ts';
import { isTerminal } from '../model.ts';
import type { Job } from '../model.ts';
import type { Clock, EndReason, LogEvent, LogStart } from './events.ts';
import { systemClock } from './events.ts';
import type { LogLimits } from './limits.ts';
import { usualLimits } from './limits.ts';
import { headNode, isNodeAlive } from './nodes.ts';
import { LogReplacedError } from './position.ts';
import { LogReader, PositionLostError } from './reader.ts';
import { logFileName } from './source.ts';
import { Pace } from './pace.ts';

export interface FollowOptions {
  readonly submissionId: string;
  readonly start: LogStart;
  /** Whether somebody looks at it now; true unless given. */
  readonly visible?: boolean;
  /** Session of Ray in which the log was read before, where following goes on after a reload. */
  readonly sessionName?: string;
  readonly clock?: Clock;
  readonly limits?: LogLimits;
}

/**
 * A log that is followed. Iterate it once; nothing is read while nobody asks for the next event, and leaving the loop stops
 * it. It ends by itself behind the event `end`.
 */
export interface LogFollower extends AsyncIterable<LogEvent> {
  /** New output comes within a second if visible, else within ten. */
  readonly setVisible: (visible: boolean) => void;
  /** Tries again at once what waits for its time or, as for a token, for this call. */
  readonly retryNow: () => void;
  /** Ends iteration without another event; a pending `next` resolves. */
  readonly stop: () => void;
  /** Offset in the file behind the last byte delivered; `null` where it is not known. */
  readonly offset: () => number | null;
  /** Session of Ray that the job belongs to; `null` before the first answer, empty where the server does not say. */
  readonly sessionName: () => string | null;
}

/** How often the session is compared although nothing failed. */
const sessionInterval = 15_000;
/** How many readings behind the end of a job bring something, until the rest is left to processes that outlive it. */
const mostLateReadings = 20;

/**
 * Follows the log of a submitted job: waits for a job that has not started, goes on after failures where it was, and ends
 * when the job has ended and its log is read. A closed connection never counts as an end.
 */
export function followLog(http: RayHttp, options: FollowOptions): LogFollower {
  const follow = new Follow(http, options);
  const events = follow.events();
  return {
    [Symbol.asyncIterator]: () => events,
    setVisible: (visible) => {
      follow.pace.setVisible(visible);
    },
    retryNow: () => {
      follow.pace.wake();
    },
    stop: () => {
      follow.stop();
    },
    offset: () => follow.offset,
    sessionName: () => follow.session,
  };
}

type Step = { readonly next: 'wait' } | { readonly next: 'end'; readonly reason: EndReason };
const wait: Step = { next: 'wait' };

class Follow {
  readonly pace: Pace;
  session: string | null;
  readonly #http: RayHttp;
  readonly #options: FollowOptions;
  readonly #clock: Clock;
  readonly #stopped = new AbortController();
  #job: Job | null = null;
  #jobAt = -Infinity;
  #sessionAt = -Infinity;
  #reader: LogReader | null = null;
  #failures = 0;
  #toldDead = false;
  #replaced = false;
  #quiet = 0;
  #late = 0;

  constructor(http: RayHttp, options: FollowOptions) {
    this.#http = http;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.session = options.sessionName ?? null;
    this.pace = new Pace(this.#clock, options.visible ?? true);
  }

  get offset(): number | null {
    return this.#reader?.offset ?? null;
  }

  stop(): void {
    this.#stopped.abort();
    this.pace.wake();
  }

  #isStopped(): boolean {
    return this.#stopped.signal.aborted;
  }

  async *events(): AsyncGenerator<LogEvent, void> {
    try {
      while (!this.#isStopped()) {
        this.pace.begin();
        const step = yield* this.#attempt();
        if (this.#isStopped()) return;
        if (step.next === 'end') {
          yield { kind: 'end', job: this.#job, reason: step.reason };
          return;
        }
        await this.pace.wait();
      }
    } finally {
      this.stop();
    }
  }

  async *#attempt(): AsyncGenerator<LogEvent, Step> {
    try {
      return yield* this.#step();
    } catch (error) {
      if (this.#isStopped()) return wait;
      return yield* this.#failed(error);
    }
  }

  async *#step(): AsyncGenerator<LogEvent, Step> {
    if (await this.#isOtherSession()) return { next: 'end', reason: 'cluster-restarted' };
    const job = await this.#currentJob();
    if (job === null) return yield* this.#noSuchJob();
    if (this.#job?.status !== job.status) {
      this.#job = job;
      yield { kind: 'status', job };
    }
    this.#job = job;
    const reader = await this.#readerOf(job);
    if (reader === null) {
      yield* this.#recovered();
      return isTerminal(job.status) ? { next: 'end', reason: 'finished' } : wait;
    }
    return yield* this.#read(reader, job);
  }

  async *#read(reader: LogReader, job: Job): AsyncGenerator<LogEvent, Step> {
    const pieces = reader.readNew(this.#stopped.signal);
    let brought = 0;
    for (;;) {
      const piece = await pieces.next();
      if (piece.done !== true) {
        yield* this.#recovered();
        brought += piece.value.bytes.length;
        yield { kind: 'bytes', ...piece.value };
        continue;
      }
      yield* this.#recovered();
      this.#replaced = false;
      this.pace.readingDone(brought, piece.value.read);
      return this.#isFinished(job, brought, piece.value.complete) ? { next: 'end', reason: 'finished' } : wait;
    }
  }

  /** A job has ended for us when two readings behind its end bring nothing: Ray's own last line may come late. */
  #isFinished(job: Job, brought: number, complete: boolean): boolean {
    if (!isTerminal(job.status)) return false;
    this.pace.hurry();
    this.#late += 1;
    this.#quiet = brought > 0 || !complete ? 0 : this.#quiet + 1;
    return this.#quiet >= 2 || (complete && this.#late >= mostLateReadings);
  }

  async *#failed(error: unknown): AsyncGenerator<LogEvent, Step> {
    this.#jobAt = -Infinity;
    if (error instanceof LogReplacedError) return this.#logReplaced();
    if (error instanceof PositionLostError) {
      this.#reader = null;
      const message = 'The place in the log was lost because its text repeats itself. It goes on at its end.';
      yield { kind: 'notice', notice: 'gap', message };
      return wait;
    }
    if (!(error instanceof RayError)) throw error;
    const step = yield* this.#withoutLog(error);
    if (step !== null) return step;
    this.#sessionAt = -Infinity;
    this.#failures += 1;
    const needsPerson = error.kind === 'token-missing' || error.kind === 'token-refused';
    const retryInMs = needsPerson ? null : Math.min(15_000, 500 * 2 ** (this.#failures - 1));
    this.pace.retryIn(retryInMs);
    yield { kind: 'trouble', error, retryInMs };
    return wait;
  }

  /** What it means that the log is not there while the cluster answers; `null` if it is just a failure. */
  async *#withoutLog(error: RayError): AsyncGenerator<LogEvent, Step | null> {
    const job = this.#job;
    if (job === null || !(error.kind === 'not-found' || error.kind === 'server' || error.kind === 'timeout'))
      return null;
    const ended = isTerminal(job.status);
    if (error.kind === 'not-found') {
      if (ended) return { next: 'end', reason: this.#hasRead() ? 'log-lost' : 'finished' };
      return this.#hasRead() ? null : wait;
    }
    if (job.driverNodeId === null || (await this.#isAlive(job.driverNodeId))) return null;
    if (ended) return { next: 'end', reason: 'log-lost' };
    yield* this.#recovered();
    if (!this.#toldDead) {
      this.#toldDead = true;
      const message = 'The node on which the driver runs is dead, although Ray still calls the job running.';
      yield { kind: 'notice', notice: 'node-dead', message };
    }
    this.pace.retryIn(5_000);
    return wait;
  }

  #hasRead(): boolean {
    return this.#reader !== null && this.#reader.hasDelivered;
  }

  async #isAlive(node: string): Promise<boolean> {
    try {
      return await isNodeAlive(this.#http, node, this.#stopped.signal);
    } catch (error) {
      if (error instanceof RayError) return true;
      throw error;
    }
  }

  /** Looked at twice, since an answer that was cut may look like a shorter log. */
  #logReplaced(): Step {
    if (this.#replaced) return { next: 'end', reason: 'log-replaced' };
    this.#replaced = true;
    this.#sessionAt = -Infinity;
    return wait;
  }

  async *#noSuchJob(): AsyncGenerator<LogEvent, Step> {
    this.#sessionAt = -Infinity;
    const restarted = await this.#isOtherSession();
    yield* this.#recovered();
    return { next: 'end', reason: restarted ? 'cluster-restarted' : 'no-such-job' };
  }

  *#recovered(): Generator<LogEvent> {
    if (this.#failures === 0) return;
    this.#failures = 0;
    yield { kind: 'recovered' };
  }

  async #isOtherSession(): Promise<boolean> {
    const now = this.#clock.now();
    if (now - this.#sessionAt < sessionInterval) return false;
    const { sessionName } = await rayVersion(this.#http, { signal: this.#stopped.signal });
    this.#sessionAt = now;
    this.session ??= sessionName;
    return sessionName !== '' && this.session !== '' && sessionName !== this.session;
  }

  /** `null` if the cluster does not know it. */
  async #currentJob(): Promise<Job | null> {
    const now = this.#clock.now();
    if (this.#job !== null && (isTerminal(this.#job.status) || now - this.#jobAt < 1_000)) return this.#job;
    try {
      const job = await getJob(this.#http, this.#options.submissionId, { signal: this.#stopped.signal });
      this.#jobAt = now;
      return job;
    } catch (error) {
      if (error instanceof RayError && error.kind === 'not-found') return null;
      throw error;
    }
  }

  /** `null` as long as the job has no node. */
  async #readerOf(job: Job): Promise<LogReader | null> {
    if (this.#reader !== null) return this.#reader;
    const ended = isTerminal(job.status);
    const node = job.driverNodeId ?? (ended ? await headNode(this.#http, this.#stopped.signal) : null);
    if (node === null) return null;
    const file = { node, name: logFileName(this.#options.submissionId), agent: job.driverAgentAddress };
    this.#reader = new LogReader(this.#http, file, this.#options.start, this.#options.limits ?? usualLimits);
    return this.#reader;
  }
}
