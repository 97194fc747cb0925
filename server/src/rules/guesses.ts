import { guessedFlag, type GuessReason } from '../catalogue/guesses.ts';
import { flatRename, unreleasedRename } from '../catalogue/renames.ts';
import { ENTRY_POINTS } from '../catalogue/schema.ts';
import type { MessageKey } from '../messages/catalogue.ts';
import type { RuleContext, View } from './context.ts';
import { fix, listed, say } from './finding.ts';
import type { Fix } from './model.ts';
import { remove, replaceFlag, split } from './rewrite.ts';
import type { UnknownFlag, Verdict } from './unknownFlag.ts';

/** What to know beside the right name. */
const REASONS = {
  'reference-is-actor': 'guess-reference-is-actor',
  'actor-flag-drives-critic': 'guess-actor-flag-drives-critic',
  'freezes-the-actor': 'guess-freezes-the-actor',
  'key-turns-it-on': 'guess-key-turns-it-on',
  'length-is-a-sum': 'guess-length-is-a-sum',
  'grpo-is-group-norm': 'guess-grpo-is-group-norm',
  'no-config-file': 'guess-no-config-file',
} as const satisfies Record<GuessReason, MessageKey>;

/** Reasons for which the old value is not the new one. */
const OTHER_VALUE: readonly GuessReason[] = ['key-turns-it-on', 'length-is-a-sum', 'grpo-is-group-norm'];

/** Flags of this entry point that are meant by a name of another one, or by one that people made up. */
export function meantFlags({ entryPoint, spec }: View, flag: string): readonly string[] {
  const names = guessedFlag(entryPoint, flag)?.to ?? unreleasedRename(entryPoint, flag) ?? [];
  return names.filter((name) => spec.flags.some((known) => known.name === name));
}

/** The name is known not to be a flag, and what is meant by it is known too. */
export function guessed(problem: UnknownFlag, view: View, context: RuleContext): Verdict | undefined {
  const { spelled: flag } = problem;
  const args = { entryPoint: view.entryPoint, release: context.release.release, flag };
  const guess = guessedFlag(view.entryPoint, flag);
  const names = meantFlags(view, flag);
  const fixes = renamings(problem, names, view, context, guess?.because);
  if (guess?.because) {
    return {
      code: 'unknown-flag',
      message: say(REASONS[guess.because], { ...args, suggestion: listed(names) }),
      fixes,
    };
  }
  if (names.length > 0) {
    return { code: 'unknown-flag', message: say('unknown-flag-guess', { ...args, suggestion: listed(names) }), fixes };
  }
  if (unreleasedRename(view.entryPoint, flag)?.length !== 0) return undefined;
  const edits = problem.values.length === 0 ? remove([problem], context.textOf) : undefined;
  const removal = edits ? [fix(say('fix-remove', { flag }), edits, true)] : [];
  return { code: 'unknown-flag', message: say('unknown-flag-gone', args), fixes: removal };
}

/**
 * Fixes that write these names. One name is certain if the new flag takes as many values as stand there; of several,
 * each alone and all of them are offered.
 */
export function renamings(
  problem: UnknownFlag,
  names: readonly string[],
  view: View,
  { textOf }: RuleContext,
  because?: GuessReason,
): Fix[] {
  if (because && OTHER_VALUE.includes(because)) return [];
  const fitting = names.filter((name) => fits(problem, name, view));
  const certain = names.length === 1 && because !== 'freezes-the-actor';
  const fixes = fitting.flatMap((name) => {
    const edits = replaceFlag(problem, name, textOf);
    return edits ? [fix(say('fix-rename', { flag: name }), edits, certain)] : [];
  });
  const all = fitting.length > 1 && fitting.length === names.length ? split(problem, names, textOf) : undefined;
  return all ? [...fixes, fix(say('fix-split', { flags: listed(names) }), all)] : fixes;
}

/** What stands behind the option is as many values as the flag takes. */
function fits({ inline, values }: UnknownFlag, name: string, { spec }: View): boolean {
  const flag = spec.flags.find((known) => known.name === name);
  if (!flag) return false;
  if (values.some(({ kind }) => kind === 'many')) return false;
  const count = values.length + (inline === undefined ? 0 : 1);
  switch (flag.nargs) {
    case null:
      return count === 1;
    case '?':
      return count <= 1;
    case '*':
      return true;
    case '+':
      return count >= 1;
    default:
      return count === flag.nargs;
  }
}

/** Flags whose names are like this one, with a rename to each. */
export function likened(problem: UnknownFlag, view: View, context: RuleContext): Verdict {
  const { spelled: flag } = problem;
  const { entryPoint, spec } = view;
  const { release } = context.release;
  const args = { entryPoint, release, flag };
  const same = spec.flags.filter(({ name }) => bare(name) === bare(flag)).map(({ name }) => name);
  const names = same.length > 0 ? same : alikeThatFit(problem, view);
  if (names.length === 0) {
    const owners = ENTRY_POINTS.filter((name) => flatRename(name, flag) !== undefined);
    const message =
      owners.length > 0
        ? say('unknown-flag-flat-elsewhere', { entryPoint, flag, owners: listed(owners) })
        : say('unknown-flag', args);
    return { code: 'unknown-flag', message, fixes: [] };
  }
  // Other dashes, dots or case: certain. Other letters: a guess.
  const certain = same.length === 1;
  const fixes = names.flatMap((name) => {
    const edits = replaceFlag(problem, name, context.textOf);
    return edits ? [fix(say('fix-rename', { flag: name }), edits, certain)] : [];
  });
  return {
    code: 'unknown-flag',
    message: say('unknown-flag-nearest', { ...args, suggestions: listed(names, 'or') }),
    fixes,
  };
}

/** Of flags that are alike, those that take what stands behind the option, if there are any. */
function alikeThatFit(problem: UnknownFlag, view: View): readonly string[] {
  const alike = view.alike(problem.spelled);
  const fitting = alike.filter((name) => fits(problem, name, view));
  return fitting.length > 0 ? fitting : alike;
}

function bare(flag: string): string {
  return flag.toLowerCase().replace(/[-_.]/g, '');
}
