import type { BoundLaunch } from '../../launch/bound.ts';
import type { Item, Word } from '../../text/items.ts';
import type { Location } from '../../text/location.ts';
import { wordsOf } from '../words.ts';

/** A word of a command line, and the flag that it is, or whose value it is. */
interface FlagPlace extends Location {
  readonly flags: readonly string[];
}

/** Tells which flags a place in a launch belongs to, by the names that they are written with and their full names. */
export function flagsByPlace(launches: readonly BoundLaunch[]): (at: Location) => readonly string[] {
  let known: readonly FlagPlace[] | undefined;
  return (at) => {
    known ??= launches.flatMap(placesOf);
    return [...new Set(known.flatMap((place) => (meets(place, at) ? place.flags : [])))];
  };
}

function placesOf({ launch, ways }: BoundLaunch): FlagPlace[] {
  const full = new Map<Word, string>();
  for (const { binding } of ways) for (const { word, spec } of binding.uses) full.set(word, spec.name);
  const lines: readonly (readonly Item[])[] = [launch.submit ?? [], launch.launcher, launch.argv];
  return lines.flatMap((items) => {
    let flags: readonly string[] = [];
    return items.flatMap(wordsOf).flatMap((word) => {
      const name = word.kind === 'known' ? /^--[A-Za-z][\w.-]*/.exec(word.value)?.[0] : undefined;
      if (name !== undefined) flags = [...new Set([name, full.get(word) ?? name])];
      if (flags.length === 0) return [];
      const places = [
        word.location,
        ...(word.use ? [word.use] : []),
        ...(word.parts ?? []).map((part) => part.location),
      ];
      return places.map((place) => ({ ...place, flags }));
    });
  });
}

function meets(a: Location, b: Location): boolean {
  return a.uri === b.uri && a.range.start <= b.range.end && b.range.start <= a.range.end;
}
