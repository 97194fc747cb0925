import * as vscode from 'vscode';
import { maskSecrets } from '../../../server/src/text/secrets.ts';
import type { Job } from '../ray/model.ts';
import { labelOf } from './items.ts';
import { lastLines } from './lastLines.ts';
import { durationText } from './times.ts';
import type { TrackedEvent } from './tracker.ts';

/** Lines of the log that fit into a message. */
const LINES = 3;

/** Tells the person what happened to a job that was launched here. */
export async function notify(event: TrackedEvent): Promise<void> {
  switch (event.kind) {
    case 'ended':
      await notifyEnd(event);
      return;
    case 'never-fits':
      await notifyNeverFits(event);
      return;
    case 'lost':
      void vscode.window.showWarningMessage(
        vscode.l10n.t('{0} is gone: Ray of {1} was started anew.', event.label, event.cluster.name),
      );
      return;
  }
}

async function notifyEnd({ cluster, job }: Extract<TrackedEvent, { kind: 'ended' }>): Promise<void> {
  const show = vscode.l10n.t('Show Log');
  const lines = (await lastLines(cluster.http, job, LINES)).map((line) => maskSecrets(line));
  // A message has no lines of its own.
  const message =
    lines.length === 0 ? endText(job) : vscode.l10n.t('{0} Last lines: {1}', endText(job), lines.join(' ⏎ '));
  const answer =
    job.status === 'failed'
      ? await vscode.window.showErrorMessage(message, show)
      : await vscode.window.showInformationMessage(message, show);
  if (answer === show) await vscode.commands.executeCommand('openrlhf.showJobLog', { cluster, job });
}

function endText(job: Job): string {
  const label = labelOf(job);
  const took = job.startTime !== null && job.endTime !== null ? durationText(job.endTime - job.startTime) : '';
  switch (job.status) {
    case 'succeeded':
      return took === ''
        ? vscode.l10n.t('{0} succeeded.', label)
        : vscode.l10n.t('{0} succeeded after {1}.', label, took);
    case 'stopped':
      return took === ''
        ? vscode.l10n.t('{0} was stopped.', label)
        : vscode.l10n.t('{0} was stopped after {1}.', label, took);
    case 'failed':
    case 'pending':
    case 'running':
    case 'unknown':
      return job.exitCode === null
        ? vscode.l10n.t('{0} failed.', label)
        : vscode.l10n.t('{0} failed with exit code {1}.', label, job.exitCode);
  }
}

async function notifyNeverFits({
  cluster,
  job,
  waiting,
}: Extract<TrackedEvent, { kind: 'never-fits' }>): Promise<void> {
  const why = vscode.l10n.t('Why Is It Waiting?');
  const stop = vscode.l10n.t('Stop Job…');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('{0} will wait for ever: it {1}.', labelOf(job), waiting.short),
    why,
    stop,
  );
  if (answer === why) await vscode.commands.executeCommand('openrlhf.whyWaiting', { cluster, job });
  if (answer === stop) await vscode.commands.executeCommand('openrlhf.stopJob', { cluster, job });
}
