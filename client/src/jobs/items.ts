import * as l10n from '@vscode/l10n';
import { maskSecrets } from '../../../server/src/text/secrets.ts';
import { isTerminal } from '../ray/model.ts';
import type { Job, JobStatus } from '../ray/model.ts';
import { originOf, shortModel } from './metadata.ts';
import type { JobOrigin } from './metadata.ts';
import { ageText, durationText } from './times.ts';

/** A row of the jobs view, as plain data. */
export interface JobItem {
  readonly job: Job;
  readonly origin: JobOrigin;
  /** The entry point and the model, else the beginning of the command. */
  readonly label: string;
  /** Status or duration, and age. */
  readonly description: string;
  /** Name of a codicon, and of a theme colour; no colour where there is nothing to say. */
  readonly icon: { readonly id: string; readonly color: string | undefined };
  /** What the menus go by: `job.KIND.STATE`, KIND `submission` or `driver`, STATE `pending`, `active` or `ended`. */
  readonly contextValue: string;
  /** What a screen reader says. */
  readonly accessibility: string;
}

/** Rows for jobs, newest first. @param now milliseconds since 1970 @param limit most rows */
export function jobItems(jobs: readonly Job[], now: number, limit = Infinity): readonly JobItem[] {
  return [...jobs]
    .sort((one, other) => compare(startOf(other), startOf(one)) || compare(other.key, one.key))
    .slice(0, limit)
    .map((job) => jobItem(job, now));
}

/** {@link jobItems} of one job. */
export function jobItem(job: Job, now: number): JobItem {
  const origin = originOf(job);
  const label = labelOf(job, origin);
  const parts = [durationOf(job, now), ageOf(job, now)].filter((part) => part !== '');
  const description = parts.join(' · ');
  return {
    job,
    origin,
    label,
    description,
    icon: iconOf(job),
    contextValue: `job.${job.type}.${stateOf(job)}`,
    accessibility: `${label}, ${statusText(job.status)}, ${description}`,
  };
}

/** The name of a job in lists and messages. */
export function labelOf(job: Job, origin: JobOrigin = originOf(job)): string {
  const model = origin.model === null ? '' : ` · ${shortModel(origin.model)}`;
  if (origin.entryPoint !== null) return `${origin.entryPoint}${model}`;
  const [line = ''] = maskSecrets(job.entrypoint).trim().split('\n', 1);
  if (line === '') return job.key;
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}

/** The status in a word for a person. */
export function statusText(status: JobStatus): string {
  switch (status) {
    case 'pending':
      return l10n.t('pending');
    case 'running':
      return l10n.t('running');
    case 'stopped':
      return l10n.t('stopped');
    case 'succeeded':
      return l10n.t('succeeded');
    case 'failed':
      return l10n.t('failed');
    case 'unknown':
      return l10n.t('unknown status');
  }
}

/** How long it ran, or runs; a job that ended by itself says so. */
function durationOf(job: Job, now: number): string {
  if (job.status === 'pending') return l10n.t('pending');
  const took = job.startTime === null ? '' : durationText((job.endTime ?? now) - job.startTime);
  switch (job.status) {
    case 'running':
    case 'unknown':
      return took;
    case 'stopped':
      return took === '' ? l10n.t('stopped') : l10n.t('stopped after {0}', took);
    case 'failed':
      return took === '' ? l10n.t('failed') : l10n.t('failed after {0}', took);
    case 'succeeded':
      return took;
  }
}

function ageOf(job: Job, now: number): string {
  if (job.startTime === null) return '';
  // Of what runs, the duration says how long ago it began.
  if (!isTerminal(job.status) && job.status !== 'pending') return '';
  return ageText(now - (job.endTime ?? job.startTime));
}

function iconOf({ status }: Job): JobItem['icon'] {
  switch (status) {
    case 'pending':
      return { id: 'clock', color: 'charts.yellow' };
    case 'running':
      return { id: 'sync', color: 'charts.blue' };
    case 'stopped':
      return { id: 'debug-stop', color: 'disabledForeground' };
    case 'succeeded':
      return { id: 'pass', color: 'charts.green' };
    case 'failed':
      return { id: 'error', color: 'charts.red' };
    case 'unknown':
      return { id: 'question', color: undefined };
  }
}

function stateOf({ status }: Job): 'pending' | 'active' | 'ended' {
  if (status === 'pending') return 'pending';
  return isTerminal(status) ? 'ended' : 'active';
}

/** A job without a start is about to begin, or what Ray has left of one that was deleted while it ran. */
function startOf({ startTime, status }: Job): number {
  return startTime ?? (isTerminal(status) ? -Infinity : Infinity);
}

function compare<T extends string | number>(one: T, other: T): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
