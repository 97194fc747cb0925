import type { OffsetRange } from '../../text/location.ts';
import type { Analysis } from '../analysis.ts';
import { flagPlaces, type FlagPlace } from './flagPlaces.ts';

/** A stretch of a document that holds flags: the command of a launch, or what is assigned to a variable that one uses. */
export interface Container {
  readonly kind: 'launch' | 'variable';
  /** The entry point, or the variable. */
  readonly name: string;
  readonly range: OffsetRange;
  /** The word that names it. */
  readonly nameRange: OffsetRange;
  readonly runs: readonly SectionRun[];
}

/** Flags of one section that stand one behind the other. */
export interface SectionRun {
  readonly section: string;
  readonly range: OffsetRange;
  readonly flags: readonly FlagPlace[];
}

type Stretch = Omit<Container, 'runs'>;

/** The stretches of the document that hold flags of launches, and launches without any, by place. */
export function containersOf(analysis: Analysis): Container[] {
  const stretches = [...launchesOf(analysis), ...variablesOf(analysis)];
  const held = new Map<Stretch, FlagPlace[]>(stretches.map((stretch) => [stretch, []]));
  for (const flag of flagPlaces(analysis)) {
    const around = stretches.filter(({ range }) => range.start <= flag.range.start && flag.range.end <= range.end);
    const [nearest] = around.sort((a, b) => lengthOf(a.range) - lengthOf(b.range));
    if (nearest) held.get(nearest)?.push(flag);
  }
  return [...held]
    .filter(([{ kind }, flags]) => kind === 'launch' || flags.length > 0)
    .map(([stretch, flags]) => ({ ...stretch, runs: runsOf(flags) }))
    .sort((a, b) => a.range.start - b.range.start);
}

function launchesOf({ document, launches }: Analysis): Stretch[] {
  const byPlace = new Map<string, Stretch>();
  for (const { launch } of launches) {
    const { uri, range } = launch.location;
    const key = `${range.start} ${range.end}`;
    if (uri !== document.uri || byPlace.has(key)) continue;
    const { uri: other, range: named } = launch.moduleLocation;
    const isInside = other === uri && range.start <= named.start && named.end <= range.end;
    const nameRange = isInside ? named : { start: range.start, end: range.start };
    byPlace.set(key, { kind: 'launch', name: launch.entryPoint ?? launch.module, range, nameRange });
  }
  return [...byPlace.values()];
}

function variablesOf({ document, script }: Analysis): Stretch[] {
  const byPlace = new Map<string, Stretch>();
  for (const { name, location } of script.assignments) {
    const { uri, range } = location;
    const key = `${range.start} ${range.end}`;
    if (uri !== document.uri || range.end <= range.start || byPlace.has(key)) continue;
    const nameRange = { start: range.start, end: Math.min(range.start + name.length, range.end) };
    byPlace.set(key, { kind: 'variable', name, range, nameRange });
  }
  return [...byPlace.values()];
}

function runsOf(flags: readonly FlagPlace[]): SectionRun[] {
  const runs: { section: string; flags: FlagPlace[] }[] = [];
  for (const flag of flags) {
    const last = runs.at(-1);
    if (last?.section === flag.section) last.flags.push(flag);
    else runs.push({ section: flag.section, flags: [flag] });
  }
  return runs.map((run) => ({ ...run, range: hullOf(run.flags) }));
}

function hullOf(flags: readonly FlagPlace[]): OffsetRange {
  return {
    start: Math.min(...flags.map(({ range }) => range.start)),
    end: Math.max(...flags.map(({ range }) => range.end)),
  };
}

function lengthOf({ start, end }: OffsetRange): number {
  return end - start;
}
