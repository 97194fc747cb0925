import { unreleasedRename } from '../catalogue/renames.ts';
import type { ParseProblem } from '../launch/binding.ts';
import type { Message } from '../messages/catalogue.ts';
import type { Draft, LaunchFamily, RuleContext, RuleRow, View } from './context.ts';
import { correctionFlag } from './correction.ts';
import { elsewhere, fix, listed, say } from './finding.ts';
import { flatFlag, olderFlatFlag } from './flatFlags.ts';
import type { Fix } from './model.ts';
import { flagOfOtherRelease } from './otherRelease.ts';
import { remove, replaceFlag, split } from './rewrite.ts';
import { nearest } from './suggestions.ts';
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
    unreleasedFlag(problem, view, context) ??
    unknownFlag(problem, view, context)
  );
}

/** Somebody's own module can have flags of its own: nothing is known to be wrong. */
function ofWrapper(problem: UnknownFlag, { entryPoint, launch }: View, { release }: RuleContext): Verdict {
  const args = { entryPoint, release: release.release, flag: problem.spelled, module: launch.module };
  return { code: 'unknown-flag', message: say('unknown-flag-wrapper', args), fixes: [] };
}

/** A name that forks copied from a branch of OpenRLHF that was never released. */
function unreleasedFlag(problem: UnknownFlag, view: View, context: RuleContext): Verdict | undefined {
  const { spelled: flag } = problem;
  const names = unreleasedRename(view.entryPoint, flag);
  const [name] = names ?? [];
  if (!names?.every((other) => view.spec.flags.some((spec) => spec.name === other))) return undefined;
  const args = { entryPoint: view.entryPoint, release: context.release.release, flag };
  if (name === undefined) {
    const edits = remove([problem], context.textOf);
    const fixes = edits ? [fix(say('fix-remove', { flag }), edits, true)] : [];
    return { code: 'unknown-flag', message: say('unknown-flag-gone', args), fixes };
  }
  const edits = split(problem, names, context.textOf);
  const title = names.length > 1 ? say('fix-split', { flags: listed(names) }) : say('fix-rename', { flag: name });
  return {
    code: 'unknown-flag',
    message: say('unknown-flag-guess', { ...args, suggestion: listed(names) }),
    fixes: edits ? [fix(title, edits, true)] : [],
  };
}

function unknownFlag(problem: UnknownFlag, view: View, context: RuleContext): Verdict {
  const { spelled: flag } = problem;
  const { entryPoint, spec } = view;
  const args = { entryPoint, release: context.release.release, flag };
  const same = spec.flags.filter(({ name }) => bare(name) === bare(flag)).map(({ name }) => name);
  const names = same.length > 0 ? same : nearest(spec, flag);
  const message =
    names.length === 0
      ? say('unknown-flag', args)
      : say('unknown-flag-nearest', { ...args, suggestions: listed(names, 'or') });
  // Other dashes, dots or case: certain. Other letters: a guess.
  const certain = same.length === 1;
  const fixes = names.flatMap((name) => {
    const edits = replaceFlag(problem, name, context.textOf);
    return edits ? [fix(say('fix-rename', { flag: name }), edits, certain)] : [];
  });
  return { code: 'unknown-flag', message, fixes };
}

function bare(flag: string): string {
  return flag.toLowerCase().replace(/[-_.]/g, '');
}
