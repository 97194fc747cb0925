import { MarkupKind, type Hover } from 'vscode-languageserver-types';
import type { FlagDoc, FlagSpec } from '../catalogue/schema.ts';
import type { BoundValue, FlagUse, PythonValue } from '../launch/binding.ts';
import type { Item, Word } from '../text/items.ts';
import { touches, type Location, type OffsetRange } from '../text/location.ts';
import type { BoundLaunch } from '../launch/bound.ts';
import type { Analysis } from './analysis.ts';
import { lspRange } from './document.ts';
import { choiceMarkdown, code, flagDetail, flagMarkdown } from './markdown.ts';

/** What hover reads beside the analysis. */
export interface HoverEnvironment {
  readonly flagDoc: (flag: string, entryPoint: string) => FlagDoc | undefined;
  readonly entryPointSummary: (name: string) => string;
  /** Other entry points of the release that have the flag. */
  readonly entryPointsWith: (flag: string) => readonly string[];
  /** Bundled releases whose parser of this entry point has the flag, oldest first. */
  readonly releasesWith: (entryPoint: string, flag: string) => readonly string[];
  readonly releases: readonly string[];
  /** 1-based line of a place, for people. */
  readonly lineOf: (location: Location) => number;
}

/** The hover at an offset: of a flag, a value or the module of a launch. */
export function hoverAt(analysis: Analysis, offset: number, environment: HoverEnvironment): Hover | null {
  for (const launch of analysis.launches) {
    const module = here(analysis, launch.launch.moduleLocation, offset);
    if (module && launch.launch.entryPoint !== null) {
      return hover(analysis, module, environment.entryPointSummary(launch.launch.entryPoint));
    }
    const found = wordAt(analysis, launch, offset);
    if (!found || !launch.spec) continue;
    const text =
      found.use.word === found.word
        ? flagHover(launch, launch.spec.name, found.use, environment)
        : valueHover(launch.spec.name, found.use, found.word, environment);
    return hover(analysis, found.range, text);
  }
  return null;
}

function hover(analysis: Analysis, range: OffsetRange, value: string): Hover {
  return { contents: { kind: MarkupKind.Markdown, value }, range: lspRange(analysis.document.lines, range) };
}

interface FoundWord {
  readonly use: FlagUse;
  readonly word: Word;
  readonly range: OffsetRange;
}

/** The option or value whose own place, place of use or part is under the offset; the smallest such range wins. */
function wordAt(analysis: Analysis, launch: BoundLaunch, offset: number): FoundWord | undefined {
  let best: FoundWord | undefined;
  for (const { binding } of launch.ways) {
    for (const use of binding.uses) {
      for (const word of [use.word, ...use.values]) {
        for (const place of placesOf(word)) {
          const range = here(analysis, place, offset);
          if (range && (!best || length(range) < length(best.range))) best = { use, word, range };
        }
      }
    }
  }
  return best;
}

function placesOf(word: Item): readonly Location[] {
  if (word.kind === 'branches') return [];
  return [word.location, ...(word.use ? [word.use] : []), ...(word.parts ?? []).map((part) => part.location)];
}

function here(analysis: Analysis, location: Location, offset: number): OffsetRange | undefined {
  return location.uri === analysis.document.uri && touches(location.range, offset) ? location.range : undefined;
}

function length(range: OffsetRange): number {
  return range.end - range.start;
}

function flagHover(launch: BoundLaunch, entryPoint: string, use: FlagUse, environment: HoverEnvironment): string {
  const flag = use.spec;
  return [
    `**${code(flag.name)}** · ${flagDetail(flag)}`,
    `**Here**: ${hereText(launch, flag, environment)}`,
    flagMarkdown(flag, environment.flagDoc(flag.name, entryPoint)),
    elsewhere(entryPoint, flag, environment),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
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
function hereText(launch: BoundLaunch, flag: FlagSpec, environment: HoverEnvironment): string {
  const texts = new Set<string>();
  for (const { binding } of launch.ways) {
    const value = binding.values.get(flag.dest);
    if (value) texts.add(valueHere(value, environment));
  }
  return [...texts].join(', or ');
}

function valueHere(value: BoundValue, environment: HoverEnvironment): string {
  if (!value.known) return `not known before the script runs${value.why.name ? ` (${code(value.why.name)})` : ''}`;
  const text = code(pythonText(value.value));
  switch (value.origin) {
    case 'default':
      return `${text}, the default`;
    case 'given': {
      const word = value.use.values.at(-1) ?? value.use.word;
      return `${text}, from line ${environment.lineOf(word.location)}`;
    }
  }
}

/** A Python value as the script would write it. */
function pythonText(value: PythonValue): string {
  const inner = value.value;
  if (inner === null) return 'None';
  if (inner === true) return 'True';
  if (inner === false) return 'False';
  if (typeof inner === 'object') return inner.map((item) => pythonText(item)).join(' ');
  return String(inner);
}

function valueHover(entryPoint: string, use: FlagUse, word: Word, environment: HoverEnvironment): string {
  const doc = environment.flagDoc(use.spec.name, entryPoint);
  const heading = `**${code(use.spec.name)}** · ${flagDetail(use.spec)}`;
  if (word.kind !== 'known') {
    return [heading, `Not known before the script runs${word.why.name ? `: ${code(word.why.name)}` : ''}.`].join(
      '\n\n',
    );
  }
  const choice = doc?.choices?.[word.value];
  const note = doc?.values?.find((value) => value.value === word.value)?.note;
  const own = choice ? choiceMarkdown(choice) : note;
  const said = own ?? doc?.summary ?? '';
  return [`${code(word.value)} for ${heading}`, said].filter((part) => part !== '').join('\n\n');
}
