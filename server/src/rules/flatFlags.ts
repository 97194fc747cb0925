import type { RuleContext, View } from './context.ts';
import { fix, listed, say } from './finding.ts';
import type { UnknownFlag, Verdict } from './flags.ts';
import { remove, split } from './rewrite.ts';
import { flatRename } from './suggestions.ts';

/**
 * A flag of before OpenRLHF 0.10.2, when names had no dots. The rename kept type, nargs and choices, so the new name can
 * be written in its place; five flags became two, four were dead and went.
 */
export function flatFlag(problem: UnknownFlag, view: View, context: RuleContext): Verdict | undefined {
  const { spelled: flag } = problem;
  const names = flatRename(view.entryPoint, flag);
  if (names === undefined) return undefined;
  const { textOf } = context;
  if (names.length === 0) {
    const edits = remove([problem], textOf);
    return {
      code: 'old-flat-flag',
      message: say('old-flat-flag-removed', { flag }),
      fixes: edits ? [fix(say('fix-remove', { flag }), edits, true)] : [],
    };
  }
  const known = names.every((name) => view.spec.flags.some((spec) => spec.name === name));
  if (!known) return undefined;
  const edits = split(problem, names, textOf);
  const title =
    names.length > 1 ? say('fix-split', { flags: listed(names) }) : say('fix-rename', { flag: names[0] ?? '' });
  return {
    code: 'old-flat-flag',
    message: say(names.length > 1 ? 'old-flat-flag-split' : 'old-flat-flag', { flag, names: listed(names) }),
    fixes: edits ? [fix(title, edits, true)] : [],
  };
}
