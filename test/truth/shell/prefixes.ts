import type { LaunchCommand, ScriptModel } from '../../../server/src/shell/model.ts';
import type { Item } from '../../../server/src/text/items.ts';
import type { Location } from '../../../server/src/text/location.ts';
import type { Evaluate } from './model.ts';
import { modelOf, pathOf, uriOf } from './model.ts';

/** Where to cut a text: at the end of each word and line, or everywhere. */
export function cuts(text: string, everywhere: boolean): number[] {
  const places: number[] = [];
  for (let i = 1; i <= text.length; i++) {
    const before = text[i - 1] ?? '';
    const after = text[i] ?? '\n';
    if (everywhere || before === '\n' || (!/\s/.test(before) && /[\s;|&()"'`]/.test(after))) places.push(i);
  }
  return places;
}

/** A launch of the whole text that must be there in every longer prefix than `from`. */
export interface Expected {
  readonly module: Location;
  readonly from: number;
}

/**
 * From where on a launch can be expected. Its module word stands in the command that starts it: from the end of that word,
 * however the rest is cut. It comes from a variable: from the end of the command. Called or sourced: from the end of the
 * last of the steps that lead to it.
 */
export function expectedFrom(launch: LaunchCommand, uri: string): Expected | undefined {
  const { module, location, via } = launch;
  const inFile = [...via.map((step) => step.location), location].filter((place) => place.uri === uri);
  const calls = via
    .filter((step) => step.kind !== 'loop' && step.location.uri === uri)
    .map((step) => step.location.range.end);
  if (inFile.length === 0) return undefined;
  const written = module.location;
  const inCommand =
    written.uri === uri &&
    location.uri === uri &&
    location.range.start <= written.range.start &&
    written.range.end <= location.range.end;
  const own = inCommand ? written.range.end : location.uri === uri ? location.range.end : 0;
  return { module: written, from: Math.max(own, ...calls) };
}

function* locationsOf(items: readonly Item[]): Generator<Location> {
  for (const item of items) {
    if (item.kind === 'branches') for (const branch of item.oneOf) yield* locationsOf(branch);
    else {
      yield item.location;
      if (item.use) yield item.use;
      for (const part of item.parts ?? []) yield part.location;
    }
  }
}

/** Locations of a model that lie outside the text of their file. */
export function outside(model: ScriptModel, lengthOf: (uri: string) => number): Location[] {
  const all: Location[] = [];
  for (const launch of model.launches) {
    all.push(launch.location, launch.module.location, ...launch.via.map((step) => step.location));
    all.push(...launch.wrappers.map((wrapper) => wrapper.location), ...locationsOf(launch.launcher));
    all.push(...locationsOf(launch.argv), ...locationsOf(launch.env.map(({ item }) => item)));
  }
  for (const assignment of model.assignments) all.push(assignment.location, ...locationsOf([assignment.item]));
  for (const note of model.notes) all.push(note.location);
  return all.filter(({ uri, range }) => !(0 <= range.start && range.start <= range.end && range.end <= lengthOf(uri)));
}

/** Evaluates every prefix of a script; returns how many there were and what went wrong. */
export function checkPrefixes(
  path: string,
  text: string,
  files: ReadonlyMap<string, string>,
  evaluate: Evaluate,
  everywhere: boolean,
): { prefixes: number; failures: string[] } {
  const uri = uriOf(path);
  const failures: string[] = [];
  const expected = modelOf(evaluate, path, text, files).launches.map((launch) => expectedFrom(launch, uri));
  const places = cuts(text, everywhere);
  for (const at of places) {
    const where = `${path} cut at ${at} (…${JSON.stringify(text.slice(Math.max(0, at - 25), at))})`;
    const prefix = text.slice(0, at);
    try {
      const model = modelOf(evaluate, path, prefix, files);
      const lengthOf = (other: string): number =>
        other === uri ? prefix.length : (files.get(pathOf(other) ?? '')?.length ?? 0);
      const bad = outside(model, lengthOf)[0];
      if (bad) failures.push(`${where}: range ${bad.range.start}-${bad.range.end} lies outside ${bad.uri}`);
      for (const one of expected) {
        if (one === undefined || at < one.from) continue;
        const bound = model.launches.some(
          ({ module }) =>
            module.location.uri === one.module.uri && module.location.range.start === one.module.range.start,
        );
        if (!bound) failures.push(`${where}: the launch whose module stands at ${one.module.range.start} is lost`);
      }
    } catch (error) {
      failures.push(`${where}: threw ${String(error)}`);
    }
  }
  return { prefixes: places.length, failures };
}
