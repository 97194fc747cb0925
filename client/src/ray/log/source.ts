import type { Readable } from 'node:stream';
import { answered } from '../answer.ts';
import { RayError } from '../errors.ts';
import type { RayHttp } from '../http.ts';

/** The log of a job's driver, as Ray names it. */
export interface LogFile {
  /** Node in hexadecimal. */
  readonly node: string;
  readonly name: string;
  /** `http://host:port` of the agent on that node, which serves byte ranges but can seldom be reached. */
  readonly agent: string | null;
}

/** The reader was not asked for more for so long that the connection was given back. */
export class PausedError extends Error {}

/** A connection that nobody reads from holds one of the hundred places for log requests on the head. */
const pauseLimit = 20_000;
const silenceLimit = 30_000;
const agentSilenceLimit = 1_500;
/** Seconds until Ray's own agent cuts an answer; its usual 30 would cut a large log on a slow line. */
const serverLimit = 3_600;

const missingFile = 'A file is not found at';

/** @returns the name of a driver's log (`dashboard/modules/job/common.py`, Ray 2.55) */
export function logFileName(submissionId: string): string {
  return `job-driver-${submissionId}.log`;
}

/**
 * Opens the last lines of a log as it is now, `all` of it if so asked. Never Ray's `stream`, which keeps a place on the
 * head occupied once it is closed.
 *
 * @throws RayError; of kind `not-found` if there is no such file
 */
export async function openLastLines(
  http: RayHttp,
  file: LogFile,
  lines: number | 'all',
  signal: AbortSignal,
): Promise<AsyncGenerator<Buffer>> {
  const request = {
    method: 'GET',
    path: '/api/v0/logs/file',
    query: [
      ['node_id', file.node],
      ['filename', file.name],
      ['lines', lines === 'all' ? -1 : Math.max(1, Math.floor(lines))],
      ['format', 'text'],
      ['timeout', serverLimit],
    ],
    timeout: silenceLimit,
    signal,
  } as const;
  try {
    const response = await answered(http, request);
    return chunksOf(response.body, signal);
  } catch (error) {
    if (!(error instanceof RayError) || !error.detail.includes(missingFile)) throw error;
    const { status = 0, detail } = error;
    throw new RayError('not-found', 'There is no such log.', { status, detail, cause: error });
  }
}

/** A part of a file that was asked for by offset. */
export interface LogRange {
  /** Length of the whole file. */
  readonly total: number;
  readonly chunks: AsyncGenerator<Buffer>;
}

/**
 * Asks the agent of the node for the bytes `from` to `to` (exclusive; to the end without it).
 *
 * @returns `null` where the agent does not serve the range, for whatever reason
 */
export async function openRange(
  http: RayHttp,
  file: LogFile,
  from: number,
  to: number | undefined,
  signal: AbortSignal,
): Promise<LogRange | null> {
  if (file.agent === null) return null;
  try {
    const response = await http.send({
      method: 'GET',
      base: file.agent,
      path: `/logs/${encodeURIComponent(file.name)}`,
      headers: { range: `bytes=${from}-${to === undefined ? '' : to - 1}` },
      timeout: agentSilenceLimit,
      signal,
    });
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers['content-range'] ?? '');
    if (response.status !== 206 || range === null || Number(range[1]) !== from) {
      response.body.destroy();
      return null;
    }
    return { total: Number(range[2]), chunks: chunksOf(response.body, signal) };
  } catch (error) {
    if (signal.aborted || !(error instanceof RayError)) throw error;
    return null;
  }
}

/** The chunks of an answer; the connection is closed when iteration ends early. */
async function* chunksOf(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  const cancel = (): void => {
    body.destroy(cancelled());
  };
  signal.addEventListener('abort', cancel);
  try {
    if (signal.aborted) throw cancelled();
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const timer = setTimeout(() => body.destroy(new PausedError('paused')), pauseLimit);
      timer.unref();
      try {
        yield chunk;
      } finally {
        clearTimeout(timer);
      }
    }
  } catch (error) {
    if (signal.aborted) throw cancelled();
    if (error instanceof RayError || error instanceof PausedError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new RayError('unreachable', `The connection was cut while the log was read (${reason}).`, { cause: error });
  } finally {
    signal.removeEventListener('abort', cancel);
    body.destroy();
  }
}

function cancelled(): RayError {
  return new RayError('cancelled', 'Reading the log was cancelled.');
}
