import { Intervals } from '../text/intervals.ts';
import type { Word } from '../text/items.ts';
import type { Location, OffsetRange } from '../text/location.ts';
import type { View } from './context.ts';
import type { Fix, TextEdit } from './model.ts';
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
 * @param fixes all that will be asked about
 */
export function createFixGuard(
  views: readonly View[],
  fixes: readonly Fix[],
): (fix: Fix, occurrences: Occurrences) => boolean {
  const edits = fixes.flatMap((fix) => fix.edits);
  const touched = edits.length === 0 ? new Map<TextEdit, Written[]>() : touchedWords(views, edits);
  return (fix, occurrences) => {
    // What is wrong with the script's own text is wrong for every word in it.
    if (occurrences.has(null)) return true;
    const wanted = JSON.stringify(fix);
    return fix.edits.every((edit) =>
      (touched.get(edit) ?? []).every(({ view, word }) => {
        const occurrence = occurrences.get(view);
        return occurrence !== undefined && occurrence.subjects.has(word) && occurrence.fixes.has(wanted);
      }),
    );
  };
}

/** The words of launches, launchers and environments included, that each edit changes or changes a part of. */
function touchedWords(views: readonly View[], edits: readonly TextEdit[]): ReadonlyMap<TextEdit, readonly Written[]> {
  const byFile = new Map<string, [OffsetRange, TextEdit][]>();
  for (const edit of edits) {
    const entries = byFile.get(edit.location.uri) ?? [];
    entries.push([edit.location.range, edit]);
    byFile.set(edit.location.uri, entries);
  }
  // Edits are few and words are many, so the words are asked which edits touch them.
  const places = new Map([...byFile].map(([uri, entries]) => [uri, new Intervals(entries)]));
  const touched = new Map<TextEdit, Written[]>();
  const add = (view: View, word: Word, location: Location): void => {
    for (const edit of places.get(location.uri)?.overlapping(location.range) ?? []) {
      const words = touched.get(edit) ?? [];
      words.push({ view, word });
      touched.set(edit, words);
    }
  };
  for (const view of views) {
    const { launcher, submit = [], env } = view.launch;
    const written = (word: Word): void => {
      add(view, word, word.location);
      for (const part of word.parts ?? []) add(view, word, part.location);
      if (word.use !== undefined) add(view, word, word.use);
    };
    view.way.words.forEach(written);
    for (const item of [...launcher, ...submit]) wordsOf(item).forEach(written);
    // The use of an environment variable is the whole command, and so is the place of a composed value.
    const own = view.launch.moduleLocation;
    for (const word of env.flatMap(({ item }) => wordsOf(item)))
      for (const place of literalsOf(word)) if (!covers(place, own)) add(view, word, place);
  }
  return touched;
}

function literalsOf({ location, parts = [] }: Word): Location[] {
  return [location, ...parts.map((part) => part.location)];
}

function covers({ uri, range }: Location, inner: Location): boolean {
  return uri === inner.uri && range.start <= inner.range.start && range.end >= inner.range.end;
}
