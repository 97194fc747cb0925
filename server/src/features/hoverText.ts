import type { FlagDoc, FlagSpec } from '../catalogue/schema.ts';
import type { BoundValue, FlagUse, PythonValue } from '../launch/binding.ts';
import type { BoundLaunch } from '../launch/bound.ts';
import type { Launch } from '../launch/model.ts';
import type { Word } from '../text/items.ts';
import type { Location } from '../text/location.ts';
import { choiceMarkdown, code, flagDetail, flagMarkdown, sourceMarkdown, valueText } from './markdown.ts';
import { whyUnknown } from './whyUnknown.ts';

/** What hover reads beside the analysis. */
export interface HoverEnvironment {
  readonly flagDoc: (flag: string, entryPoint: string) => FlagDoc | undefined;
  readonly entryPointSummary: (name: string) => string;
  /** Other entry points of the release that have the flag. */
  readonly entryPointsWith: (flag: string) => readonly string[];
  /** Bundled releases whose parser of this entry point has the flag, oldest first. */
  readonly releasesWith: (entryPoint: string, flag: string) => readonly string[];
  readonly releases: readonly string[];
  /** The Ray that the release is made for. */
  readonly ray: string;
  /** A place for people: `line 3`, or `line 3 of common.sh`. */
  readonly placeOf: (location: Location) => string;
}

/** Hover of a flag: what it is, its value here, what it does, where else there is one. */
export function flagHover(
  launch: BoundLaunch,
  entryPoint: string,
  flag: FlagSpec,
  environment: HoverEnvironment,
): string {
  const doc = environment.flagDoc(flag.name, entryPoint);
  return paragraphs(
    heading(flag),
    `**Here**: ${valuesHere(launch, flag, environment)}`,
    flagMarkdown(flag, doc),
    elsewhere(entryPoint, flag, environment),
    doc ? sourceMarkdown(doc) : '',
  );
}

function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function heading(flag: FlagSpec): string {
  return `**${code(flag.name)}** · ${flagDetail(flag)}`;
}

function elsewhere(entryPoint: string, flag: FlagSpec, environment: HoverEnvironment): string {
  const others = environment.entryPointsWith(flag.name).filter((name) => name !== entryPoint);
  const releases = environment.releasesWith(entryPoint, flag.name);
  const lines = [];
  if (others.length) lines.push(`Also in ${others.map((name) => code(name)).join(', ')}.`);
  const first = releases[0];
  const last = releases.at(-1);
  if (first !== undefined && first !== environment.releases[0]) lines.push(`Since OpenRLHF ${first}.`);
  if (last !== undefined && last !== environment.releases.at(-1)) lines.push(`Up to OpenRLHF ${last}.`);
  return lines.join(' ');
}

/** The values that the launch ends up with, each with where it comes from. */
function valuesHere(launch: BoundLaunch, flag: FlagSpec, environment: HoverEnvironment): string {
  const texts = new Set<string>();
  for (const { binding } of launch.ways) {
    const value = binding.values.get(flag.dest);
    if (value) texts.add(valueHere(value, environment));
  }
  return either([...texts]);
}

function either(texts: readonly string[]): string {
  return [...new Set(texts)].join(', or ');
}

function valueHere(value: BoundValue, environment: HoverEnvironment): string {
  if (!value.known) return notKnown(value, environment);
  const text = code(pythonText(value.value));
  switch (value.origin) {
    case 'default':
      return `${text}, the default`;
    case 'given': {
      const word = value.use.values.at(-1) ?? value.use.word;
      return `${text}, from ${environment.placeOf(word.location)}`;
    }
  }
}

function notKnown(value: Extract<BoundValue, { known: false }>, environment: HoverEnvironment): string {
  const refused = value.use?.values.find((word) => word.kind === 'known') ?? value.use?.word;
  if (value.why.reason === 'not-modelled' && value.why.name === undefined && refused) {
    return `argparse refuses what ${environment.placeOf(refused.location)} gives it`;
  }
  return `not known before the script runs. ${whyUnknown(value.why)}`;
}

/** A Python value as the script would write it. */
export function pythonText(value: PythonValue): string {
  const inner = value.value;
  if (inner === null) return 'None';
  if (inner === true) return 'True';
  if (inner === false) return 'False';
  if (typeof inner === 'object') return inner.map((item) => pythonText(item)).join(' ');
  return valueText(inner);
}

/** Hover of a value. `words` is what may stand in its place, one word for each way that the script can go. */
export function valueHover(
  entryPoint: string,
  use: FlagUse,
  words: readonly Word[],
  environment: HoverEnvironment,
): string {
  const doc = environment.flagDoc(use.spec.name, entryPoint);
  const known = words.flatMap((word) => (word.kind === 'known' ? [word] : []));
  const unknown = words.find((word) => word.kind !== 'known');
  const values = [...new Set(known.map(({ value }) => value))];
  const texts = [...values.map((value) => code(value)), ...(unknown ? ['Not known before the script runs'] : [])];
  const said = values.flatMap((value) => {
    const text = wordsOn(value, use, doc);
    if (text === '') return [];
    return [values.length > 1 ? `${code(value)}: ${text}` : text];
  });
  return paragraphs(
    `${either(texts)}${unknown ? ',' : ''} for ${heading(use.spec)}`,
    unknown ? whyUnknown(unknown.why) : '',
    origin(words, environment),
    ...said,
    said.length === 0 ? (doc?.summary ?? '') : '',
  );
}

/** Where values come from that are not written where they are used. */
function origin(words: readonly Word[], environment: HoverEnvironment): string {
  const places = words.flatMap((word) => {
    const pieces = (word.parts ?? []).filter(({ location }) => isOutside(location, word.use ?? word.location));
    if (pieces.length) return pieces.map(({ location }) => environment.placeOf(location));
    return word.use ? [environment.placeOf(word.location)] : [];
  });
  return places.length ? `From ${[...new Set(places)].join(' and ')}.` : '';
}

function isOutside(inner: Location, outer: Location): boolean {
  return inner.uri !== outer.uri || inner.range.start < outer.range.start || inner.range.end > outer.range.end;
}

/** Our words on one value of a flag; of a flag with several, on all of them. */
function wordsOn(value: string, use: FlagUse, doc: FlagDoc | undefined): string {
  const choice = doc?.choices?.[value];
  if (choice) return choiceMarkdown(choice);
  const all = use.values.map((word) => (word.kind === 'known' ? word.value : '')).join(' ');
  return doc?.values?.find((known) => known.value === value || known.value === all)?.note ?? '';
}

/** Hover of the name of a variable where it is set. */
export function variableHover(
  name: string,
  words: readonly Word[],
  used: readonly { readonly flag: string; readonly launch: Launch }[],
  environment: HoverEnvironment,
): string {
  const unknown = words.find((word) => word.kind !== 'known');
  const values = words.map((word) => (word.kind === 'known' ? code(word.value) : 'unknown'));
  const uses = used.map(
    ({ flag, launch }) =>
      `- ${code(flag)} of ${launch.entryPoint ?? launch.module}, ${environment.placeOf(launch.location)}`,
  );
  return paragraphs(
    `**${code(name)}** is ${unknown && words.length === 1 ? 'not known before the script runs.' : values.slice(0, 12).join(' ')}`,
    unknown ? whyUnknown(unknown.why) : '',
    uses.length ? `Used by\n${[...new Set(uses)].slice(0, 8).join('\n')}` : '',
  );
}
