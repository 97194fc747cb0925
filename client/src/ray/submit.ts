import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { ask } from './answer.ts';
import { RayError } from './errors.ts';
import { codeOf } from './failure.ts';
import type { RayHttp } from './http.ts';
import { getJob, given } from './jobs.ts';
import type { Cancellable } from './jobs.ts';
import type { Submission } from './model.ts';
import { pauseFor } from './retry.ts';

/** Milliseconds that a submit may take: a head that has just started holds the first one until it is ready. */
const submitTimeout = 90_000;

/** Milliseconds before each look for a job whose submit had no answer. */
const looks = [0, 500, 1500, 3000] as const;

/** What Ray's own ids are made of: letters and digits without those that look alike (`job_manager.py`, Ray 2.48 to 2.60). */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz123456789';

/** An id in Ray's own form, `raysubmit_` and 16 letters. */
export function newSubmissionId(): string {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)] ?? 'x');
  return `raysubmit_${letters.join('')}`;
}

/**
 * What is wrong with an id that a person chose; `undefined` for a good one. Ray takes anything, but the id becomes the name of a file,
 * and one with a slash leaves a job that cannot be deleted.
 */
export function problemOfSubmissionId(id: string): string | undefined {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,100}$/.test(id)) return undefined;
  return `“${id}” is no id for a job: expected a letter or digit, then up to 100 letters, digits, “.”, “_” or “-”.`;
}

/**
 * Submits a job. An answer that is lost is made up for by looking for the id, so that success means accepted. Ray checks next to
 * nothing here: a bad `runtime_env` makes a job that fails.
 *
 * @param options `timeout` in milliseconds; under a minute is too short for a head that has just started
 * @throws RayError; of kind `duplicate-id`; of kind `timeout` when it is not known whether the job was accepted
 */
export async function submitJob(
  http: RayHttp,
  submission: Submission,
  { signal, timeout = submitTimeout }: Cancellable & { readonly timeout?: number } = {},
): Promise<{ readonly submissionId: string }> {
  const { submissionId } = submission;
  const problem = problemOfSubmissionId(submissionId);
  if (problem !== undefined) throw new RayError('refused', problem);
  const json = bodyOf(submission);
  const request = { method: 'POST', path: '/api/jobs/', json, timeout, ...given(signal) } as const;
  try {
    await ask(http, request, z.unknown());
  } catch (error) {
    if (!(error instanceof RayError)) throw error;
    if (error.kind === 'cancelled') {
      const said = `Cancelled. The cluster may have accepted job ${submissionId} all the same.`;
      throw new RayError('cancelled', said, { cause: error });
    }
    if (!leavesDoubt(error)) throw error;
    await settle(http, submissionId, error, signal);
  }
  return { submissionId };
}

/** True for a failure after which the job may exist all the same. */
function leavesDoubt(error: RayError): boolean {
  if (error.kind === 'duplicate-id') return false;
  if (error.status !== undefined) return error.status >= 500;
  if (error.kind === 'unreachable') return codeOf(error.cause) === 'ECONNRESET' || codeOf(error.cause) === 'EPIPE';
  return error.kind === 'timeout' || error.kind === 'bad-answer';
}

/** @throws RayError when the job is not there, or when that cannot be found out */
async function settle(http: RayHttp, id: string, failure: RayError, signal: AbortSignal | undefined): Promise<void> {
  let last: RayError = failure;
  for (const pause of looks) {
    await pauseFor(pause, signal);
    try {
      await getJob(http, id, given(signal));
      return;
    } catch (error) {
      if (!(error instanceof RayError) || error.kind === 'cancelled') throw error;
      last = error;
      if (error.kind === 'not-found' && failure.kind === 'server') break;
    }
  }
  const { message } = failure;
  const rest = { detail: failure.detail, cause: failure };
  if (last.kind === 'not-found') {
    const said = `No job came of it: ${message}`;
    throw new RayError(failure.kind, said, failure.status === undefined ? rest : { ...rest, status: failure.status });
  }
  throw new RayError(
    'timeout',
    `It is not known whether the job was accepted. Before submitting it again, look for ${id} in the list of jobs. ${message}`,
    rest,
  );
}

/** The request as Ray takes it; a key that an older Ray does not know is refused even when empty. */
function bodyOf(submission: Submission): Record<string, unknown> {
  const body: Record<string, unknown> = {
    entrypoint: submission.entrypoint,
    submission_id: submission.submissionId,
    runtime_env: submission.runtimeEnv,
    metadata: submission.metadata,
    entrypoint_num_cpus: submission.entrypointNumCpus,
    entrypoint_num_gpus: submission.entrypointNumGpus,
    entrypoint_memory: submission.entrypointMemory,
    entrypoint_resources: submission.entrypointResources,
    entrypoint_label_selector: submission.entrypointLabelSelector,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}
