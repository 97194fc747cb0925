import { ENTRY_POINTS } from '../catalogue/schema.ts';
import type { Launch } from '../launch/model.ts';
import type { Message } from '../messages/catalogue.ts';
import type { KnownWord } from '../text/items.ts';
import type { Draft, RuleContext, ScriptFamily } from './context.ts';
import { fix, listed, say } from './finding.ts';
import type { Fix } from './model.ts';
import { remove } from './rewrite.ts';
import { nearestNames } from './suggestions.ts';
import type { TextOf } from './words.ts';

/** Modules below `openrlhf.cli` that no release from 0.10.2 on has. */
export const modules: ScriptFamily = {
  rules: [{ id: 'unknown-module', severity: 'error', stage: 'S0' }],
  *check(context) {
    for (const { launch } of context.launches) {
      if (launch.entryPoint === null) yield unknownModule(launch, context);
      const option = moduleOption(launch);
      if (option && launch.module.endsWith('.py')) yield pathAsModule(launch, option, context);
    }
  },
};

/** Entry points of before 0.10.2, with the last release that had them. Source: `openrlhf/cli/` of the releases. */
const REMOVED: Readonly<Record<string, string>> = {
  train_ppo: '0.6.1',
  train_kto: '0.9.5',
  train_prm: '0.9.5',
  train_kd: '0.9.5',
  batch_inference: '0.9.5',
  interactive_chat: '0.9.5',
};

/** What people ask for by a module's name and get by an advantage estimator of train_ppo_ray. */
const ESTIMATORS: Readonly<Record<string, string>> = {
  grpo: 'group_norm',
  dr_grpo: 'dr_grpo',
  drgrpo: 'dr_grpo',
  rloo: 'rloo',
  reinforce: 'reinforce',
  reinforce_baseline: 'reinforce_baseline',
};

function unknownModule(launch: Launch, context: RuleContext): Draft {
  const name = nameOf(launch.module);
  const { message, instead } = verdictOn(name, context);
  return {
    code: 'unknown-module',
    location: launch.moduleLocation,
    message,
    fixes: instead === undefined ? [] : renamed(launch, name, instead, context.textOf),
    subjects: [],
  };
}

function nameOf(module: string): string {
  return module.replace(/\.py$/, '').split(/[./]/).at(-1) ?? module;
}

function verdictOn(name: string, { release }: RuleContext): { readonly message: Message; readonly instead?: string } {
  const args = { name, release: release.release };
  const estimator = ESTIMATORS[name.replace(/^train_/, '').replace(/_ray$/, '')];
  if (estimator !== undefined) {
    return { message: say('module-estimator', { ...args, estimator }), instead: 'train_ppo_ray' };
  }
  const until = REMOVED[name];
  if (name === 'train_ppo') {
    return { message: say('module-ppo', { ...args, until: until ?? '' }), instead: 'train_ppo_ray' };
  }
  if (until !== undefined) return { message: say('module-removed', { ...args, until, names: listed(ENTRY_POINTS) }) };
  const [instead] = nearestNames(name, ENTRY_POINTS);
  if (instead !== undefined) return { message: say('module-nearest', { ...args, instead }), instead };
  return { message: say('module-unknown', { ...args, names: listed(ENTRY_POINTS) }) };
}

function renamed({ module, moduleLocation }: Launch, name: string, instead: string, textOf: TextOf): Fix[] {
  const { uri, range } = moduleLocation;
  const text = textOf(uri)?.slice(range.start, range.end);
  const at = module.lastIndexOf(name);
  if (text !== module || at < 0) return [];
  const start = range.start + at;
  const location = { uri, range: { start, end: start + name.length } };
  return [fix(say('fix-module', { module: module.replace(name, instead) }), [{ location, newText: instead }])];
}

/** The `-m` or `--module` right before the module. */
function moduleOption({ launcher }: Launch): KnownWord | undefined {
  const last = launcher.at(-1);
  return last?.kind === 'known' && (last.value === '-m' || last.value === '--module') ? last : undefined;
}

function pathAsModule(launch: Launch, option: KnownWord, { textOf }: RuleContext): Draft {
  const edits = remove([{ word: option, spelled: option.value, values: [] }], textOf);
  return {
    code: 'unknown-module',
    location: launch.moduleLocation,
    message: say('module-is-path', { option: option.value, module: launch.module }),
    fixes: edits ? [fix(say('fix-remove', { flag: option.value }), edits, true)] : [],
    subjects: [option],
  };
}
