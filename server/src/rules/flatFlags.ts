import { flatRename, olderFlag, renames, type OlderFlag } from '../catalogue/renames.ts';
import type { RuleContext, View } from './context.ts';
import { fix, listed, say } from './finding.ts';
import type { Fix, TextEdit } from './model.ts';
import { remove, replaceGroup, split } from './rewrite.ts';
import { valueOf, type UnknownFlag, type Verdict } from './unknownFlag.ts';

/**
 * A flag of before OpenRLHF 0.10.2, when names had no dots. The rename kept type, nargs and choices, so the new name can
 * be written in its place; some flags became two, some were dead and went.
 */
export function flatFlag(problem: UnknownFlag, view: View, context: RuleContext): Verdict | undefined {
  const names = flatRename(view.entryPoint, problem.spelled);
  return names && renamed(problem, names, view, context);
}

/** A flag with a new name, with two of them, or with none. */
function renamed(
  problem: UnknownFlag,
  names: readonly string[],
  view: View,
  context: RuleContext,
): Verdict | undefined {
  const { spelled: flag } = problem;
  const [name] = names;
  if (name === undefined) {
    return { code: 'old-flat-flag', message: say('old-flat-flag-removed', { flag }), fixes: removal(problem, context) };
  }
  if (!names.every((other) => hasFlag(view, other))) return undefined;
  const several = names.length > 1;
  const title = several ? say('fix-split', { flags: listed(names) }) : say('fix-rename', { flag: name });
  const message = say(several ? 'old-flat-flag-split' : 'old-flat-flag', { flag, names: listed(names) });
  const known = { ...problem, values: valuesFor(name, problem, view) };
  return { code: 'old-flat-flag', message, fixes: offer(title, split(known, names, context.textOf)) };
}

/** The words behind an old flag that are its own: as many as the new one takes. */
function valuesFor(name: string, { values }: UnknownFlag, { spec }: View): UnknownFlag['values'] {
  const nargs = spec.flags.find((flag) => flag.name === name)?.nargs ?? 1;
  return typeof nargs === 'number' ? values.slice(0, nargs) : values;
}

function removal(problem: UnknownFlag, { textOf }: RuleContext): Fix[] {
  const known = problem.values.every(({ kind }) => kind === 'known');
  return offer(say('fix-remove', { flag: problem.spelled }), known ? remove([problem], textOf) : undefined);
}

function offer(title: Fix['title'], edits: readonly TextEdit[] | undefined): Fix[] {
  return edits ? [fix(title, edits, true)] : [];
}

function hasFlag({ spec }: View, name: string): boolean {
  return spec.flags.some((flag) => flag.name === name);
}

/** A flag that was gone before the names got their dots. */
export function olderFlatFlag(problem: UnknownFlag, view: View, context: RuleContext): Verdict | undefined {
  const { spelled: flag } = problem;
  const older = olderFlag(view.entryPoint, flag);
  if (!older) return undefined;
  const [name] = older.to;
  const args = { flag, last: older.last };
  if (name === undefined || !hasFlag(view, name)) {
    return { code: 'old-flat-flag', message: say('older-flag-removed', args), fixes: removal(problem, context) };
  }
  const { textOf } = context;
  if (older.value !== undefined) {
    const words = [name, older.value];
    const edits = problem.values.length === 0 ? replaceGroup([problem], words, textOf) : undefined;
    const message = say('older-flag', { ...args, names: words.join(' ') });
    return { code: 'old-flat-flag', message, fixes: offer(say('fix-rename', { flag: words.join(' ') }), edits) };
  }
  if (older.sumOf) {
    const sum = sumOf(older.sumOf, view);
    const words = sum === undefined || isGiven(view, name) ? undefined : [name, String(sum)];
    const edits = words && replaceGroup([problem], words, textOf);
    const message = say('older-flag-sum', { ...args, name, parts: listed(older.sumOf) });
    return {
      code: 'old-flat-flag',
      message,
      fixes: offer(say('fix-rename', { flag: words?.join(' ') ?? name }), edits),
    };
  }
  const edits = split(problem, [name], textOf);
  const message = say('older-flag', { ...args, names: name });
  return { code: 'old-flat-flag', message, fixes: offer(say('fix-rename', { flag: name }), edits) };
}

function isGiven({ binding }: View, name: string): boolean {
  return binding.uses.some(({ spec }) => spec.name === name);
}

/** The sum of what these old flags, or the flags that took their place, are given; `undefined` unless all are known. */
function sumOf(flags: NonNullable<OlderFlag['sumOf']>, view: View): number | undefined {
  let sum = 0;
  for (const flag of flags) {
    const value = numberOf(flag, view);
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

function numberOf(flag: string, view: View): number | undefined {
  const given = view.binding.problems.findLast(
    (problem) => problem.code === 'unknown-flag' && problem.spelled === flag,
  );
  if (given?.code === 'unknown-flag') {
    const text = valueOf(given);
    return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
  }
  const [name] = renames.older[view.entryPoint]?.[flag]?.to ?? [];
  const use = view.binding.uses.findLast(({ spec }) => spec.name === name);
  const bound = use && view.binding.values.get(use.spec.dest);
  return bound?.known && typeof bound.value.value === 'number' ? bound.value.value : undefined;
}
