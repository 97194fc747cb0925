import { t } from '@vscode/l10n';
import path from 'node:path';
import { filteredGroups, USUAL_BOUNDS } from './filtering.ts';
import type { Printed, Trial, TrySample } from './model.ts';
import { withoutControls } from './printed.ts';
import { problemsOf, type Problem } from './problems.ts';

/** Characters of a text on one line. */
const WIDTH = 160;

/** A trial for people. @param base folder that names of files are relative to, where they lie below it */
export function textReport(trial: Trial, base: string): string {
  const { request, events } = trial;
  const samples = events.filter((event) => event.event === 'sample');
  const problems = problemsOf(trial);
  return [
    ...heading(trial, base),
    '',
    ...problems.flatMap((problem) => problemLines(problem, base)),
    ...(problems.length > 0 ? [''] : []),
    ...samples.flatMap((sample) => [...sampleLines(sample, request.role), '']),
    ...filteringLines(trial),
    ...printedLines(t('Printed on standard output'), trial.stdout),
    ...printedLines(t('Printed on standard error'), trial.stderr),
    summary(trial, problems, samples.length),
    '',
  ].join('\n');
}

/** Whether a trial shows that the file works. */
export function isGood(trial: Trial, problems: readonly Problem[]): boolean {
  return trial.ending.kind === 'done' && problems.every(({ severity }) => severity === 'info');
}

function heading({ request, events }: Trial, base: string): string[] {
  const started = events.find((event) => event.event === 'started');
  const role = request.role === 'reward' ? t('reward function') : t('agent');
  const lines = [`${nameOf(request.file, base)}: ${role}`];
  if (started === undefined) return lines;
  const { executors, release, reason = null } = started;
  const by =
    executors === 'openrlhf'
      ? t('run by its OpenRLHF {0}', release ?? '')
      : reason === null
        ? t('no OpenRLHF in it: run by executors that keep its contract')
        : t(
            'run by executors that keep the contract of OpenRLHF, as its own cannot be imported ({0})',
            oneLine(reason),
          );
  return [
    ...lines,
    `${request.python} (Python ${started.python}), ${by.trim()}`,
    `${t('working directory')} ${request.folder}`,
    ...variableLines(request),
  ];
}

/** Names alone: values may be secret. */
function variableLines({ env = {}, unknownEnv = [] }: Trial['request']): string[] {
  const names = Object.keys(env);
  return [
    ...(names.length === 0 ? [] : [t('variables of the launch: {0}', names.join(', '))]),
    ...(unknownEnv.length === 0
      ? []
      : [t('variables of the launch that are known only when it runs, not set here: {0}', unknownEnv.join(', '))]),
  ];
}

function problemLines({ place, severity, message, rule, samples }: Problem, base: string): string[] {
  const where = place === null ? '' : `${nameOf(place.file, base)}:${place.line}: `;
  const code = rule === null ? '' : ` [${rule}]`;
  const numbers = samples.map((index) => index + 1).join(', ');
  const which = samples.length === 0 ? '' : ` (${t('sample {0}', numbers)})`;
  return [`${where}${severity}: ${clean(message)}${code}${which}`];
}

function sampleLines(sample: TrySample, role: Trial['request']['role']): string[] {
  const name = role === 'reward' ? t('Sample {0}', sample.index + 1) : t('Episode {0}', sample.index + 1);
  const time =
    sample.milliseconds === undefined || sample.milliseconds === null ? '' : `, ${milliseconds(sample.milliseconds)}`;
  const logs = Object.entries(sample.logs).map(([key, { text }]) => `${clean(key)}=${oneLine(text)}`);
  return [
    `${name}${time}`,
    `  prompt   ${oneLine(sample.prompt)}`,
    `  label    ${oneLine(sample.label)}`,
    ...sample.responses.map((text, turn) =>
      role === 'reward' || sample.responses.length === 1
        ? `  answer   ${oneLine(text)}`
        : `  turn ${String(turn + 1).padEnd(3)} ${oneLine(text)}`,
    ),
    ...(sample.query === null ? [] : [`  query    ${oneLine(sample.query)}`]),
    `  reward   ${sample.rewards === null ? t('none') : oneLine(sample.rewards.text)}`,
    `  score    ${sample.scores === null ? t('none') : oneLine(sample.scores.text)}`,
    ...(logs.length > 0 ? [`  logs     ${logs.join(' ')}`] : []),
  ];
}

function filteringLines({ request, events }: Trial): string[] {
  const bounds = request.filtering ?? USUAL_BOUNDS;
  const groups = filteredGroups(events, bounds);
  if (groups.length === 0) return [];
  const title =
    request.filtering === undefined
      ? t('Dynamic filtering, were it on, with bounds {0} and {1}', ...bounds)
      : t('Dynamic filtering with bounds {0} and {1}', ...bounds);
  return [
    title,
    ...groups.map(({ group, mean, kept }) => {
      const verdict =
        mean === null
          ? t('kept: a sample has no score')
          : kept
            ? t('kept: mean score {0}', rounded(mean))
            : t('dropped: mean score {0} is not between the bounds', rounded(mean));
      return `  ${t('prompt {0}', group + 1)} ${verdict}`;
    }),
    '',
  ];
}

function printedLines(title: string, { text, bytes }: Printed): string[] {
  if (bytes === 0) return [];
  const more = bytes - Buffer.byteLength(text) > 16 ? [`  … ${t('{0} bytes in all', bytes)}`] : [];
  return [
    title,
    ...text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `  ${line}`),
    ...more,
    '',
  ];
}

function summary(trial: Trial, problems: readonly Problem[], samples: number): string {
  const left = trial.leftOver > 0 ? ` ${t('Processes that it left running were ended: {0}.', trial.leftOver)}` : '';
  if (trial.ending.kind === 'cancelled') return `${t('Cancelled.')}${left}`;
  const count = (severity: Problem['severity']): number => problems.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const head = isGood(trial, problems)
    ? t('✔ {0} samples, no problem.', samples)
    : t('✖ {0} samples, errors: {1}, warnings: {2}.', samples, errors, warnings);
  return `${head}${left}`;
}

function nameOf(file: string, base: string): string {
  const relative = path.relative(base, file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}

function oneLine(text: string): string {
  const line = clean(text).replaceAll('\n', '⏎').replaceAll('\t', ' ');
  return line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line;
}

function clean(text: string): string {
  return withoutControls(text);
}

function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(2) : Math.round(value)} ms`;
}

function rounded(value: number): string {
  return String(Number(value.toFixed(4)));
}
