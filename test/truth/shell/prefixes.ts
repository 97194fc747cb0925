import type { ScriptModel } from '../../../server/src/shell/model.ts';
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

/** A launch of the whole text that must be there in every prefix from some place on. */
export interface Expected {
  readonly module: Location;
  /**
   * The end of its module word, or of the last call or `source` that leads to it; `undefined` where the command is the value
   * of a variable: then it must stay from the first prefix that has it and is longer than `laterThan`.
   */
  readonly from: number | undefined;
  readonly laterThan: number;
}

function within(inner: Location, outer: Location): boolean {
  return inner.uri === outer.uri && outer.range.start <= inner.range.start && inner.range.end <= outer.range.end;
}

/** End of the heredoc around a place, if a command other than a shell reads it: then its text is run later, if ever. */
function endOfHeredocText(text: string, at: number): number | undefined {
  for (const opening of text.matchAll(/^(.*)<<-?\s*['"]?(\w+)['"]?.*$/gm)) {
    const start = opening.index + opening[0].length;
    const end = text.slice(start).search(new RegExp(`^\\t*${opening[2] ?? ''}$`, 'm'));
    const inside = start <= at && (end < 0 || at < start + end);
    if (inside && !/\b(?:ba)?sh\b/.test(opening[0])) return end < 0 ? text.length : start + end;
  }
  return undefined;
}

/** Where the launches of a model are to be expected while its text is typed. */
export function expectations(model: ScriptModel, uri: string, text: string): Expected[] {
  return model.launches.map(({ module: { location: module }, location, via }) => {
    const calls = via.filter((step) => step.kind !== 'loop' && step.location.uri === uri);
    const ends = calls.map((step) => step.location.range.end);
    const written = module.uri === uri && within(module, location);
    const assignment = model.assignments.find((one) => within(module, one.location))?.location.range.end;
    const laterThan = assignment ?? (module.uri === uri ? endOfHeredocText(text, module.range.start) : undefined);
    if (module.uri !== uri && ends.length > 0) return { module, from: Math.max(...ends), laterThan: 0 };
    const direct = written && laterThan === undefined;
    return { module, from: direct ? Math.max(module.range.end, ...ends) : undefined, laterThan: laterThan ?? 0 };
  });
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
  const expected = expectations(modelOf(evaluate, path, text, files), uri, text);
  const begun = new Set<Expected>();
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
        const bound = model.launches.some(
          ({ module }) =>
            module.location.uri === one.module.uri && module.location.range.start === one.module.range.start,
        );
        if (bound && at > one.laterThan) begun.add(one);
        if (bound) continue;
        if (one.from === undefined ? begun.has(one) : at >= one.from)
          failures.push(`${where}: the launch whose module stands at ${one.module.range.start} is lost`);
      }
    } catch (error) {
      failures.push(`${where}: threw ${String(error)}`);
    }
  }
  return { prefixes: places.length, failures };
}
