import type { Draft, LaunchFamily, View } from './context.ts';
import { elsewhere, say } from './finding.ts';
import { valuesOf } from './strings.ts';
import { placeOf, type TextOf } from './words.ts';

const DEST = 'algo.advantage.is_correction_threshold';

/**
 * The thresholds of the correction, which take one value or more from 0.11.2 on. What OpenRLHF makes of their number
 * right behind argparse: `openrlhf/cli/train_ppo_ray.py:639-642` of 0.11.2.
 */
export const thresholds: LaunchFamily = {
  rules: [
    { id: 'is-threshold-count', severity: 'error', stage: 'S1' },
    { id: 'is-threshold-single', severity: 'info', stage: 'S1' },
  ],
  *check(view, { textOf }) {
    const draft = judged(view, textOf);
    if (draft) yield draft;
  },
};

function judged({ binding }: View, textOf: TextOf): Draft | undefined {
  const bound = binding.values.get(DEST);
  // The last one counts; it is none where words that are not known may give another.
  const use = bound === undefined || (bound.known && bound.origin === 'default') ? undefined : bound.use;
  if (use?.spec.nargs !== '+' || use.values.some(({ kind }) => kind === 'many')) return undefined;
  const count = use.values.length + (use.inline === undefined ? 0 : 1);
  const flag = use.spec.name;
  const [only] = valuesOf(use);
  if (count === 1 && only) {
    const { word, from, text } = only;
    const message = say('is-threshold-single', { flag, value: text });
    return {
      code: 'is-threshold-single',
      location: placeOf(word, textOf, from),
      message,
      related: elsewhere(word),
      subjects: [word],
    };
  }
  if (count < 3) return undefined;
  return {
    code: 'is-threshold-count',
    location: placeOf(use.word, textOf, 0, use.spelled.length),
    message: say('is-threshold-count', { flag, count }),
    related: elsewhere(use.word),
    subjects: [use.word, ...use.values],
  };
}
