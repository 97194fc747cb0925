import * as l10n from '@vscode/l10n';
import { maskSecrets } from '../../../server/src/text/secrets.ts';
import type { Job } from '../ray/model.ts';
import { statusText } from './items.ts';
import { originOf } from './metadata.ts';
import { durationText } from './times.ts';

/** A fact on a job: what it is, and its value as text. */
export type Fact = readonly [name: string, value: string];

/** What a person wants to know of a job first, secrets masked; what is not known is left out. */
export function jobFacts(job: Job, now: number): readonly Fact[] {
  const origin = originOf(job);
  const facts: (readonly [string, string | null])[] = [
    [l10n.t('Status'), statusLine(job)],
    [l10n.t('Id'), job.key],
    [l10n.t('Entry point'), origin.entryPoint],
    [l10n.t('Model'), origin.model],
    [l10n.t('Script'), origin.script === null ? null : scriptText(origin.script, origin.line)],
    [l10n.t('Submitted'), job.startTime === null ? null : timeText(job.startTime)],
    [l10n.t('Ended'), job.endTime === null ? null : timeText(job.endTime)],
    [l10n.t('Took'), job.startTime === null ? null : durationText((job.endTime ?? now) - job.startTime)],
    [l10n.t('Exit code'), job.exitCode === null ? null : exitText(job.exitCode)],
    [l10n.t('Ray job id'), job.rayJobId],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, maskSecrets(value)] as const]));
}

/** A document on a job: facts, Ray's message, the command, environment and metadata; secrets masked. */
export function jobDocument(job: Job, cluster: { readonly name: string; readonly base: string }, now: number): string {
  const facts = jobFacts(job, now).map(([name, value]) => `- **${name}**: ${code(value)}`);
  const sections = [
    [`- **${l10n.t('Cluster')}**: ${cluster.name}, ${code(cluster.base)}`, ...facts].join('\n'),
    section(l10n.t('Message of Ray'), job.message, ''),
    section(l10n.t('Command'), job.entrypoint, 'sh'),
    section(l10n.t('Runtime environment'), json(job.runtimeEnv), 'json'),
    section(l10n.t('Metadata'), json(job.metadata), 'json'),
  ];
  return `${[`# ${l10n.t('Job {0}', job.key)}`, ...sections].filter((text) => text !== '').join('\n\n')}\n`;
}

function section(title: string, text: string | null, language: string): string {
  if (text === null || text.trim() === '' || text === '{}') return '';
  const masked = maskSecrets(text.trimEnd());
  // A fence has to be longer than any in the text.
  const longest = Math.max(2, ...[...masked.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `## ${title}\n\n${fence}${language}\n${masked}\n${fence}`;
}

function statusLine(job: Job): string {
  const word = statusText(job.status);
  return job.errorType === null ? word : `${word} (${job.errorType})`;
}

function exitText(code: number): string {
  return code < 0 ? l10n.t('{0} (ended by signal {1})', code, -code) : String(code);
}

function scriptText(uri: string, line: number | null): string {
  const path = uri.startsWith('file://') ? decodeURIComponent(uri.slice('file://'.length)) : uri;
  return line === null ? path : `${path}:${line}`;
}

/** ISO 8601 in UTC: the laptop and the cluster may be in different time zones. */
function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function json(value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(value, undefined, 2);
}

function code(text: string): string {
  return text.includes('`') ? text : `\`${text}\``;
}
