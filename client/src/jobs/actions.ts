import * as vscode from 'vscode';
import type { Cluster, Clusters } from '../clusters/model.ts';
import { RayError } from '../ray/errors.ts';
import { deleteJob, listJobs, stopJob } from '../ray/jobs.ts';
import { isTerminal } from '../ray/model.ts';
import type { Job } from '../ray/model.ts';
import { jobItem, labelOf, statusText } from './items.ts';
import type { JobsView } from './jobsView.ts';

/** A job of a cluster; what commands of the jobs view get. */
export interface OfJob {
  readonly cluster: Cluster;
  readonly job: Job;
}

/** Asks for a job: first for the cluster where there are several. @param fits which jobs can be meant */
export async function pickJob(
  clusters: Clusters,
  placeHolder: string,
  fits: (job: Job) => boolean = () => true,
): Promise<OfJob | undefined> {
  const cluster = await clusters.pick();
  if (!cluster || !(await clusters.mayUse(cluster))) return undefined;
  const jobs = await attempt(vscode.l10n.t('The jobs of {0} cannot be listed.', cluster.name), () =>
    listJobs(cluster.http),
  );
  if (!jobs) return undefined;
  const items = jobs.filter(fits).map((job) => {
    const { label, description } = jobItem(job, Date.now());
    return { label, description: `${statusText(job.status)} · ${description}`, detail: job.key, job };
  });
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('{0} has no such job.', cluster.name));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(items, { placeHolder, matchOnDetail: true });
  return picked && { cluster, job: picked.job };
}

/** Stops a job after one question; says so where Ray cannot. */
export async function stopAction(view: JobsView, { cluster, job }: OfJob): Promise<void> {
  const { submissionId } = job;
  if (submissionId === null) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Ray cannot stop a job that was not submitted.'));
    return;
  }
  const stop = vscode.l10n.t('Stop Job');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Stop {0} on {1}?', labelOf(job), cluster.name),
    {
      modal: true,
      detail:
        job.status === 'pending'
          ? vscode.l10n.t('It has not started. Ray notes the stop, but carries it out only when the job starts.')
          : vscode.l10n.t('Its processes get the signal to end, and are killed after {0} s.', waitSeconds(job)),
    },
    stop,
  );
  if (answer !== stop) return;
  const outcome = await attempt(vscode.l10n.t('{0} was not stopped.', labelOf(job)), () =>
    stopJob(cluster.http, submissionId),
  );
  if (outcome?.pending === true) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        '{0} waits for its start, so Ray stops it only then. Until it starts it cannot be deleted.',
        labelOf(job),
      ),
    );
  } else if (outcome?.stopped === false) {
    void vscode.window.showInformationMessage(vscode.l10n.t('{0} had already ended.', labelOf(job)));
  }
  await view.refresh();
}

/** `RAY_JOB_STOP_WAIT_TIME_S` of the job; the supervisor reads its own environment (Ray 2.48 to 2.60), 3 s by default. */
function waitSeconds({ runtimeEnv }: Job): number {
  const variables = runtimeEnv['env_vars'];
  const value =
    typeof variables === 'object' && variables !== null && 'RAY_JOB_STOP_WAIT_TIME_S' in variables
      ? Number(variables.RAY_JOB_STOP_WAIT_TIME_S)
      : 3;
  return Number.isFinite(value) ? value : 3;
}

/** Takes a job that has ended off the list. */
export async function deleteAction(view: JobsView, { cluster, job }: OfJob): Promise<void> {
  const { submissionId } = job;
  if (submissionId === null || !isTerminal(job.status)) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Ray deletes only submitted jobs that have ended. Stop it first.'),
    );
    return;
  }
  const remove = vscode.l10n.t('Delete Job');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Delete {0} from the list of {1}?', labelOf(job), cluster.name),
    {
      modal: true,
      detail: vscode.l10n.t('Ray forgets the job for everybody; its log can no longer be opened from here.'),
    },
    remove,
  );
  if (answer !== remove) return;
  await attempt(vscode.l10n.t('{0} was not deleted.', labelOf(job)), () => deleteJob(cluster.http, submissionId));
  await view.refresh();
}

/** The result of an action, or a message on why there is none. */
export async function attempt<T>(failure: string, action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof RayError && error.kind === 'cancelled') return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`${failure} ${reason}`);
    return undefined;
  }
}
