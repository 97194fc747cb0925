import type { ParseProblem } from '../launch/binding.ts';
import type { Message } from '../messages/catalogue.ts';
import type { Draft, LaunchFamily, RuleContext, RuleRow, View } from './context.ts';
import { correctionFlag } from './correction.ts';
import { elsewhere, say } from './finding.ts';
import { flatFlag, olderFlatFlag } from './flatFlags.ts';
import { guessed, likened } from './guesses.ts';
import type { Fix } from './model.ts';
import { flagOfOtherRelease } from './otherRelease.ts';
import { placeOf } from './words.ts';
import { wrongEntryFlag } from './wrongEntry.ts';

/** An option that the entry point does not have. */
export type UnknownFlag = Extract<ParseProblem, { readonly code: 'unknown-flag' }>;

/** What a kind of unknown flag has to say; the rest of the finding is the same for all. */
export interface Verdict {
  readonly code: string;
  readonly severity?: Draft['severity'];
  readonly message: Message;
  readonly fixes: readonly Fix[];
  /** Words that the fixes change besides the flag and its values. */
  readonly subjects?: Draft['subjects'];
}

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
  const verdict = view.wrapper ? ofWrapper(problem, view, context) : verdictOn(problem, view, context);
  const severity = view.wrapper ? 'hint' : verdict.severity;
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

/** Somebody's own module can have flags of its own: nothing is known to be wrong. */
function ofWrapper(problem: UnknownFlag, { entryPoint, launch }: View, { release }: RuleContext): Verdict {
  const args = { entryPoint, release: release.release, flag: problem.spelled, module: launch.module };
  return { code: 'unknown-flag', message: say('unknown-flag-wrapper', args), fixes: [] };
}
