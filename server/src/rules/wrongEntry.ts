import type { RuleContext, View } from './context.ts';
import { listed, say } from './finding.ts';
import { meantFlags, renamings } from './guesses.ts';
import type { UnknownFlag, Verdict } from './unknownFlag.ts';

/** In OpenRLHF's README, though no entry point ever had it. */
const README_FLAG = '--actor.pretrain_mode_enable';

/** A flag that another entry point of the same release has. */
export function wrongEntryFlag(problem: UnknownFlag, view: View, context: RuleContext): Verdict | undefined {
  const { spelled: flag } = problem;
  const { entryPoint } = view;
  const { release } = context.release;
  const owners = context.catalogues.entryPointsWith(release, flag).filter((name) => name !== entryPoint);
  const twins = twinsOf(flag, view);
  const fixes = renamings(problem, twins, view, context);
  if (owners.length === 0) {
    if (flag !== README_FLAG || twins.length === 0) return undefined;
    const message = say('docs-flag-typo', { flag, entryPoint, twin: listed(twins) });
    return { code: 'docs-flag-typo-pretrain-mode', message, fixes };
  }
  const args = { entryPoint, flag, owners: listed(owners) };
  const message =
    twins.length === 0 ? say('wrong-entry-flag', args) : say('wrong-entry-flag-twin', { ...args, twin: listed(twins) });
  return { code: 'wrong-entry-flag', message, fixes };
}

/**
 * What the entry point calls the same thing: the catalogue's guesses, or else the flag of its model. train_ppo_ray has an
 * actor and a critic, each with its own optimizer, the others one model: `--actor.X` is `--model.X`, `--actor.adam.X` is
 * `--adam.X`, `--actor.max_norm` is `--max_norm`.
 */
function twinsOf(flag: string, view: View): readonly string[] {
  const meant = meantFlags(view, flag);
  if (meant.length > 0) return meant;
  const bare = flag.replace(/^--/, '');
  const leaf = bare.replace(/^(?:actor|model)\./, '');
  const candidates = bare === leaf ? [`actor.${bare}`] : [`model.${leaf}`, `actor.${leaf}`, leaf];
  const twin = candidates.find(
    (candidate) => candidate !== bare && view.spec.flags.some(({ name }) => name === `--${candidate}`),
  );
  return twin === undefined ? [] : [`--${twin}`];
}
