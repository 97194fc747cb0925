import * as vscode from 'vscode';
import type { Cluster } from '../clusters/model.ts';
import { withProgress } from '../logView/progress.ts';
import { formatSize } from '../ray/packaging/formatSize.ts';
import { newSubmissionId } from '../ray/submit.ts';
import { metadataOf } from './confirm.ts';
import type { LaunchDecision, LaunchParts } from './launch.ts';
import { nameOf } from './names.ts';
import { sendAgainIfVanished, sendLaunch } from './send.ts';
import type { Sending } from './send.ts';

/** Sends the launch, then opens its log and watches it. */
export async function submitAndShow(parts: LaunchParts, decision: LaunchDecision): Promise<void> {
  const { launch, cluster, draft, gathered } = decision;
  const metadata = metadataOf(decision, parts.version);
  await sendAndShow(parts, cluster, nameOf(launch), {
    packages: gathered.packages,
    submission: {
      submissionId: launch.submit?.submissionId ?? newSubmissionId(),
      entrypoint: draft.entrypoint,
      ...(gathered.runtimeEnv === null ? {} : { runtimeEnv: gathered.runtimeEnv }),
      metadata,
      ...draft.driver,
    },
  });
}

/** The same for whatever there is to send. @returns false when nothing was sent */
export async function sendAndShow(
  parts: Pick<LaunchParts, 'jobs' | 'logs'>,
  cluster: Cluster,
  label: string,
  sending: Sending,
): Promise<boolean> {
  const sent = await withProgress(
    vscode.l10n.t('Submitting {0} to {1}', label, cluster.name),
    vscode.l10n.t('{0} was not submitted.', label),
    async (report, signal) => {
      await sendLaunch(cluster.http, sending, {
        onUpload: (bytes, total) => {
          report(vscode.l10n.t('uploading {0} of {1}', formatSize(bytes), formatSize(total)));
        },
        signal,
      });
      return true;
    },
  );
  if (sent !== true) return false;
  const { submissionId } = sending.submission;
  show(parts, cluster, submissionId, label);
  void sendAgain(parts, cluster, label, sending);
  return true;
}

function show(
  { jobs, logs }: Pick<LaunchParts, 'jobs' | 'logs'>,
  cluster: Cluster,
  submissionId: string,
  label: string,
): void {
  logs.open({ cluster, submissionId, label });
  jobs.tracker.watch(cluster, submissionId, label);
  void jobs.view
    .refresh()
    .then(() => jobs.view.reveal(cluster.id, submissionId))
    // The job may be off the list again, or the view hidden.
    .catch(() => undefined);
}

async function sendAgain(
  parts: Pick<LaunchParts, 'jobs' | 'logs'>,
  cluster: Cluster,
  label: string,
  sending: Sending,
): Promise<void> {
  try {
    const limit = AbortSignal.timeout(15 * 60_000);
    const id = await sendAgainIfVanished(cluster.http, sending, { signal: limit });
    if (id === undefined) return;
    show(parts, cluster, id, label);
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'The cluster had dropped the uploaded files of {0}, so they were sent again. It runs as {1}.',
        label,
        id,
      ),
    );
  } catch {
    // The log and the jobs view show what became of the job; this was only one more try.
  }
}
