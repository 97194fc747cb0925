import { isSameValue } from './values.ts';
import type { Binding, BoundValue, FlagUse, ParseProblem, PythonValue } from './binding.ts';
import type { BoundLaunch, BoundWay } from './bound.ts';
import type { Unknown, Word } from '../text/items.ts';

/** A value over all ways through a launch. */
export type MergedValue =
  | { readonly kind: 'known'; readonly value: PythonValue; readonly origin: 'given'; readonly use: FlagUse }
  | { readonly kind: 'known'; readonly value: PythonValue; readonly origin: 'default' }
  | { readonly kind: 'unknown'; readonly why: Unknown }
  | {
      readonly kind: 'oneOf';
      /** If `byIndex`, the value for each branch of the only choice, by index; else each value that can be, once. */
      readonly oneOf: readonly PythonValue[];
      readonly byIndex: boolean;
      /** The choices it hangs on, at least one. */
      readonly choices: readonly string[];
    };

/** What argparse makes of a launch, whichever branches it takes. */
export interface MergedBinding {
  /** By dest, over the ways that argparse accepts. */
  readonly values: ReadonlyMap<string, MergedValue>;
  /** The first problem of the first way, if argparse accepts none of them; `help` where it prints its help instead. */
  readonly error?: ParseProblem;
}

/** Joins the ways through a launch. A launch without ways has no values. */
export function mergeWays({ ways, complete }: Pick<BoundLaunch, 'ways' | 'complete'>): MergedBinding {
  const branches = branchCounts(ways);
  const accepted = ways.filter(({ binding }) => binding.problems.length === 0);
  const error = accepted.length === 0 ? ways[0]?.binding.problems[0] : undefined;
  const values = new Map<string, MergedValue>();
  for (const dest of accepted[0]?.binding.values.keys() ?? []) {
    const outcomes = accepted.flatMap(({ way, binding }) => {
      const bound = binding.values.get(dest);
      return bound === undefined ? [] : [{ taken: way.taken, bound }];
    });
    values.set(
      dest,
      complete || isSettled(dest, accepted) ? merge(outcomes, branches) : { kind: 'unknown', why: TOO_MANY },
    );
  }
  return { values, ...(error === undefined ? {} : { error }) };
}

interface Outcome {
  readonly taken: ReadonlyMap<string, number>;
  readonly bound: BoundValue;
}

/** More combinations than are looked at. */
const TOO_MANY: Unknown = { reason: 'unknown-condition' };

/** How many branches each choice has, as far as ways take them. */
function branchCounts(ways: readonly BoundWay[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { way } of ways) {
    for (const [choice, index] of way.taken) counts.set(choice, Math.max(counts.get(choice) ?? 0, index + 1));
  }
  return counts;
}

function merge(outcomes: readonly Outcome[], branches: ReadonlyMap<string, number>): MergedValue {
  const values: { taken: ReadonlyMap<string, number>; value: PythonValue }[] = [];
  let use: FlagUse | undefined;
  for (const { taken, bound } of outcomes) {
    if (!bound.known) return { kind: 'unknown', why: bound.why };
    if (bound.origin === 'given') use ??= bound.use;
    values.push({ taken, value: bound.value });
  }
  const distinct: PythonValue[] = [];
  for (const { value } of values) if (!distinct.some((other) => isSameValue(other, value))) distinct.push(value);
  const [only, ...others] = distinct;
  if (only === undefined) throw new Error('a dest without a value');
  if (others.length === 0) {
    return use
      ? { kind: 'known', value: only, origin: 'given', use }
      : { kind: 'known', value: only, origin: 'default' };
  }
  return oneOf(values, distinct, branches);
}

interface Valued {
  readonly taken: ReadonlyMap<string, number>;
  readonly value: PythonValue;
}

function oneOf(
  values: readonly Valued[],
  distinct: readonly PythonValue[],
  branches: ReadonlyMap<string, number>,
): MergedValue {
  const choices = [...new Set(values.flatMap(({ taken }) => [...taken.keys()]))];
  for (const choice of choices) {
    const byIndex = valuesByIndex(values, choice);
    if (byIndex === null) continue;
    // Where argparse refuses the way with a branch, there is no value for its index.
    const aligned = byIndex.size === branches.get(choice);
    const sorted = [...byIndex].sort(([a], [b]) => a - b).map(([, value]) => value);
    return { kind: 'oneOf', oneOf: aligned ? sorted : distinct, byIndex: aligned, choices: [choice] };
  }
  const dependent = choices.filter((choice) => matters(values, choice));
  return { kind: 'oneOf', oneOf: distinct, byIndex: false, choices: dependent.length > 0 ? dependent : choices };
}

/** The value for each index of a choice; `null` where the index alone does not tell it. */
function valuesByIndex(values: readonly Valued[], choice: string): Map<number, PythonValue> | null {
  const byIndex = new Map<number, PythonValue>();
  for (const { taken, value } of values) {
    const index = taken.get(choice);
    if (index === undefined) return null;
    const before = byIndex.get(index);
    if (before !== undefined && !isSameValue(before, value)) return null;
    byIndex.set(index, value);
  }
  return byIndex;
}

/** True if two ways that differ in this choice, and in no other that both meet, have different values. */
function matters(values: readonly Valued[], choice: string): boolean {
  return values.some((a) =>
    values.some(
      (b) =>
        a.taken.get(choice) !== b.taken.get(choice) &&
        !isSameValue(a.value, b.value) &&
        [...a.taken].every(([other, index]) => other === choice || (b.taken.get(other) ?? index) === index),
    ),
  );
}

/** Where not every combination was looked at: true if every way sets the flag with the same words, or none does. */
function isSettled(dest: string, ways: readonly BoundWay[]): boolean {
  const [first, ...others] = ways.map(({ binding }) => usesOf(dest, binding));
  return first !== undefined && others.every((uses) => sameUses(first, uses));
}

function usesOf(dest: string, { uses }: Binding): FlagUse[] {
  return uses.filter(({ spec }) => spec.dest === dest);
}

function sameUses(a: readonly FlagUse[], b: readonly FlagUse[]): boolean {
  const words = (uses: readonly FlagUse[]): readonly Word[] => uses.flatMap(({ word, values }) => [word, ...values]);
  const others = words(b);
  return words(a).length === others.length && words(a).every((word, index) => word === others[index]);
}
