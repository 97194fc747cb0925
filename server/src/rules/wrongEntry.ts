import type { RuleContext, View } from './context.ts';
import { fix, listed, say } from './finding.ts';
import type { UnknownFlag, Verdict } from './flags.ts';
import { replaceFlag } from './rewrite.ts';

/** A flag that another entry point of the same release has. */
export function wrongEntryFlag(problem: UnknownFlag, view: View, context: RuleContext): Verdict | undefined {
  const { spelled: flag } = problem;
  const { entryPoint } = view;
  const { release } = context.release;
  const owners = context.catalogues.entryPointsWith(release, flag).filter((name) => name !== entryPoint);
  const twin = twinOf(flag, view);
  const edits = twin === undefined ? undefined : replaceFlag(problem, twin, context.textOf);
  const fixes = twin !== undefined && edits ? [fix(say('fix-rename', { flag: twin }), edits, true)] : [];
  const args = { entryPoint, flag, owners: listed(owners), release };
  if (owners.length === 0) {
    // In OpenRLHF's README, though no entry point ever had it.
    if (flag !== '--actor.pretrain_mode_enable' || twin === undefined) return undefined;
    return { code: 'docs-flag-typo-pretrain-mode', message: say('docs-flag-typo', { flag, entryPoint, twin }), fixes };
  }
  const message = twin === undefined ? say('wrong-entry-flag', args) : say('wrong-entry-flag-twin', { ...args, twin });
  return { code: 'wrong-entry-flag', message, fixes };
}

/**
 * What the entry point calls the same thing: train_ppo_ray has an actor and a critic, each with its own optimizer, the
 * others one model: `--actor.X` and `--model.X`, `--actor.adam.X` and `--adam.X`, `--actor.max_norm` and `--max_norm`.
 */
function twinOf(flag: string, { spec }: View): string | undefined {
  const bare = flag.replace(/^--/, '');
  const leaf = bare.replace(/^(?:actor|model)\./, '');
  const candidates = bare === leaf ? [`actor.${bare}`] : [`model.${leaf}`, `actor.${leaf}`, leaf];
  for (const [a, b] of TWINS) {
    if (bare === a) candidates.push(b);
    if (bare === b) candidates.push(a);
  }
  const name = candidates.find(
    (candidate) => candidate !== bare && spec.flags.some(({ name }) => name === `--${candidate}`),
  );
  return name === undefined ? undefined : `--${name}`;
}

/** Pairs that no prefix explains. */
const TWINS: readonly (readonly [string, string])[] = [
  ['data.prompt_dataset', 'data.dataset'],
  ['data.prompt_probs', 'data.dataset_probs'],
  ['data.prompt_split', 'data.dataset_split'],
];
