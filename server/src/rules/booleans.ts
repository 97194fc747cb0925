import type { FlagUse } from '../launch/binding.ts';
import type { KnownWord } from '../text/items.ts';
import type { Draft, LaunchFamily, RuleContext } from './context.ts';
import { elsewhere, fix, say } from './finding.ts';
import type { Fix } from './model.ts';
import { remove } from './rewrite.ts';
import { literalOf, placeOf } from './words.ts';

/** Values given to options that take none. */
export const booleans: LaunchFamily = {
  rules: [
    { id: 'bool-flag-with-value', severity: 'error', stage: 'S0' },
    { id: 'bool-flag-eq-value', severity: 'error', stage: 'S0' },
  ],
  *check(view, context) {
    for (const problem of view.binding.problems) {
      if (problem.code === 'bool-flag-with-value') yield withValue(problem.use, problem.word, context);
      if (problem.code === 'bool-flag-eq-value') yield withEquals(problem.use, context);
      if (problem.code === 'help-with-value') {
        const { word, spelled: flag, text: value } = problem;
        const message = say('help-with-value', { flag, value });
        yield {
          code: 'bool-flag-eq-value',
          location: word.location,
          message,
          related: elsewhere(word),
          subjects: [word],
        };
      }
    }
  },
};

function withValue(use: FlagUse, word: KnownWord, context: RuleContext): Draft {
  const { textOf } = context;
  const flag = use.spec.name;
  const value = { word, spelled: word.value, values: [] };
  const kept = meaning(use, word.value) === 'on' ? remove([value], textOf) : undefined;
  return {
    code: 'bool-flag-with-value',
    location: placeOf(word, textOf),
    message: say(messageOf(use, word.value), { flag, value: word.value }),
    related: [{ location: placeOf(use.word, textOf), message: say('related-flag') }, ...elsewhere(word)],
    fixes: [
      ...(kept ? [fix(say('fix-remove-value', { value: word.value }), kept, true)] : []),
      ...removal({ ...use, values: [word] }, word.value, context),
    ],
    subjects: [use.word, word],
  };
}

function withEquals(use: FlagUse, context: RuleContext): Draft {
  const { textOf } = context;
  const { word, spelled, inline = '' } = use;
  const on = meaning(use, inline) === 'on' || inline === '';
  const tail = on ? literalOf(word, textOf, spelled.length) : undefined;
  const edits = tail && [{ location: tail, newText: '' }];
  return {
    code: 'bool-flag-eq-value',
    location: placeOf(word, textOf),
    message: say(messageOf(use, inline), { flag: use.spec.name, value: inline }),
    related: elsewhere(word),
    fixes: [
      ...(edits ? [fix(say('fix-remove-value', { value: `=${inline}` }), edits, true)] : []),
      ...removal({ ...use, values: [] }, inline, context),
    ],
    subjects: [word],
  };
}

/** Without the option it is off, which is what the value asks for. */
function removal(use: FlagUse, value: string, { textOf }: RuleContext): Fix[] {
  if (meaning(use, value) !== 'off') return [];
  const edits = remove([use], textOf);
  return edits ? [fix(say('fix-remove', { flag: use.spec.name }), edits, true)] : [];
}

/** Whether the value means that the option be given; a `store_false` option is no question of true or false. */
function meaning(use: FlagUse, value: string): 'on' | 'off' | undefined {
  if (use.spec.action !== 'store_true') return undefined;
  const text = value.toLowerCase();
  if (['true', '1', 'yes', 'on'].includes(text)) return 'on';
  return ['false', '0', 'no', 'off'].includes(text) ? 'off' : undefined;
}

function messageOf(use: FlagUse, value: string): 'bool-flag-with-value' | 'bool-flag-with-false' {
  return meaning(use, value) === 'off' ? 'bool-flag-with-false' : 'bool-flag-with-value';
}
