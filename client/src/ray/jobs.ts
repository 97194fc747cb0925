import * as z from 'zod/mini';
import { answered, ask } from './answer.ts';
import { RayError } from './errors.ts';
import type { RayHttp } from './http.ts';
import { jobDetails, jobOf } from './jobDetails.ts';
import type { Job, RayVersion } from './model.ts';
import { retried } from './retry.ts';

/** Milliseconds that a list, a look at a job, a stop or a deletion may take. */
const usualTimeout = 15_000;

/** How a caller gives up. */
export interface Cancellable {
  readonly signal?: AbortSignal;
}

const versionShape = z.object({
  ray_version: z.string(),
  session_name: z.optional(z.nullable(z.string())),
});

/**
 * Version of the cluster, which is also the test whether there is one.
 *
 * @throws RayError; of kind `not-ray` where something else answers
 */
export async function rayVersion(http: RayHttp, { signal }: Cancellable = {}): Promise<RayVersion> {
  try {
    const request = { method: 'GET', path: '/api/version', timeout: usualTimeout, ...given(signal) } as const;
    const version = await retried(async () => ask(http, request, versionShape), signal);
    return { rayVersion: version.ray_version, sessionName: version.session_name ?? '' };
  } catch (error) {
    if (!(error instanceof RayError) || !(error.status === 404 || error.kind === 'bad-answer')) throw error;
    const message = `${http.address.base} answers, but is not Ray’s dashboard. It is usually at port 8265.`;
    throw new RayError('not-ray', message, { detail: error.detail, cause: error });
  }
}

const authenticationShape = z.object({ authentication_mode: z.string() });

/**
 * Whether the cluster asks for a token. It says so to everybody. Ray before 2.52 has no tokens and answers 404.
 *
 * @throws RayError
 */
export async function authenticationMode(
  http: RayHttp,
  { signal }: Cancellable = {},
): Promise<'none' | 'disabled' | 'token'> {
  try {
    const request = {
      method: 'GET',
      path: '/api/authentication_mode',
      timeout: usualTimeout,
      ...given(signal),
    } as const;
    const answer = await retried(async () => ask(http, request, authenticationShape), signal);
    // A mode that a later Ray may have asks for something, too.
    return answer.authentication_mode === 'disabled' ? 'disabled' : 'token';
  } catch (error) {
    if (error instanceof RayError && error.kind === 'not-found') return 'none';
    throw error;
  }
}

/**
 * All jobs, the newest first. Ray has no pages: one call reads everything, so a list is asked for gently.
 *
 * @throws RayError
 */
export async function listJobs(http: RayHttp, { signal }: Cancellable = {}): Promise<readonly Job[]> {
  // Without the slash at the end it is a 404.
  const request = { method: 'GET', path: '/api/jobs/', timeout: usualTimeout, ...given(signal) } as const;
  const list = await retried(async () => ask(http, request, z.array(z.unknown())), signal);
  return list
    .map((one) => jobDetails.safeParse(one))
    .map((result) => (result.success ? jobOf(result.data) : undefined))
    .filter((job) => job !== undefined)
    .sort((a, b) => (b.startTime ?? 0) - (a.startTime ?? 0) || (a.key < b.key ? 1 : -1));
}

/**
 * One job, by its submission id or Ray's job id.
 *
 * @throws RayError; of kind `not-found` when there is none
 */
export async function getJob(http: RayHttp, key: string, { signal }: Cancellable = {}): Promise<Job> {
  const request = { method: 'GET', path: pathOf(key), timeout: usualTimeout, ...given(signal) } as const;
  const job = jobOf(await retried(async () => ask(http, request, jobDetails), signal));
  if (job === undefined) throw new RayError('bad-answer', `${http.address.origin} describes job ${key} without an id.`);
  return job;
}

/** What became of a stop. */
export interface StopOutcome {
  /** False for a job that had already ended. */
  readonly stopped: boolean;
  /** The job waits for its start. Ray cannot stop such a one: it answers yes, and the job goes on waiting. */
  readonly pending: boolean;
}

/**
 * Asks Ray to stop a job: SIGTERM to its processes, and SIGKILL after `RAY_JOB_STOP_WAIT_TIME_S` (3 s unless the job sets it). Returns
 * before the job has ended.
 *
 * @throws RayError; of kind `refused` for a job that nobody submitted
 */
export async function stopJob(http: RayHttp, submissionId: string, { signal }: Cancellable = {}): Promise<StopOutcome> {
  const path = `${pathOf(submissionId)}/stop`;
  const request = { method: 'POST', path, timeout: usualTimeout, ...given(signal) } as const;
  const { stopped } = await ask(http, request, z.object({ stopped: z.boolean() }));
  return { stopped, pending: stopped && (await isPending(http, submissionId, given(signal))) };
}

/** What cannot be found out does not make a failure of a stop that was taken. */
async function isPending(http: RayHttp, submissionId: string, options: Cancellable): Promise<boolean> {
  try {
    return (await getJob(http, submissionId, options)).status === 'pending';
  } catch {
    return false;
  }
}

/**
 * Removes a job that has ended from the list; its log stays on the head.
 *
 * @throws RayError; of kind `refused` for a job that has not ended, or that nobody submitted
 */
export async function deleteJob(http: RayHttp, submissionId: string, { signal }: Cancellable = {}): Promise<void> {
  const request = { method: 'DELETE', path: pathOf(submissionId), timeout: usualTimeout, ...given(signal) } as const;
  const response = await answered(http, request);
  response.body.resume();
}

/** Milliseconds after which Ray itself gives up on a job that waits; Ray 2.48 does not always. */
export const pendingLimit = 15 * 60_000;

/** True for a job that has waited for its start for longer than Ray lets jobs wait (`RAY_JOB_START_TIMEOUT_SECONDS`). */
export function pendingTooLong(job: Pick<Job, 'status' | 'startTime'>, now: number, limit = pendingLimit): boolean {
  return job.status === 'pending' && job.startTime !== null && now - job.startTime > limit;
}

export function pathOf(key: string): string {
  return `/api/jobs/${encodeURIComponent(key)}`;
}

/** An optional property that is absent where there is nothing. */
export function given(signal: AbortSignal | undefined): Cancellable {
  return signal === undefined ? {} : { signal };
}
