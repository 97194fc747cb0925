import { pythonFloat } from '../launch/literals.ts';
import type { FlagUse } from '../launch/binding.ts';
import type { KnownWord } from '../text/items.ts';
import type { Draft, LaunchFamily, RuleContext, View } from './context.ts';
import { elsewhere, fix, say } from './finding.ts';
import { remove } from './rewrite.ts';
import { placeOf } from './words.ts';

/** Values that argparse accepts though nobody means them. */
export const accepted: LaunchFamily = {
  rules: [
    { id: 'none-literal', severity: 'warning', stage: 'S0' },
    { id: 'float-nonfinite', severity: 'warning', stage: 'S0' },
    { id: 'ppo-local-rank', severity: 'error', stage: 'S5' },
  ],
  *check(view, context) {
    const refused = new Set(
      view.binding.problems.flatMap((problem) => (problem.code === 'arity' ? [problem.use] : [])),
    );
    for (const use of view.binding.uses) {
      if (use.spec.action !== 'store' || refused.has(use)) continue;
      for (const given of valuesOf(use)) yield* judged(use, given, view, context);
    }
  },
};

interface GivenValue {
  readonly word: KnownWord;
  readonly from: number;
  readonly text: string;
}

/** The known values of an option, each with where it starts in its word. */
export function valuesOf(use: FlagUse): readonly GivenValue[] {
  const { inline, word } = use;
  if (inline !== undefined) return [{ word, from: word.value.length - inline.length, text: inline }];
  return use.values.flatMap((value) => (value.kind === 'known' ? [{ word: value, from: 0, text: value.value }] : []));
}

function* judged(use: FlagUse, given: GivenValue, view: View, context: RuleContext): Iterable<Draft> {
  const flag = use.spec.name;
  const { text } = given;
  if (isNoneLiteral(use, text)) {
    yield draft(
      'none-literal',
      say(text === '' ? 'empty-literal' : 'none-literal', { flag, value: text }),
      use,
      given,
      context,
    );
  }
  if (isNonFinite(use, text)) {
    yield {
      ...draft('float-nonfinite', say('float-nonfinite', { flag, value: text }), use, given, context),
      fixes: [],
    };
  }
  if (flag === '--local_rank' && view.entryPoint === 'train_ppo_ray' && /^\s*\+?\d+\s*$/.test(text)) {
    yield draft('ppo-local-rank', say('ppo-local-rank', { value: text.trim() }), use, given, context);
  }
}

/** Flags for which an empty text is not the same as leaving them out. */
const EMPTY_COUNTS: readonly string[] = [
  '--reward.remote_url',
  '--train.agent_func_path',
  '--data.label_key',
  '--eval.dataset',
  '--critic.model_name_or_path',
  '--reward.model_name_or_path',
  '--data.prompt_probs',
];

/** The text `None` is no None: where the default is None, code that asks `is None` or `if x` goes the other way. */
function isNoneLiteral({ spec }: FlagUse, text: string): boolean {
  if (spec.type === 'int' || spec.type === 'float' || spec.default !== null || spec.choices !== null) return false;
  if (text === '') return EMPTY_COUNTS.includes(spec.name);
  return /^(?:none|null)$/i.test(text);
}

function isNonFinite({ spec }: FlagUse, text: string): boolean {
  // An unlimited checkpoint size is what `inf` is for.
  if (spec.type !== 'float' || spec.dest === 'ckpt.max_mem') return false;
  return typeof pythonFloat(text)?.value === 'string';
}

function draft(
  code: string,
  message: Draft['message'],
  use: FlagUse,
  { word, from }: GivenValue,
  { textOf }: RuleContext,
): Draft {
  const edits = remove([use], textOf);
  return {
    code,
    location: placeOf(word, textOf, from),
    message,
    related: elsewhere(word),
    fixes: edits ? [fix(say('fix-remove', { flag: use.spec.name }), edits, true)] : [],
    subjects: [use.word, ...use.values],
  };
}
