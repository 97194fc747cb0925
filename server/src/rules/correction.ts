import { laterRemoval, renameByValue, type GivenValue } from '../catalogue/renames.ts';
import type { Word } from '../text/items.ts';
import type { RuleContext, View } from './context.ts';
import { fix, say } from './finding.ts';
import type { Fix } from './model.ts';
import { isNewer, otherReleasesWith, stateReleaseFixes } from './otherRelease.ts';
import { replaceGroup } from './rewrite.ts';
import type { Given } from './rewrite.ts';
import { valueOf, type UnknownFlag, type Verdict } from './unknownFlag.ts';

/**
 * The correction for the mismatch of rollout and training, whose flags 0.11.2 renamed by value. Changing one flag alone
 * would change the loss (`is_correction_enable` clamps, `is_correction_level token` drops), so they are rewritten
 * together or not at all. Source: `PolicyLoss` in `openrlhf/models/loss.py` of 0.11.1 and 0.11.2.
 */
const PREFIX = '--algo.advantage.is_correction';
const ENABLE = `${PREFIX}_enable`;
const TYPE = `${PREFIX}_type`;
const LEVEL = `${PREFIX}_level`;
const MODE = `${PREFIX}_mode`;
const GATING = `${PREFIX}_gating`;

/** The same flags before 0.10.2. */
const FLAT: Readonly<Record<string, string>> = {
  '--enable_vllm_is_correction': ENABLE,
  '--vllm_is_correction_type': TYPE,
};

const OLD: readonly string[] = [ENABLE, TYPE];
const NEW: readonly string[] = [LEVEL, MODE, GATING];

/** A flag of the correction that the release does not have, with the whole group rewritten as its fix. */
export function correctionFlag(problem: UnknownFlag, view: View, context: RuleContext): Verdict | undefined {
  const flag = problem.spelled;
  const current = FLAT[flag] ?? flag;
  const old = OLD.includes(current);
  if (!old && !NEW.includes(current)) return undefined;
  if (view.spec.flags.some((spec) => spec.name === current)) return undefined;
  const others = otherReleasesWith(current, view.entryPoint, context);
  const home = old ? others.at(-1) : others[0];
  if (home === undefined) return undefined;
  const { release, from } = context.release;
  const args = { entryPoint: view.entryPoint, flag, release, since: home, until: home };
  const group = old ? toNew(view) : toOld(view);
  const isFlat = flag in FLAT;
  const assumed = from === 'assumed';
  const convert: Fix[] = group ? conversion(group, !assumed, context) : [];
  const state = stateReleaseFixes(home, view, context);
  const common = {
    fixes: [...convert, ...state],
    subjects: (group?.options ?? []).flatMap(({ word, values }): Word[] => [word, ...values]),
  };
  if (isFlat) {
    const names = `${LEVEL} and ${MODE}`;
    return { code: 'old-flat-flag', message: say('old-flat-flag-correction', { ...args, names }), ...common };
  }
  const severity = assumed ? ({ severity: 'warning' } as const) : {};
  if (!isNewer(home, release, context)) {
    return { code: 'is-correction-renamed', message: say(messageOf(group), args), ...severity, ...common };
  }
  const key = group ? 'correction-of-newer-release' : 'flag-of-newer-release';
  return { code: 'flag-of-other-release', message: say(key, args), ...severity, ...common };
}

interface Group {
  /** What is on the line now. */
  readonly options: readonly Given[];
  /** What says the same in the release. */
  readonly words: readonly string[];
}

function messageOf(group: Group | undefined): 'is-correction-renamed' | 'is-correction-no-effect' {
  return group?.words.length === 0 ? 'is-correction-no-effect' : 'is-correction-renamed';
}

function conversion(group: Group, preferred: boolean, { textOf }: RuleContext): Fix[] {
  const edits = replaceGroup(group.options, group.words, textOf);
  if (!edits) return [];
  const title =
    group.words.length === 0 ? say('fix-remove-correction') : say('fix-correction', { flags: group.words.join(' ') });
  return [fix(title, edits, preferred)];
}

/** Options of the line that the entry point does not have, by their present name. */
function unknownOptions(view: View): { readonly name: string; readonly given: UnknownFlag }[] {
  return view.binding.problems.flatMap((problem) =>
    problem.code === 'unknown-flag' ? [{ name: FLAT[problem.spelled] ?? problem.spelled, given: problem }] : [],
  );
}

function policyOf(view: View): string | undefined {
  const flat = unknownOptions(view).filter(({ name }) => name === '--policy_loss_type');
  const last = flat.at(-1);
  if (last) return valueOf(last.given);
  const bound = view.binding.values.get('actor.policy_loss_type');
  return bound?.known && typeof bound.value.value === 'string' ? bound.value.value : undefined;
}

function hasOption(view: View, names: readonly string[]): boolean {
  return view.binding.uses.some(({ spec }) => names.includes(spec.name));
}

function toNew(view: View): Group | undefined {
  if (!isClear(view)) return undefined;
  const options = unknownOptions(view);
  const enables = options.filter(({ name }) => name === ENABLE).map(({ given }) => given);
  const types = options.filter(({ name }) => name === TYPE).map(({ given }) => given);
  if (enables.some(({ inline, values }) => inline !== undefined || values.length > 0)) return undefined;
  if (types.some((given) => valueOf(given) === undefined)) return undefined;
  if (hasOption(view, NEW)) return undefined;
  const all = [...enables, ...types];
  if (enables.length === 0) return { options: all, words: [] };
  const policy = policyOf(view);
  const last = types.at(-1);
  const words = newWords(policy, last ? valueOf(last) : 'tis', view);
  return words && { options: all, words };
}

/** What the values of the old flags come to; the rows are the catalogue's. */
function newWords(policy: string | undefined, type: string | undefined, view: View): readonly string[] | undefined {
  const removal = laterRemoval(view.entryPoint, ENABLE);
  if (!removal || policy === undefined || type === undefined) return undefined;
  const values = new Map<string, GivenValue>([
    [ENABLE, true],
    [TYPE, type],
    ['--actor.policy_loss_type', policy],
  ]);
  const then = renameByValue(removal.step, view.entryPoint, (flag) => values.get(flag) ?? null);
  return then && Object.entries(then).flat();
}

/** New to old exists for the gating by ratio with two thresholds only. */
function toOld(view: View): Group | undefined {
  if (!isClear(view)) return undefined;
  const options = unknownOptions(view).filter(({ name }) => NEW.includes(name));
  if (options.some(({ given }) => valueOf(given) === undefined)) return undefined;
  if (hasOption(view, OLD)) return undefined;
  const value = (name: string, otherwise: string): string | undefined => {
    const last = options.filter((option) => option.name === name).at(-1);
    return last ? valueOf(last.given) : otherwise;
  };
  const given = options.map((option) => option.given);
  const level = value(LEVEL, 'off');
  const mode = value(MODE, 'mask');
  const gating = value(GATING, 'ratio');
  if (level === 'off') return { options: given, words: [] };
  if (gating !== 'ratio' || !hasTwoThresholds(view)) return undefined;
  if (policyOf(view) === 'gspo') return { options: given, words: [ENABLE] };
  if (policyOf(view) !== 'ppo') return undefined;
  if (level === 'token' && mode === 'clip') return { options: given, words: [ENABLE] };
  if (level === 'token' && mode === 'mask') return { options: given, words: [ENABLE, TYPE, 'icepop'] };
  if (level === 'seq' && mode === 'mask') return { options: given, words: [ENABLE, TYPE, 'seq-mask-tis'] };
  return undefined;
}

function hasTwoThresholds(view: View): boolean {
  const bound = view.binding.values.get('algo.advantage.is_correction_threshold');
  return bound !== undefined && bound.known && Array.isArray(bound.value.value) && bound.value.value.length === 2;
}

/** No word of the line can be another flag of the group. */
function isClear({ spec, binding }: View): boolean {
  return spec.flags.every(({ dest, defaultComputed }) => {
    const bound = binding.values.get(dest);
    return bound === undefined || bound.known || bound.use !== undefined || defaultComputed !== undefined;
  });
}
