import { setTimeout as sleep } from 'node:timers/promises';
import { readAddress } from '../../../client/src/ray/address.ts';
import { answered, readText } from '../../../client/src/ray/answer.ts';
import type { RayHttp } from '../../../client/src/ray/http.ts';
import { getJob, stopJob } from '../../../client/src/ray/jobs.ts';
import { isTerminal } from '../../../client/src/ray/model.ts';
import type { Job, Submission } from '../../../client/src/ray/model.ts';
import { createRayHttp } from '../../../client/src/ray/nodeHttp.ts';
import { newSubmissionId, submitJob } from '../../../client/src/ray/submit.ts';

/** Against hanging only. */
const limit = 120_000;

/** @throws Error for text that is no address */
export function connectTo(address: string): RayHttp {
  const read = readAddress(address);
  if (!read.ok) throw new Error(read.problem);
  return createRayHttp({ address: read.address });
}

/** Submits a job and gives its id. */
export async function submitted(
  http: RayHttp,
  entrypoint: string,
  more: Omit<Submission, 'submissionId' | 'entrypoint'> = {},
): Promise<string> {
  return (await submitJob(http, { ...more, submissionId: newSubmissionId(), entrypoint })).submissionId;
}

/** A command that runs a Python program. */
export function python(program: string): string {
  return `python3 -c ${shellQuoted(program)}`;
}

export function shellQuoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Looks again and again until there is something. @throws Error that names what does not come, with the last thing seen */
export async function until<T>(what: string, look: () => Promise<T | undefined>, last?: () => unknown): Promise<T> {
  const end = Date.now() + limit;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`does not come: ${what}; last: ${JSON.stringify(last?.())}`);
    await sleep(500);
  }
}

/** The job once it has ended. */
export async function ended(http: RayHttp, id: string): Promise<Job> {
  return until(`the end of ${id}`, async () => {
    const job = await getJob(http, id);
    return isTerminal(job.status) ? job : undefined;
  });
}

/** Stops a job and waits for its end. */
export async function stopped(http: RayHttp, id: string): Promise<Job> {
  await stopJob(http, id);
  return ended(http, id);
}

/** The whole log of a job that has or had a driver, byte by byte as text. */
export async function logOf(http: RayHttp, id: string): Promise<string> {
  const { driverNodeId } = await getJob(http, id);
  if (driverNodeId === null) return '';
  const response = await answered(http, {
    method: 'GET',
    path: '/api/v0/logs/file',
    query: [
      ['node_id', driverNodeId],
      ['filename', `job-driver-${id}.log`],
      ['lines', -1],
      ['format', 'text'],
    ],
    timeout: 30_000,
  });
  return readText(response);
}
