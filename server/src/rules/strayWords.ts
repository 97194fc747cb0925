import type { ParseProblem } from '../launch/binding.ts';
import type { Message } from '../messages/catalogue.ts';
import { isFull } from './arity.ts';
import type { Draft, LaunchFamily, RuleContext, View } from './context.ts';
import { elsewhere, fix, listed, say } from './finding.ts';
import { isPlaceholder } from './placeholderText.ts';
import { remove } from './rewrite.ts';
import { placeOf } from './words.ts';

type Stray = Extract<ParseProblem, { readonly code: 'positional-token' }>;

/** Words that belong to no option, and options that must be there. */
export const strayWords: LaunchFamily = {
  rules: [
    { id: 'positional-token', severity: 'error', stage: 'S0' },
    { id: 'missing-required', severity: 'error', stage: 'S0' },
  ],
  *check(view, context) {
    yield* strays(view, context);
    for (const problem of view.binding.problems) {
      if (problem.code !== 'missing-required') continue;
      const flags = listed(problem.specs.map(({ name }) => name));
      yield {
        code: 'missing-required',
        location: view.launch.moduleLocation,
        message: say('missing-required', { entryPoint: view.entryPoint, flags }),
        subjects: [],
      };
    }
  },
};

function* strays(view: View, context: RuleContext): Iterable<Draft> {
  for (const problem of view.binding.problems) {
    if (problem.code !== 'positional-token') continue;
    const { word, after } = problem;
    if (after && isFull(after, word, view.way.words)) continue;
    // Told by `placeholder-value`, which knows what to do about it.
    if (isPlaceholder(word.value)) continue;
    yield strayDraft(problem, context);
    // What stands behind `--` is there because of it.
    if (word.value === '--') return;
  }
}

function strayDraft({ word, after }: Stray, { textOf }: RuleContext): Draft {
  const edits = word.value === '--' ? remove([{ word, spelled: '--', values: [] }], textOf) : undefined;
  return {
    code: 'positional-token',
    location: placeOf(word, textOf),
    message: messageOf(word.value, after?.spec.name),
    related: elsewhere(word),
    fixes: edits ? [fix(say('fix-remove', { flag: '--' }), edits, true)] : [],
    subjects: [word],
  };
}

function messageOf(value: string, flag: string | undefined): Message {
  if (value === '--') return say('positional-dashes');
  if (value.trim() === '') return say('positional-blank');
  return flag === undefined ? say('positional-token', { value }) : say('positional-after', { value, flag });
}
