import type { KnownWord } from '../text/items.ts';
import type { LaunchFamily, RuleContext, View } from './context.ts';
import { elsewhere, fix, say } from './finding.ts';
import type { Fix } from './model.ts';
import { placeholderIn } from './placeholderText.ts';
import { isWandbKey } from '../text/keys.ts';
import { valuesOf } from './strings.ts';
import { literalOf, placeOf } from './words.ts';

/** The flag that takes W&B's key, and what it was called before 0.10.2. */
export const KEY_FLAGS: readonly string[] = ['--logger.wandb.key', '--use_wandb'];

/** What is given as W&B's key. Messages never hold it. */
export const wandbKey: LaunchFamily = {
  rules: [
    { id: 'wandb-key', severity: 'warning', stage: 'S4' },
    { id: 'wandb-secret', severity: 'info', stage: 'now' },
    { id: 'secret-in-script', severity: 'warning', stage: null },
  ],
  *check(view, context) {
    for (const { word, from, text, flag } of keysOf(view)) {
      const { textOf } = context;
      const place = { location: placeOf(word, textOf, from), related: elsewhere(word), subjects: [word] };
      // The text None is told by `none-literal`.
      if (text === '' || /^(?:none|null)$/i.test(text)) continue;
      if (placeholderIn(text) || /^x{3,}$/i.test(text)) {
        yield { code: 'wandb-key', message: say('wandb-key'), ...place };
        continue;
      }
      if (/^(?:true|yes|on|1)$/i.test(text)) {
        if (!hasLogin(view, context))
          yield { code: 'wandb-key', message: say('wandb-key-true', { value: text }), ...place };
        continue;
      }
      yield { code: 'wandb-secret', message: say('wandb-secret', { flag }), ...place };
      if (isWandbKey(text)) {
        const fixes = fromEnvironment(word, from, context);
        yield { code: 'secret-in-script', message: say('secret-in-script', { owner: 'W&B' }), fixes, ...place };
      }
    }
  },
};

interface Key {
  readonly word: KnownWord;
  readonly from: number;
  readonly text: string;
  readonly flag: string;
}

function keysOf({ binding }: View): readonly Key[] {
  const keys: Key[] = [];
  for (const use of binding.uses) {
    if (KEY_FLAGS.includes(use.spec.name))
      keys.push(...valuesOf(use).map((value) => ({ ...value, flag: use.spec.name })));
  }
  for (const problem of binding.problems) {
    if (problem.code !== 'unknown-flag' || !KEY_FLAGS.includes(problem.spelled)) continue;
    const { word, spelled: flag, inline, values } = problem;
    const [value] = values;
    if (inline !== undefined) keys.push({ word, from: word.value.length - inline.length, text: inline, flag });
    else if (value?.kind === 'known') keys.push({ word: value, from: 0, text: value.value, flag });
  }
  return keys;
}

/** The script logs in by itself. */
function hasLogin({ launch }: View, { assignments, textOf }: RuleContext): boolean {
  if ([...assignments, ...launch.env].some(({ name }) => name === 'WANDB_API_KEY')) return true;
  return /\bwandb\s+login\b/.test(textOf(launch.location.uri) ?? '');
}

/** A reference in the place of the key, where the key stands in the command without quotes that would keep `$`. */
function fromEnvironment(word: KnownWord, from: number, { textOf }: RuleContext): Fix[] {
  const literal = literalOf(word, textOf, from);
  if (!literal || word.use !== undefined) return [];
  const text = textOf(literal.uri) ?? '';
  if (text.charAt(literal.range.start - 1) === "'") return [];
  return [fix(say('fix-environment'), [{ location: literal, newText: '$WANDB_API_KEY' }])];
}
