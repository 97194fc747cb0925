import type { Word } from '../../../server/src/text/items.ts';
import type { Location } from '../../../server/src/text/location.ts';
import type { BashResult } from './bash.ts';
import type { Pair } from './compare.ts';
import { pairLaunches } from './compare.ts';
import type { Corpus, CorpusScript } from './corpus.ts';
import type { Environment } from './environments.ts';
import type { Evaluate } from './model.ts';
import { modelOf, pathOf } from './model.ts';
import type { Literal } from './ranges.ts';
import { keyOf, literalsIn, literalsOf, replacements } from './ranges.ts';
import type { Sandbox } from './sandbox.ts';

export interface RangeCounts {
  literals: number;
  runs: number;
  /** Literals that also steer the script: another text starts other launches or other numbers of words. */
  steering: number;
  /** Words that changed because they are computed from the literal. */
  computed: number;
  failures: string[];
}

export function noRangeCounts(): RangeCounts {
  return { literals: 0, runs: 0, steering: 0, computed: 0, failures: [] };
}

function placesOf(word: Word): Location[] {
  return [word.location, ...(word.use ? [word.use] : []), ...(word.parts ?? []).map((part) => part.location)];
}

function overlaps(location: Location, literal: Literal): boolean {
  const { start, end } = location.range;
  return pathOf(location.uri) === literal.path && start < literal.end && literal.start < end;
}

function sourceOf({ uri, range }: Location, files: ReadonlyMap<string, string>): string {
  return files.get(pathOf(uri) ?? '')?.slice(range.start, range.end) ?? '';
}

/** True where the word is computed (`${X%.*}`, `$((…))`, `$(…)`, a part of a string): then it changes without naming what it came from. */
function isComputed(word: Word, files: ReadonlyMap<string, string>): boolean {
  return placesOf(word).some((place) => /\$\{[^}]*[^\w}[\]@]|\$\(|`|\$\[|\{\S*(?:,|\.\.)/.test(sourceOf(place, files)));
}

type Changed = ReadonlySet<Word>;

/** The words of ours that differ between two runs; `undefined` if launches or numbers of words differ. */
function changedWords(pairs: readonly Pair[], before: BashResult, after: BashResult): Changed | undefined {
  if (before.launches.length !== after.launches.length) return undefined;
  const changed = new Set<Word>();
  for (const [j, launch] of before.launches.entries()) {
    const other = after.launches[j];
    if (other?.module !== launch.module || other.argv.length !== launch.argv.length) return undefined;
    const items = pairs.find((pair) => pair.real === launch)?.items ?? [];
    for (const [i, text] of launch.argv.entries()) {
      const item = items[i];
      if (item && other.argv[i] !== text) changed.add(item);
    }
  }
  return changed;
}

/** Replaces literals of a script, one run each; `wanted` says which of the script's literals to take. */
export async function checkRanges(
  corpus: Corpus,
  script: CorpusScript,
  sandbox: Sandbox,
  environment: Environment,
  evaluate: Evaluate,
  wanted: (index: number) => boolean,
): Promise<RangeCounts> {
  const counts = noRangeCounts();
  const model = modelOf(evaluate, script.path, script.text, corpus.files);
  const before = await sandbox.run(script, environment);
  const pairs = pairLaunches(model.launches, before.launches, { stopped: true, anyOrder: script.anyOrder });
  if (pairs === undefined) return { ...counts, failures: [`${script.path}: its launches disagree with bash`] };
  const words = new Set(pairs.flatMap((pair) => pair.items));
  for (const word of words) {
    if (word.kind !== 'known' || word.value === '' || word.parts !== undefined) continue;
    if (literalsOf(word, corpus.files).length === 0 && !isComputed(word, corpus.files)) {
      counts.failures.push(
        `${script.path}: the place of ${JSON.stringify(word.value)} reads ${JSON.stringify(sourceOf(word.location, corpus.files))}`,
      );
    }
  }

  /** True where the other text takes another way (`case $MODEL in`): then our model of it finds the word at another place. */
  const comesFromElsewhere = (word: Word, literal: Literal, changedText: string, after: BashResult): boolean => {
    const files = new Map([...corpus.files, [literal.path, changedText]]);
    const other = modelOf(evaluate, script.path, files.get(script.path) ?? '', files);
    const otherPairs = pairLaunches(other.launches, after.launches, { stopped: true, anyOrder: script.anyOrder });
    const grown = changedText.length - (corpus.files.get(literal.path) ?? '').length;
    const moved = (at: number): number =>
      pathOf(word.location.uri) === literal.path && at >= literal.end ? at + grown : at;
    return pairs.some((pair, j) =>
      pair.items.some((item, i) => {
        const now = otherPairs?.[j]?.items[i];
        return item === word && now !== undefined && now.location.range.start !== moved(word.location.range.start);
      }),
    );
  };

  for (const [index, literal] of literalsIn(
    pairs.map((pair) => pair.ours),
    corpus.files,
  ).entries()) {
    if (!wanted(index)) continue;
    const text = corpus.files.get(literal.path) ?? '';
    const source = text.slice(literal.start, literal.end);
    const seen = new Set<Word>();
    let steers = false;
    for (const replacement of replacements(source)) {
      const changedText = text.slice(0, literal.start) + replacement + text.slice(literal.end);
      const after = await sandbox.run(script, environment, new Map([[literal.path, changedText]]));
      counts.runs++;
      const changed = changedWords(pairs, before, after);
      if (changed === undefined) {
        steers = true;
        continue;
      }
      for (const word of changed) {
        seen.add(word);
        if (placesOf(word).some((place) => overlaps(place, literal))) continue;
        if (isComputed(word, corpus.files)) counts.computed++;
        else if (comesFromElsewhere(word, literal, changedText, after)) steers = true;
        else {
          const value = word.kind === 'known' ? JSON.stringify(word.value) : word.kind;
          counts.failures.push(
            `${script.path}: ${keyOf(literal)} ${source} -> ${replacement} changed ${value}, which does not name it`,
          );
        }
      }
    }
    counts.literals++;
    if (steers) {
      counts.steering++;
      continue;
    }
    for (const word of words) {
      if (seen.has(word) || word.kind !== 'known') continue;
      if (literalsOf(word, corpus.files).some((named) => keyOf(named) === keyOf(literal))) {
        counts.failures.push(
          `${script.path}: ${keyOf(literal)} ${source}: ${JSON.stringify(word.value)} names it and did not change`,
        );
      }
    }
  }
  return counts;
}
