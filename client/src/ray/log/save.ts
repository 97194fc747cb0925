import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { RayError } from '../errors.ts';
import type { RayHttp } from '../http.ts';
import { getJob } from '../jobs.ts';
import type { Job } from '../model.ts';
import { isTerminal } from '../model.ts';
import { systemClock } from './events.ts';
import { usualLimits } from './limits.ts';
import { headNode } from './nodes.ts';
import { LogReplacedError } from './position.ts';
import { LogReader } from './reader.ts';
import { logFileName } from './source.ts';

export interface SaveOptions {
  readonly submissionId: string;
  /** Takes the log from its first byte on; the next bytes come when it has resolved. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  readonly signal?: AbortSignal;
  /** Hears how many bytes have been written. */
  readonly onProgress?: (bytes: number) => void;
}

/** What was saved: the log as it was at one moment after the call. */
export interface SavedLog {
  readonly bytes: number;
  readonly job: Job;
}

const pauses = [500, 1_000, 2_000, 4_000] as const;

/**
 * Reads the whole log of a job as it is now, byte for byte: a long one from the agent of its node where that is reached, else
 * through the dashboard. Goes on where it was after a cut connection, for a few tries.
 *
 * @throws RayError; of kind `not-found` if there is no such job or no log yet; and what `write` throws
 */
export async function saveLog(http: RayHttp, options: SaveOptions): Promise<SavedLog> {
  const { submissionId, write, onProgress, signal = new AbortController().signal } = options;
  const job = await getJob(http, submissionId, { signal });
  const node = job.driverNodeId ?? (isTerminal(job.status) ? await headNode(http, signal) : null);
  if (node === null) throw new RayError('not-found', `Job ${submissionId} has no log yet.`);
  const file = { node, name: logFileName(submissionId), agent: job.driverAgentAddress };
  const reader = new LogReader(http, file, { kind: 'beginning' }, usualLimits, true);
  let bytes = 0;
  const taken = async (piece: Uint8Array): Promise<void> => {
    try {
      await write(piece);
    } catch (error) {
      throw new WriteError('The log cannot be written.', { cause: error });
    }
    bytes += piece.length;
    onProgress?.(bytes);
  };
  let failures = 0;
  // Read once more behind the first time, because an answer that was cut may look like a whole one.
  for (let complete = 0; complete < 2;) {
    try {
      const reading = await copyNew(reader, taken, signal);
      if (reading.complete) complete = reading.brought === 0 ? 2 : complete + 1;
    } catch (error) {
      if (error instanceof WriteError) throw error.cause;
      const pause = pauses[failures];
      if (pause === undefined || !mayPass(error)) throw toRayError(error);
      failures += 1;
      await systemClock.sleep(pause, signal);
    }
  }
  return { bytes, job };
}

/**
 * Saves the whole log of a job as it is now in a file, which appears or is replaced only when it is complete.
 *
 * @throws RayError; the error of the file system
 */
export async function saveLogToFile(
  http: RayHttp,
  submissionId: string,
  path: string,
  options: Pick<SaveOptions, 'signal' | 'onProgress'> = {},
): Promise<SavedLog> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.part`;
  const file = await open(temporary, 'wx');
  try {
    let saved: SavedLog;
    try {
      saved = await saveLog(http, { ...options, submissionId, write: (bytes) => file.writeFile(bytes) });
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    return saved;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

class WriteError extends Error {}

async function copyNew(
  reader: LogReader,
  write: (bytes: Uint8Array) => Promise<void>,
  signal: AbortSignal,
): Promise<{ readonly complete: boolean; readonly brought: number }> {
  const pieces = reader.readNew(signal);
  let brought = 0;
  try {
    for (;;) {
      const piece = await pieces.next();
      if (piece.done === true) return { complete: piece.value.complete, brought };
      brought += piece.value.bytes.length;
      await write(piece.value.bytes);
    }
  } finally {
    // The connection is given back also if writing failed.
    await pieces.return({ complete: false, read: 0 });
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof LogReplacedError) return true;
  return error instanceof RayError && ['unreachable', 'timeout', 'server'].includes(error.kind);
}

function toRayError(error: unknown): unknown {
  if (!(error instanceof LogReplacedError)) return error;
  return new RayError('bad-answer', 'The log became another one while it was read.', { cause: error });
}
