import type { TryEvent, TrySample } from './model.ts';

/** What dynamic filtering would do with the samples of one prompt. */
export interface FilteredGroup {
  readonly group: number;
  readonly scores: readonly (number | null)[];
  /** `null` where a sample has no score: then nothing is dropped. */
  readonly mean: number | null;
  readonly kept: boolean;
}

/** Bounds where a launch gives none (`--algo.dynamic_filtering_range`). */
export const USUAL_BOUNDS: readonly [number, number] = [0, 1];

/**
 * Groups as dynamic filtering sees them: kept if the mean score lies between the bounds, these left out
 * (`trainer/ppo_utils/samples_generator.py`, 0.11.2).
 */
export function filteredGroups(events: readonly TryEvent[], [least, most]: readonly [number, number]): FilteredGroup[] {
  const groups = new Map<number, TrySample[]>();
  for (const event of events) {
    if (event.event === 'sample') groups.set(event.group, [...(groups.get(event.group) ?? []), event]);
  }
  return [...groups].map(([group, samples]) => {
    const scores = samples.map((sample) => sample.scores?.number ?? null);
    const known = scores.filter((score) => score !== null);
    if (known.length < scores.length) return { group, scores, mean: null, kept: true };
    const mean = known.reduce((sum, score) => sum + score, 0) / known.length;
    return { group, scores, mean, kept: least < mean && mean < most };
  });
}
