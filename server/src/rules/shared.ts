import { Intervals } from '../text/intervals.ts';
import type { Word } from '../text/items.ts';
import type { Location, OffsetRange } from '../text/location.ts';
import type { View } from './context.ts';
import type { Fix } from './model.ts';
import { wordsOf } from './words.ts';

/** What a finding says of one way through one launch in which it was made. */
export interface Occurrence {
  /** The words that it is about. */
  readonly subjects: Set<Word>;
  /** The fixes that it offers there, as JSON. */
  readonly fixes: Set<string>;
}

/** By way; `null` stands for the script itself. */
export type Occurrences = ReadonlyMap<View | null, Occurrence>;

interface Written {
  readonly view: View;
  readonly word: Word;
}

/**
 * Decides whether a fix touches only what it is about. Each word whose text an edit changes must be a subject of the
 * finding in the way that has the word, and that way must want the same fix: a literal may serve several words, ways and
 * launches, and what is right for one is wrong for another.
 */
export function createFixGuard(views: readonly View[]): (fix: Fix, occurrences: Occurrences) => boolean {
  let written: ReadonlyMap<string, Intervals<Written>> | undefined;
  return (fix, occurrences) => {
    // What is wrong with the script's own text is wrong for every word in it.
    if (occurrences.has(null)) return true;
    const places = (written ??= writtenWords(views));
    const wanted = JSON.stringify(fix);
    return fix.edits.every((edit) => {
      const touched = places.get(edit.location.uri)?.overlapping(edit.location.range) ?? [];
      return touched.every(({ view, word }) => {
        const occurrence = occurrences.get(view);
        return occurrence !== undefined && occurrence.subjects.has(word) && occurrence.fixes.has(wanted);
      });
    });
  };
}

/** By file, every place that yields a word of a launch, its launcher and environment included, or a part of one. */
function writtenWords(views: readonly View[]): ReadonlyMap<string, Intervals<Written>> {
  const written = new Map<string, [OffsetRange, Written][]>();
  const add = (view: View, word: Word, locations: readonly Location[]): void => {
    for (const location of locations) {
      const places = written.get(location.uri) ?? [];
      places.push([location.range, { view, word }]);
      written.set(location.uri, places);
    }
  };
  for (const view of views) {
    const { launcher, submit = [], env } = view.launch;
    for (const word of [...view.way.words, ...[...launcher, ...submit].flatMap(wordsOf)]) {
      add(view, word, word.use ? [...literalsOf(word), word.use] : literalsOf(word));
    }
    // The use of an environment variable is the whole command, and so is the place of a composed value.
    const own = view.launch.moduleLocation;
    for (const word of env.flatMap(({ item }) => wordsOf(item))) {
      add(
        view,
        word,
        literalsOf(word).filter((place) => !covers(place, own)),
      );
    }
  }
  return new Map([...written].map(([uri, places]) => [uri, new Intervals(places)]));
}

function literalsOf({ location, parts = [] }: Word): Location[] {
  return [location, ...parts.map((part) => part.location)];
}

function covers({ uri, range }: Location, inner: Location): boolean {
  return uri === inner.uri && range.start <= inner.range.start && range.end >= inner.range.end;
}
