import { RayError } from '../ray/errors.ts';
import type { RayHttp } from '../ray/http.ts';
import { deleteJob, getJob, stopJob } from '../ray/jobs.ts';
import { isTerminal } from '../ray/model.ts';
import type { Submission } from '../ray/model.ts';
import type { Package } from '../ray/packaging/plan.ts';
import { uploadPackage } from '../ray/packaging/upload.ts';
import { packageVanished, uploadVanished } from '../ray/packaging/vanished.ts';
import { newSubmissionId, submitJob } from '../ray/submit.ts';

/** What is sent: the packages that the runtime env names, then the job. */
export interface Sending {
  readonly packages: readonly Package[];
  readonly submission: Submission;
}

export interface SendOptions {
  readonly onUpload?: (sent: number, total: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Uploads what the job needs and submits it. When the caller gives up while the request is on its way, the job is taken
 * back, so that nothing is left.
 *
 * @throws RayError
 */
export async function sendLaunch(
  http: RayHttp,
  { packages, submission }: Sending,
  options: SendOptions,
): Promise<void> {
  const { onUpload, signal } = options;
  const total = packages.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  for (const one of packages) {
    const start = before;
    await uploadPackage(http, one, { onProgress: (sent) => onUpload?.(start + sent, total), signal });
    before += one.size;
  }
  if (signal.aborted) throw new RayError('cancelled', 'The launch was cancelled.');
  try {
    await submitJob(http, submission, { signal });
  } catch (error) {
    if (isCancelled(error)) await withdraw(http, submission.submissionId);
    throw error;
  }
}

function isCancelled(error: unknown): boolean {
  return error instanceof RayError && error.kind === 'cancelled';
}

const withdrawTries = 30;

/**
 * Takes a job back that may have been accepted: stops it and removes it from the list.
 *
 * @returns false when it may still be there
 */
export async function withdraw(http: RayHttp, submissionId: string, pause = 1000): Promise<boolean> {
  let missing = 0;
  for (let attempt = 0; attempt < withdrawTries; attempt += 1) {
    try {
      const job = await getJob(http, submissionId);
      missing = 0;
      if (isTerminal(job.status)) {
        await deleteJob(http, submissionId);
        return true;
      }
      await stopJob(http, submissionId);
    } catch (error) {
      if (!(error instanceof RayError)) throw error;
      // The request may still be on its way to the head.
      if (error.kind === 'not-found' && (missing += 1) > 3) return true;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
  return false;
}

/**
 * Waits until a job has started. Where it failed because the cluster dropped its package in between (ray issues 36703, 46625),
 * the package is uploaded again and the job submitted once more, under a new id.
 *
 * @returns the new id; `undefined` where nothing was to be done
 */
export async function sendAgainIfVanished(
  http: RayHttp,
  { packages, submission }: Sending,
  { signal, pause = 2000 }: { readonly signal: AbortSignal; readonly pause?: number },
): Promise<string | undefined> {
  if (packages.length === 0) return undefined;
  while (!signal.aborted) {
    const job = await getJob(http, submission.submissionId, { signal });
    if (job.status === 'failed' && packageVanished(job) !== undefined) {
      const prepared = await uploadVanished(
        http,
        job,
        { runtimeEnv: submission.runtimeEnv ?? {}, packages },
        { signal },
      );
      if (prepared === undefined) return undefined;
      const again = { ...submission, runtimeEnv: prepared.runtimeEnv, submissionId: newSubmissionId() };
      await submitJob(http, again, { signal });
      return again.submissionId;
    }
    if (job.status !== 'pending') return undefined;
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  }
  return undefined;
}
