import type { FlagUse } from '../launch/binding.ts';
import { sameLocation } from '../text/location.ts';
import type { Draft, LaunchFamily, RuleContext } from './context.ts';
import { elsewhere, fix, say } from './finding.ts';
import type { Severity } from './model.ts';
import { remove } from './rewrite.ts';
import { placeOf } from './words.ts';

/**
 * The same setting given twice: argparse keeps the last. Over two places, such as an array of common flags and what
 * follows it, that is how people override, so it is a hint there; within one command it is a warning, never an error.
 * What a caller passes (`"$@"`) overrides by intent and is not spoken of.
 */
export const repeated: LaunchFamily = {
  rules: [{ id: 'repeated-flag', severity: 'warning', stage: 'S0' }],
  *check(view, context) {
    const last = new Map<string, FlagUse>();
    for (const use of view.binding.uses) {
      const before = last.get(use.spec.dest);
      last.set(use.spec.dest, use);
      if (before) yield* overridden(before, use, context);
    }
  },
};

function* overridden(before: FlagUse, after: FlagUse, context: RuleContext): Iterable<Draft> {
  const { textOf } = context;
  if (sameLocation(before.word.location, after.word.location)) return;
  if (isPassedOn(before, context) || isPassedOn(after, context)) return;
  const edits = remove([before], textOf);
  const same = before.spec.name === after.spec.name;
  yield {
    code: 'repeated-flag',
    severity: severityOf(before, after),
    location: placeOf(before.word, textOf, 0, before.spelled.length),
    message: say(same ? 'repeated-flag' : 'repeated-dest', { flag: before.spec.name, other: after.spec.name }),
    related: [{ location: placeOf(after.word, textOf), message: say('related-last') }, ...elsewhere(before.word)],
    fixes: edits ? [fix(say('fix-remove-earlier', { flag: before.spec.name }), edits)] : [],
    subjects: [before.word, ...before.values],
  };
}

function severityOf(before: FlagUse, after: FlagUse): Severity {
  const a = before.word;
  const b = after.word;
  const together = a.use && b.use ? sameLocation(a.use, b.use) : a.use === undefined && b.use === undefined;
  return together && a.location.uri === b.location.uri ? 'warning' : 'hint';
}

function isPassedOn({ word }: FlagUse, { textOf }: RuleContext): boolean {
  const { use } = word;
  const text = use && textOf(use.uri)?.slice(use.range.start, use.range.end);
  return text !== undefined && /^"?\$(?:[@*]|\{[@*][^}]*\})"?$/.test(text);
}
