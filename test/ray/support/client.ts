import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAddress } from '../../../client/src/ray/address.ts';
import { RayError } from '../../../client/src/ray/errors.ts';
import type { RayErrorKind } from '../../../client/src/ray/errors.ts';
import type { RayHttp, RayHttpOptions } from '../../../client/src/ray/http.ts';
import { deleteJob, getJob, stopJob } from '../../../client/src/ray/jobs.ts';
import { isTerminal } from '../../../client/src/ray/model.ts';
import type { Job } from '../../../client/src/ray/model.ts';
import { createRayHttp } from '../../../client/src/ray/nodeHttp.ts';

/** Milliseconds after which a job of a test counts as one that never gets there. */
const limit = 90_000;

/** The client for an address as a person types it. */
export function clientFor(address: string, options: Omit<RayHttpOptions, 'address'> = {}): RayHttp {
  const reading = readAddress(address);
  assert.ok(reading.ok, address);
  return createRayHttp({ address: reading.address, ...options });
}

/** Waits until something is so of a job. */
export async function jobWhen(http: RayHttp, id: string, isSo: (job: Job) => boolean): Promise<Job> {
  const end = Date.now() + limit;
  for (;;) {
    const job = await getJob(http, id);
    if (isSo(job)) return job;
    assert.ok(Date.now() < end, `job ${id} is still ${job.status}: ${job.message ?? ''}`);
    await sleep(200);
  }
}

export async function endedJob(http: RayHttp, id: string): Promise<Job> {
  return jobWhen(http, id, ({ status }) => isTerminal(status));
}

/** Leaves nothing of a job on a head that others use. */
export async function removeJob(http: RayHttp, id: string): Promise<void> {
  try {
    await stopJob(http, id);
    await endedJob(http, id);
    await deleteJob(http, id);
  } catch (error) {
    if (!(error instanceof RayError && error.kind === 'not-found')) throw error;
  }
}

/** What a call fails with. */
export async function failure(call: Promise<unknown>): Promise<RayError> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof RayError, error instanceof Error ? error.stack : String(error));
    assert.doesNotMatch(error.message, /Traceback|File "/);
    assert.ok(error.message.length < 700, error.message);
    return error;
  }
  assert.fail('it should have failed');
}

export async function fails(
  call: Promise<unknown>,
  kind: RayErrorKind,
  message: RegExp,
  status?: number,
): Promise<RayError> {
  const error = await failure(call);
  assert.match(error.message, message);
  assert.equal(error.kind, kind, error.message);
  if (status !== undefined) assert.equal(error.status, status);
  return error;
}

/** A stream of a text. */
export function bytesOf(text: string): Readable {
  return Readable.from([Buffer.from(text)]);
}

/** A stream of that many zeros. */
export function zeros(length: number): Readable {
  const piece = Buffer.alloc(64 * 1024);
  function* pieces(): Generator<Buffer> {
    for (let left = length; left > 0; left -= piece.length) yield piece.subarray(0, Math.min(left, piece.length));
  }
  return Readable.from(pieces());
}
