import type { Word } from '../text/items.ts';
import type { Location } from '../text/location.ts';
import type { View } from './context.ts';
import type { Fix, TextEdit } from './model.ts';

/** One way through one launch in which a finding was made, with the fixes that it offers there. */
export interface Occurrence {
  /** `null` for a finding on the script itself. */
  readonly view: View | null;
  readonly subjects: readonly Word[];
  readonly fixes: readonly Fix[];
}

interface Written {
  readonly view: View;
  readonly word: Word;
  readonly location: Location;
}

/**
 * Decides whether a fix touches only what it is about. Each word whose text an edit changes must be a subject of the
 * finding in the way that has the word, and that way must want the same fix: a literal may serve several words, ways and
 * launches, and what is right for one is wrong for another.
 */
export function createFixGuard(views: readonly View[]): (fix: Fix, occurrences: readonly Occurrence[]) => boolean {
  const written = new Map<string, Written[]>();
  for (const view of views) {
    for (const word of view.way.words) {
      const pieces = (word.parts ?? []).map((part) => part.location);
      for (const location of [word.location, ...pieces, ...(word.use ? [word.use] : [])]) {
        const places = written.get(location.uri) ?? [];
        places.push({ view, word, location });
        written.set(location.uri, places);
      }
    }
  }
  return (fix, occurrences) => {
    // What is wrong with the script's own text is wrong for every word in it.
    if (occurrences.every(({ view }) => view === null)) return true;
    const wanted = JSON.stringify(fix);
    return fix.edits.every((edit) => {
      const touched = (written.get(edit.location.uri) ?? []).filter(({ location }) => changes(edit, location));
      return touched.every(({ view, word }) =>
        occurrences.some(
          (occurrence) =>
            occurrence.view === view &&
            occurrence.subjects.some((subject) => subject === word) &&
            occurrence.fixes.some((other) => JSON.stringify(other) === wanted),
        ),
      );
    });
  };
}

/** True if the edit replaces or removes characters of the place. */
function changes({ location }: TextEdit, place: Location): boolean {
  return location.range.start < place.range.end && place.range.start < location.range.end;
}
