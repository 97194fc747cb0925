import { MarkupKind, type Hover } from 'vscode-languageserver-types';
import type { FlagUse } from '../launch/binding.ts';
import type { BoundLaunch } from '../launch/bound.ts';
import type { ScriptAssignment } from '../shell/model.ts';
import type { Item, Word } from '../text/items.ts';
import { sameLocation, touches, type Location, type OffsetRange } from '../text/location.ts';
import type { Analysis } from './analysis.ts';
import { lspRange } from './document.ts';
import { submitHover } from './submitHover.ts';
import { flagHover, valueHover, variableHover, type HoverEnvironment } from './hoverText.ts';

/**
 * The hover at an offset: of a flag, a value, the module of a launch, or a variable that the script sets. What the mouse
 * points at counts before what ends there.
 */
export function hoverAt(analysis: Analysis, offset: number, environment: HoverEnvironment): Hover | null {
  const points = (range: OffsetRange): boolean => range.start <= offset && offset < range.end;
  const ends = (range: OffsetRange): boolean => touches(range, offset);
  return hoverOf(analysis, points, offset, environment) ?? hoverOf(analysis, ends, offset, environment);
}

type Test = (range: OffsetRange) => boolean;

function hoverOf(analysis: Analysis, test: Test, offset: number, environment: HoverEnvironment): Hover | null {
  const isHere = ({ uri, range }: Location): boolean => uri === analysis.document.uri && test(range);
  for (const bound of analysis.launches) {
    const { moduleLocation, entryPoint } = bound.launch;
    if (isHere(moduleLocation) && entryPoint !== null) {
      return hover(analysis, moduleLocation.range, environment.entryPointSummary(entryPoint));
    }
    const submit = submitHover(analysis.document, bound.launch, isHere, environment.ray);
    if (submit !== undefined) return hover(analysis, submit.range, submit.markdown);
    const places = placesAt(bound, isHere);
    const smallest = Math.min(...places.map(({ range }) => length(range)));
    const found = places.filter(({ range }) => length(range) === smallest);
    if (found.length && bound.spec) return wordHover(analysis, offset, bound, bound.spec.name, found, environment);
  }
  const assignment = analysis.script.assignments.findLast(({ location }) => isHere(location));
  return assignment ? assignmentHover(analysis, offset, assignment, environment) : null;
}

function hover(analysis: Analysis, range: OffsetRange, value: string): Hover {
  return { contents: { kind: MarkupKind.Markdown, value }, range: lspRange(analysis.document.lines, range) };
}

/** A word of a launch, in one of its ways, and the part of it that lies in the document. */
interface Place {
  readonly use: FlagUse;
  readonly word: Word;
  readonly range: OffsetRange;
}

function placesAt({ ways }: BoundLaunch, isHere: (location: Location) => boolean): Place[] {
  return ways.flatMap(({ binding }) =>
    binding.uses.flatMap((use) =>
      [use.word, ...use.values].flatMap((word) =>
        placesOf(word)
          .filter(isHere)
          .map(({ range }) => ({ use, word, range })),
      ),
    ),
  );
}

function placesOf(word: Word): readonly Location[] {
  return [word.location, ...(word.use ? [word.use] : []), ...(word.parts ?? []).map((part) => part.location)];
}

function length(range: OffsetRange): number {
  return range.end - range.start;
}

function wordHover(
  analysis: Analysis,
  offset: number,
  bound: BoundLaunch,
  entryPoint: string,
  places: readonly Place[],
  environment: HoverEnvironment,
): Hover | null {
  const [{ use, word, range } = { use: undefined, word: undefined, range: undefined }] = places;
  if (!use) return null;
  const values = places.map((place) => valueOf(place));
  if (use.word !== word) return hover(analysis, range, valueHover(entryPoint, use, values, environment));
  const written = analysis.document.text.slice(range.start, range.end);
  const equals = use.inline === undefined ? -1 : written.indexOf('=');
  const at = range.start + equals;
  if (use.inline !== undefined && (equals < 0 ? !written.startsWith('-') : offset > at)) {
    const part = equals < 0 ? range : { start: at + 1, end: range.end };
    return hover(analysis, part, valueHover(entryPoint, use, values, environment));
  }
  const part = equals < 0 ? range : { start: range.start, end: at };
  return hover(analysis, part, flagHover(bound, entryPoint, use.spec, environment));
}

/** The word that is the value: behind `=` it is only a part of the word. */
function valueOf({ use, word }: Place): Word {
  return use.word === word && use.inline !== undefined ? { ...use.word, value: use.inline } : word;
}

function assignmentHover(
  analysis: Analysis,
  offset: number,
  assignment: ScriptAssignment,
  environment: HoverEnvironment,
): Hover | null {
  const { name, location } = assignment;
  const range = { start: location.range.start, end: location.range.start + name.length };
  const { text, uri } = analysis.document;
  if (!touches(range, offset) || text.slice(range.start, range.end) !== name) return null;
  const items = analysis.script.assignments
    .filter((one) => one.name === name && sameLocation(one.location, location))
    .map(({ item }) => item);
  const within = ({ location: place }: Word): boolean =>
    place.uri === uri && place.range.start >= range.end && place.range.end <= location.range.end;
  const used = analysis.launches.flatMap(({ launch, ways }) =>
    ways.flatMap(({ binding }) =>
      binding.uses
        .filter((use) => [use.word, ...use.values].some((word) => wholeAndParts(word).some(within)))
        .map(({ spec }) => ({ flag: spec.name, launch })),
    ),
  );
  const known = items.filter((item): item is Exclude<Item, { kind: 'branches' }> => item.kind !== 'branches');
  if (known.length === 0) return null;
  return hover(analysis, range, variableHover(name, known, used, environment));
}

function wholeAndParts(word: Word): Word[] {
  return [word, ...(word.parts ?? []).map(({ location }) => ({ ...word, location }))];
}
