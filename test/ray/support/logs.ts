import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { after } from 'node:test';
import { PassThrough, pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAddress } from '../../../client/src/ray/address.ts';
import { RayError } from '../../../client/src/ray/errors.ts';
import type { RayHttp } from '../../../client/src/ray/http.ts';
import type { LogEvent } from '../../../client/src/ray/log/events.ts';
import { followLog } from '../../../client/src/ray/log/follow.ts';
import type { FollowOptions, LogFollower } from '../../../client/src/ray/log/follow.ts';
import { createRayHttp } from '../../../client/src/ray/nodeHttp.ts';
import { newSubmissionId, submitJob } from '../../../client/src/ray/submit.ts';

/** Nothing here may take longer; no test measures time. */
const hangLimit = 60_000;

export function connect(address: string, token?: () => Promise<string | undefined>): RayHttp {
  const reading = readAddress(address);
  if (!reading.ok) throw new Error(reading.problem);
  return createRayHttp({ address: reading.address, ...(token === undefined ? {} : { token }) });
}

/** The same cluster where only the port of its dashboard is reachable, as through a tunnel. Counts the bytes of answers. */
export function withoutAgent(http: RayHttp): { readonly http: RayHttp; readonly received: () => number } {
  let received = 0;
  return {
    received: () => received,
    http: {
      ...http,
      send: async (request) => {
        if (request.base !== undefined) throw new RayError('unreachable', 'The agent cannot be reached from here.');
        const response = await http.send(request);
        const counted = new PassThrough();
        counted.on('data', (chunk: Buffer) => (received += chunk.length)).pause();
        pipeline(response.body, counted, () => undefined);
        return { ...response, body: counted };
      },
    },
  };
}

/** The same cluster whose agent is reached elsewhere, as long as there is an address; then no longer. */
export function withAgentAt(http: RayHttp, address: () => string | null): RayHttp {
  return {
    ...http,
    send: async (request) => {
      if (request.base === undefined) return http.send(request);
      const base = address();
      if (base === null) throw new RayError('unreachable', 'The agent cannot be reached any more.');
      return http.send({ ...request, base });
    },
  };
}

/** Submits a job of its own. */
export async function submit(http: RayHttp, entrypoint: string, submissionId = newSubmissionId()): Promise<string> {
  await submitJob(http, { submissionId, entrypoint });
  return submissionId;
}

/** Where a head keeps the log of a job. */
export function logPath(head: { readonly folder: string }, id: string): string {
  return path.join(head.folder, 'session_latest', 'logs', `job-driver-${id}.log`);
}

/** Waits for something; says what did not come. */
export async function until<T>(
  what: string,
  look: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  const end = Date.now() + hangLimit;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > end) throw new Error(`${what} did not come`);
    await sleep(50);
  }
}

/** Fails instead of hanging. */
export async function inTime<T>(what: string, promise: Promise<T>): Promise<T> {
  const limit = new AbortController();
  const late = sleep(hangLimit, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`${what} did not end`);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    limit.abort();
    late.catch(() => undefined);
  }
}

/** Followers of this file. */
const followers = new Set<LogFollower>();

// One that a failed test leaves would try again for ever, and the file would not end.
after(() => {
  for (const follower of followers) follower.stop();
});

/** A follower with all that it told; bytes are kept up to a size, and hashed. */
export class Watched {
  readonly follower: LogFollower;
  readonly events: Exclude<LogEvent, { kind: 'bytes' }>[] = [];
  readonly done: Promise<void>;
  bytes = 0;
  /** Offset of the first byte that was delivered. */
  start: number | null = null;
  readonly #parts: Buffer[] = [];
  readonly #hash = createHash('sha256');
  readonly #keep: number;

  constructor(http: RayHttp, options: FollowOptions, keep = 64 * 1024 * 1024) {
    this.#keep = keep;
    this.follower = followLog(http, options);
    followers.add(this.follower);
    this.done = this.#read();
    this.done.catch(() => undefined);
  }

  async #read(): Promise<void> {
    for await (const event of this.follower) {
      if (event.kind !== 'bytes') {
        this.events.push(event);
        continue;
      }
      if (this.bytes === 0) this.start = event.offset;
      const expected = this.start === null ? null : this.start + this.bytes;
      if (event.offset !== null && expected !== null && event.offset !== expected) {
        throw new Error(`The bytes at ${expected} are told to be at ${event.offset}`);
      }
      this.bytes += event.bytes.length;
      this.#hash.update(event.bytes);
      if (this.bytes <= this.#keep) this.#parts.push(Buffer.from(event.bytes));
    }
  }

  get text(): string {
    return Buffer.concat(this.#parts).toString('latin1');
  }

  kinds(): readonly string[] {
    return this.events.map(({ kind }) => kind);
  }

  statuses(): readonly string[] {
    return this.events.flatMap((event) => (event.kind === 'status' ? [event.job.status] : []));
  }

  get end(): Extract<LogEvent, { kind: 'end' }> | undefined {
    return this.events.find((event) => event.kind === 'end');
  }

  /** Fails unless what was delivered are the bytes of a file, from where it was opened. Gives the number of bytes. */
  async sameAs(file: string, from = 0): Promise<number> {
    const content = (await readFile(file)).subarray(from);
    const expected = createHash('sha256').update(content).digest('hex');
    if (this.bytes !== content.length || this.#hash.copy().digest('hex') !== expected) {
      throw new Error(
        `${this.bytes} bytes were delivered, which are not the ${content.length} of ${file} from ${from} on`,
      );
    }
    return content.length;
  }
}

/** A process of a head. */
export interface HeadProcess {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** Processes that a head has started, its drivers among them, by what their command line or that of an ancestor holds. */
export async function processesOf(head: { readonly pid: number }, holds: RegExp): Promise<readonly HeadProcess[]> {
  const all = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(readProcess));
  const known = new Map(all.flatMap((one) => (one === null ? [] : [[one.pid, one]])));
  const isBelow = (pid: number): boolean => pid === head.pid || (pid > 1 && isBelow(known.get(pid)?.parent ?? 0));
  return [...known.values()].filter((one) => isBelow(one.pid) && holds.test(one.command));
}

async function readProcess(name: string): Promise<HeadProcess | null> {
  try {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8');
    const command = (await readFile(`/proc/${name}/cmdline`, 'utf8')).split('\0').join(' ').trim();
    return { pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]), command };
  } catch {
    // It has ended meanwhile.
    return null;
  }
}

/** Fails unless two files are the same. */
export async function sameFile(one: string, other: string): Promise<void> {
  const [first, second] = await Promise.all([readFile(one), readFile(other)]);
  if (!first.equals(second)) throw new Error(`${one} (${first.length} bytes) is not ${other} (${second.length} bytes)`);
}
