import type { ReleaseChoice } from '../catalogue/release.ts';
import { parseVersion } from '../catalogue/versions.ts';
import type { Draft, LaunchFamily, RuleContext, RuleRow, View } from './context.ts';
import { correctionFlag } from './correction.ts';
import { elsewhere, say } from './finding.ts';
import { flatFlag, olderFlatFlag } from './flatFlags.ts';
import { guessed, likened } from './guesses.ts';
import type { Severity } from './model.ts';
import { flagOfOtherRelease } from './otherRelease.ts';
import type { UnknownFlag, Verdict } from './unknownFlag.ts';
import { placeOf } from './words.ts';
import { wrongEntryFlag } from './wrongEntry.ts';

const ROWS: readonly RuleRow[] = [
  { id: 'unknown-flag', severity: 'error', stage: 'S0' },
  { id: 'old-flat-flag', severity: 'error', stage: 'S0' },
  { id: 'wrong-entry-flag', severity: 'error', stage: 'S0' },
  { id: 'flag-of-other-release', severity: 'error', stage: 'S0' },
  { id: 'is-correction-renamed', severity: 'error', stage: 'S0' },
  { id: 'docs-flag-typo-pretrain-mode', severity: 'error', stage: 'S0' },
];

/** Options that argparse does not recognise (`unrecognized arguments`), each told by what is known of it. */
export const unknownFlags: LaunchFamily = {
  rules: ROWS,
  *check(view, context) {
    for (const problem of view.binding.problems) {
      if (problem.code === 'unknown-flag') yield draftOf(problem, view, context);
    }
  },
};

function draftOf(problem: UnknownFlag, view: View, context: RuleContext): Draft {
  const { word, spelled, values } = problem;
  const verdict = view.open ? ofOpen(problem, view, context) : verdictOn(problem, view, context);
  const severity = view.open ? 'hint' : (verdict.severity ?? severityBy(context.release, verdict));
  return {
    code: verdict.code,
    ...(severity ? { severity } : {}),
    location: placeOf(word, context.textOf, 0, spelled.length),
    message: verdict.message,
    related: elsewhere(word),
    fixes: verdict.fixes,
    subjects: [word, ...values, ...(verdict.subjects ?? [])],
  };
}

function verdictOn(problem: UnknownFlag, view: View, context: RuleContext): Verdict {
  return (
    correctionFlag(problem, view, context) ??
    flagOfOtherRelease(problem, view, context) ??
    flatFlag(problem, view, context) ??
    olderFlatFlag(problem, view, context) ??
    wrongEntryFlag(problem, view, context) ??
    guessed(problem, view, context) ??
    likened(problem, view, context)
  );
}

/**
 * No error where another release stands for the one that is stated: that one may have the flag. It has a flat flag only
 * if it is older than every release that is known.
 */
function severityBy({ asked, unusable = [] }: ReleaseChoice, { code }: Verdict): Severity | undefined {
  const older = unusable.some(({ text }) => parseVersion(text) !== undefined);
  if (code === 'old-flat-flag') return older ? 'warning' : undefined;
  return asked !== undefined || unusable.length > 0 ? 'warning' : undefined;
}

/** Somebody's own module, or a copy that is not read to its end, can have more flags: nothing is known to be wrong. */
function ofOpen(problem: UnknownFlag, { entryPoint, launch }: View, { release }: RuleContext): Verdict {
  const args = { entryPoint, flag: problem.spelled };
  const message =
    launch.wrapper === true
      ? say('unknown-flag-wrapper', { ...args, release: release.release, module: launch.module })
      : say('unknown-flag-incomplete', args);
  return { code: 'unknown-flag', message, fixes: [] };
}
