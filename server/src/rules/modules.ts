import { similarity } from '../catalogue/distance.ts';
import { missingModule } from '../catalogue/guesses.ts';
import { ENTRY_POINTS } from '../catalogue/schema.ts';
import type { Launch } from '../launch/model.ts';
import type { Message } from '../messages/catalogue.ts';
import type { KnownWord } from '../text/items.ts';
import type { Draft, RuleContext, ScriptFamily } from './context.ts';
import { fix, listed, say } from './finding.ts';
import type { Fix } from './model.ts';
import { remove } from './rewrite.ts';
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
  const known = missingModule(name);
  const [instead] = known?.to ?? nearestEntryPoint(name);
  if (instead === undefined) {
    const names = listed(ENTRY_POINTS);
    const message =
      known?.last === undefined
        ? say('module-unknown', { ...args, names })
        : say('module-removed', { ...args, names, until: known.last });
    return { message };
  }
  if (known?.last !== undefined)
    return { message: say('module-renamed', { ...args, instead, until: known.last }), instead };
  if (known?.flags) {
    const flags = Object.entries(known.flags)
      .map(([flag, value]) => (value === true ? flag : `${flag} ${value}`))
      .join(' ');
    return { message: say('module-method', { ...args, instead, flags }), instead };
  }
  return { message: say('module-nearest', { ...args, instead }), instead };
}

/** Likeness below which a suggestion only confuses. */
const ALIKE = 0.7;

function nearestEntryPoint(name: string): readonly string[] {
  const scores = ENTRY_POINTS.map((entryPoint) => ({ entryPoint, score: similarity(name, entryPoint) }));
  const [best] = scores.sort((a, b) => b.score - a.score);
  return best && best.score >= ALIKE ? [best.entryPoint] : [];
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
