import type { LaunchCommand } from '../../../server/src/shell/model.ts';
import type { Pair } from './compare.ts';

/** How much of the words that a reader could know our model knows. */
export interface Coverage {
  launches: number;
  /** Words that are equal in all environments. */
  words: number;
  known: number;
  many: number;
  /** Launches that ran in every environment although ours calls them conditional. */
  conditional: number;
  /** Words of the denominator that are not known, for reports. */
  missed: string[];
}

export function noCoverage(): Coverage {
  return { launches: 0, words: 0, known: 0, many: 0, conditional: 0, missed: [] };
}

export function addCoverage(sum: Coverage, one: Coverage): void {
  sum.launches += one.launches;
  sum.words += one.words;
  sum.known += one.known;
  sum.many += one.many;
  sum.conditional += one.conditional;
  sum.missed.push(...one.missed);
}

/** Indices of `a` and `b` of a longest common subsequence. */
function common(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const best = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      best[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/** Indices in the first command line of the words that all of them have at the same place. */
export function commonWords(argvs: readonly (readonly string[])[]): number[] {
  const [first = [], ...others] = argvs;
  if (others.every((other) => other.length === first.length)) {
    return [...first.keys()].filter((i) => others.every((other) => other[i] === first[i]));
  }
  let kept = [...first.keys()];
  for (const other of others) {
    const words = kept.map((i) => first[i] ?? '');
    kept = common(words, other).map(([i]) => kept[i] ?? 0);
  }
  return kept;
}

/** Coverage of one script, from its pairs in each environment that it ran in to the end. */
export function measure(pairsByEnvironment: readonly (readonly Pair[])[]): Coverage {
  const coverage = noCoverage();
  const byLaunch = pairsByEnvironment.map((pairs) => {
    const groups = new Map<LaunchCommand, Pair[]>();
    for (const pair of pairs) groups.set(pair.ours, [...(groups.get(pair.ours) ?? []), pair]);
    return groups;
  });
  const [first = new Map<LaunchCommand, Pair[]>(), ...others] = byLaunch;
  for (const [launch, pairs] of first) {
    for (const [k, pair] of pairs.entries()) {
      const same = others.map((groups) => groups.get(launch)?.[k]);
      if (same.some((other) => other === undefined)) continue;
      coverage.launches++;
      if (launch.conditional) coverage.conditional++;
      for (const i of commonWords([pair.real.argv, ...same.map((other) => other?.real.argv ?? [])])) {
        const item = pair.items[i];
        coverage.words++;
        if (item?.kind === 'known') coverage.known++;
        else {
          if (item?.kind === 'many') coverage.many++;
          coverage.missed.push(pair.real.argv[i] ?? '');
        }
      }
    }
  }
  return coverage;
}
