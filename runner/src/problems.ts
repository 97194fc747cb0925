import { t } from '@vscode/l10n';
import type { Place, Trial, TryFailure, TryViolation } from './model.ts';
import { ruleSentence } from './sentences.ts';

/** Something that a trial has shown; the same in several samples is one. */
export interface Problem {
  /** The rule whose page explains it (`docs/rules/`). */
  readonly rule: string | null;
  /** `error`: the run ends, or the sample has no reward. */
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly place: Place | null;
  /** Samples that show it, from 0; none where it is about the file as a whole. */
  readonly samples: readonly number[];
}

const WARNINGS = new Set([
  'rf-int-reward',
  'rf-scores-range',
  'rf-extra-logs-reserved',
  'rf-extra-logs-keys',
  'ag-blocking-call',
  'not-finite',
]);
const INFOS = new Set(['rf-scores-missing', 'ag-never-done']);

/** All that a trial has shown, in the order in which it happened. */
export function problemsOf(trial: Trial): readonly Problem[] {
  const found: Problem[] = [];
  const add = (problem: Omit<Problem, 'samples'>, sample: number | null): void => {
    const at = found.findIndex((known) => isSame(known, problem));
    const known = found[at];
    const samples = sample === null ? [] : [sample];
    if (known === undefined) found.push({ ...problem, samples });
    else if (sample !== null && !known.samples.includes(sample)) {
      found[at] = { ...known, samples: [...known.samples, sample] };
    }
  };
  for (const event of trial.events) {
    if (event.event === 'violation') add(ofViolation(event), event.index);
    else if (event.event === 'failure') {
      // What was seen to go wrong says more than the exception that followed.
      const told = trial.events.some(
        (other) => other.event === 'violation' && other.rule === event.rule && other.index === event.index,
      );
      if (!told) add(ofFailure(event), event.index);
    } else if (event.event === 'unreadable') {
      const message = t('The samples cannot be read: {0}.', event.message.replace(/\.$/, ''));
      add({ rule: null, severity: 'error', message, place: null }, null);
    }
  }
  const end = ofEnding(trial);
  if (end) add(end, null);
  return found;
}

/** The same rule at the same place is told once, with the first value that showed it. */
function isSame(one: Omit<Problem, 'samples'>, other: Omit<Problem, 'samples'>): boolean {
  const place = one.place?.file === other.place?.file && one.place?.line === other.place?.line;
  return place && one.rule === other.rule && (one.rule !== null || one.message === other.message);
}

function ofViolation(event: TryViolation): Omit<Problem, 'samples'> {
  const { rule, place } = event;
  const severity = INFOS.has(rule) ? 'info' : WARNINGS.has(rule) ? 'warning' : 'error';
  return { rule: rule === 'not-finite' ? null : rule, severity, message: ruleSentence(event), place };
}

function ofFailure({ type, message, frames, swallowed, rule, stage }: TryFailure): Omit<Problem, 'samples'> {
  const place = frames.at(-1) ?? null;
  // A task that ends by it takes the event loop with it.
  const goesOn = (stage === 'thread' || stage === 'task') && type !== 'SystemExit';
  const text = message === '' ? type : `${type}: ${message}`;
  const more = swallowed
    ? t('OpenRLHF goes on without a word, this sample has no reward, and the run ends later.')
    : type === 'SystemExit'
      ? t('The vLLM engine ends with it.')
      : stage === 'load'
        ? t('The vLLM engines fail as they start.')
        : goesOn
          ? t('Nobody waits for it: the run goes on.')
          : t('The run ends with it.');
  return {
    rule,
    severity: goesOn ? 'warning' : 'error',
    message: `${text.trim()}${/[.!?…]$/.test(text.trim()) ? '' : '.'} ${more}`,
    place: place === null ? null : { file: place.file, line: place.line },
  };
}

function ofEnding({ ending, stuckAt, request, events }: Trial): Omit<Problem, 'samples'> | undefined {
  const loading = !events.some(({ event }) => event === 'loaded');
  const error = { severity: 'error', place: stuckAt } as const;
  switch (ending.kind) {
    case 'done':
    case 'cancelled':
      return undefined;
    case 'time-limit':
      return loading
        ? {
            ...error,
            rule: 'rf-load-side-effect',
            message: t('Loading the file takes more than {0} s, so that it was ended.', request.seconds),
          }
        : { ...error, rule: null, message: t('It takes more than {0} s, so that it was ended.', request.seconds) };
    case 'memory-limit': {
      const [used, limit] = [ending.resident, request.memory].map((bytes) => Math.round(bytes / 2 ** 20));
      return {
        ...error,
        rule: null,
        message: t('Its processes have {0} MB in memory, more than the limit of {1} MB.', used ?? 0, limit ?? 0),
      };
    }
    case 'died': {
      const how = ending.signal === null ? t('exit code {0}', ending.code ?? 0) : t('signal {0}', ending.signal);
      return {
        ...error,
        rule: null,
        message: t('The process ended before all was done ({0}). The vLLM engine would end with it.', how),
      };
    }
    case 'not-started':
      return {
        ...error,
        rule: null,
        message: t('{0} could not be started: {1}.', request.python, ending.reason),
      };
  }
}
