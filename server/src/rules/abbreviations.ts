import type { Message } from '../messages/catalogue.ts';
import type { Draft, LaunchFamily, RuleContext, View } from './context.ts';
import { elsewhere, fix, listed, say } from './finding.ts';
import { meantFlags } from './guesses.ts';
import { isShort } from './likeness.ts';
import { replaceFlag } from './rewrite.ts';
import { placeOf } from './words.ts';

/** More names than these are a list that nobody reads. */
const MAX_NAMES = 6;

/** Beginnings of options, which argparse takes for the one option that begins so (`allow_abbrev`). */
export const abbreviations: LaunchFamily = {
  rules: [
    { id: 'ambiguous-abbrev', severity: 'error', stage: 'S0' },
    { id: 'abbrev-used', severity: 'warning', stage: 'S0' },
  ],
  *check(view, context) {
    yield* ambiguous(view, context);
    yield* used(view, context);
  },
};

function* ambiguous(view: View, { textOf }: RuleContext): Iterable<Draft> {
  for (const problem of view.binding.problems) {
    if (problem.code !== 'ambiguous-abbrev') continue;
    const { word, spelled, matches } = problem;
    const meant = meantBy(spelled, view);
    const fixes = [...meant, ...matches.slice(0, MAX_NAMES)].flatMap((name) => {
      const edits = replaceFlag(problem, name, textOf);
      return edits ? [fix(say('fix-rename', { flag: name }), edits)] : [];
    });
    yield {
      code: 'ambiguous-abbrev',
      location: placeOf(word, textOf, 0, spelled.length),
      message: messageOf(spelled, matches, meant),
      related: elsewhere(word),
      fixes,
      subjects: [word],
    };
  }
}

/** Flags that do not begin so, for a name that people use for them: `--actor.lr` is `--actor.adam.lr`. */
function meantBy(flag: string, view: View): readonly string[] {
  const known = meantFlags(view, flag);
  return known.length > 0 || !isShort(flag) ? known : view.alike(flag);
}

function messageOf(flag: string, matches: readonly string[], meant: readonly string[]): Message {
  if (meant.length > 0) {
    const names = listed(matches.slice(0, MAX_NAMES), 'or');
    return say('ambiguous-abbrev-meant', { flag, matches: names, meant: listed(meant, 'or') });
  }
  if (matches.length <= MAX_NAMES) return say('ambiguous-abbrev', { flag, matches: listed(matches, 'or') });
  const [first = '', second = ''] = matches;
  return say('ambiguous-abbrev-many', { flag, count: matches.length, first, second });
}

function* used(view: View, { textOf }: RuleContext): Iterable<Draft> {
  for (const use of view.binding.uses) {
    if (!use.abbreviated) continue;
    const { word, spelled, spec } = use;
    const edits = replaceFlag(use, spec.name, textOf);
    yield {
      code: 'abbrev-used',
      location: placeOf(word, textOf, 0, spelled.length),
      message: say('abbrev-used', { flag: spelled, name: spec.name }),
      related: elsewhere(word),
      fixes: edits ? [fix(say('fix-rename', { flag: spec.name }), edits, true)] : [],
      subjects: [word],
    };
  }
}
