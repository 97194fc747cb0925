import { clusterSnapshot } from '../ray/cluster.ts';
import type { RayHttp } from '../ray/http.ts';
import type { Job } from '../ray/model.ts';
import { reasonIn, whyWaiting } from '../ray/waiting.ts';
import type { Waiting } from './waiting.ts';
import { waitingText } from './waitingText.ts';

/** Why a job gets nowhere, in words; `null` where it does. @throws RayError when the cluster cannot be asked */
export async function waitingOf(http: RayHttp, job: Job): Promise<Waiting | null> {
  return waitingText(await whyWaiting(http, job), job);
}

/** The same for several jobs with one look at the cluster. @param all every job that the cluster lists */
export async function waitingOfAll(
  http: RayHttp,
  due: readonly Job[],
  all: readonly Job[],
): Promise<ReadonlyMap<string, Waiting | null>> {
  const snapshot = await clusterSnapshot(http, { jobs: all });
  return new Map(due.map((job) => [job.key, waitingText(reasonIn(snapshot, job, all), job)]));
}
