import { constants } from 'node:os';
import * as l10n from '@vscode/l10n';
import { durationText } from '../jobs/times.ts';
import type { EndReason } from '../ray/log/events.ts';
import type { Job } from '../ray/model.ts';

/** How a log ended, for the last line of its view; secrets are not masked yet. */
export function endingText(job: Job | null, reason: EndReason): string {
  switch (reason) {
    case 'no-such-job':
      return l10n.t('The cluster has no such job, or no longer. Its log cannot be read.');
    case 'cluster-restarted':
      return l10n.t('Ray was started anew, and this job went with the old session.');
    case 'log-replaced':
      return l10n.t('The log was replaced on the cluster. Open it again to read the new one.');
    case 'log-lost':
      return l10n.t('{0} The end of its log may be missing: its node or file is gone.', finished(job));
    case 'finished':
      return finished(job);
  }
}

/** How it went, for the colour of the line. */
export function endingTone(job: Job | null, reason: EndReason): 'plain' | 'good' | 'bad' {
  if (reason !== 'finished') return 'bad';
  if (job?.status === 'succeeded') return 'good';
  return job?.status === 'failed' ? 'bad' : 'plain';
}

function finished(job: Job | null): string {
  if (job === null) return l10n.t('The job has ended.');
  const took =
    job.startTime === null || job.endTime === null
      ? ''
      : l10n.t(' after {0}', durationText(job.endTime - job.startTime));
  switch (job.status) {
    case 'succeeded':
      return l10n.t('Succeeded{0}.', took);
    case 'stopped':
      return l10n.t('Stopped{0}.', took);
    case 'failed':
      return `${l10n.t('Failed{0}', took)}${exitText(job.exitCode)}. ${reasonOf(job)}`.trim();
    case 'pending':
    case 'running':
    case 'unknown':
      return l10n.t('The job has ended.');
  }
}

function exitText(exitCode: number | null): string {
  if (exitCode === null) return '';
  if (exitCode >= 0) return l10n.t(' with exit code {0}', exitCode);
  const name = Object.entries(constants.signals).find(([, number]) => number === -exitCode)?.[0] ?? String(-exitCode);
  return l10n.t(', ended by signal {0}', name);
}

/** Ray's own sentence on a failure, where it says more than the exit code. */
function reasonOf({ message, exitCode }: Job): string {
  const [first = ''] = (message ?? '').split('\n', 1);
  if (exitCode !== null && first.startsWith('Job entrypoint command failed with exit code')) return '';
  const exception = /^[\w.]*(?:Error|Exception): .*$/gm;
  const last = [...(message ?? '').matchAll(exception)].at(-1)?.[0];
  const sentence = last ?? first;
  return sentence.length > 500 ? `${sentence.slice(0, 499)}…` : sentence;
}
