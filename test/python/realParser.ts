import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Extraction } from '../../server/src/python/arguments.ts';
import type { FlagSpec } from '../../server/src/catalogue/schema.ts';

/** A program with a parser, and the modules that it imports. */
export interface Program {
  readonly source: string;
  readonly modules?: Readonly<Record<string, string>>;
}

/** An argument of the real parser; the same fields as `FlagSpec`, from the object that argparse made. */
export interface RealArgument {
  readonly name: string;
  readonly positional: boolean;
  readonly type: string | null;
  readonly [field: string]: unknown;
}

export interface RealParser {
  readonly arguments?: readonly RealArgument[];
  readonly allowAbbrev?: boolean;
  /** What the program died of before `parse_args`. */
  readonly error?: string;
}

/** Runs programs under real Python, `environment` added to its own, and gives the parser of each. */
export function realParsers(
  programs: readonly Program[],
  environment: Readonly<Record<string, string>> = {},
): readonly RealParser[] {
  const script = fileURLToPath(new URL('real_parser.py', import.meta.url));
  const input = programs.map((program) => `${JSON.stringify(program)}\n`).join('');
  const run = spawnSync('python3', [script], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 120_000,
    env: { ...process.env, ...environment },
  });
  if (run.status !== 0) throw new Error(`python3 failed: ${run.error?.message ?? run.stderr}`);
  return run.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RealParser);
}

const FIELDS = ['name', 'aliases', 'dest', 'nargs', 'choices', 'action', 'required'] as const;

/** Fields in which what was read differs from the real parser; what was called undecided is not compared. */
export function differences(read: Extraction, real: RealParser): { compared: number; different: string[] } {
  const different: string[] = [];
  let compared = 0;
  const note = (what: string, ours: unknown, theirs: unknown): void => {
    compared++;
    if (JSON.stringify(ours) !== JSON.stringify(theirs))
      different.push(`${what}: read ${JSON.stringify(ours)}, is ${JSON.stringify(theirs)}`);
  };
  for (const positional of [false, true]) {
    const ours = (positional ? read.spec.positionals : read.spec.flags) ?? [];
    const theirs = real.arguments?.filter((argument) => argument.positional === positional) ?? [];
    note(
      'names',
      names(ours),
      theirs.map(({ name }) => name),
    );
    for (const flag of ours) {
      const argument = theirs.find(({ name }) => name === flag.name);
      if (!argument) continue;
      for (const field of FIELDS) {
        if (field !== 'name' && field !== 'aliases' && flag.computed?.[field] !== undefined) continue;
        note(`${flag.name} ${field}`, flag[field], argument[field]);
      }
      if (flag.computed?.type === undefined) note(`${flag.name} type`, flag.type, argument.type);
      if (flag.defaultComputed === undefined) {
        note(`${flag.name} default`, flag.default, argument['default']);
        note(`${flag.name} defaultType`, flag.defaultType, argument['defaultType']);
      } else if (flag.defaultType !== 'unknown')
        note(`${flag.name} defaultType`, flag.defaultType, argument['defaultType']);
      if (flag.help !== undefined && flag.action !== 'boolean_optional')
        note(`${flag.name} help`, flag.help, argument['help']);
    }
  }
  note('allow_abbrev', read.spec.allowAbbrev ?? true, real.allowAbbrev);
  return { compared, different };
}

const names = (flags: readonly FlagSpec[]): string[] => flags.map(({ name }) => name);

/**
 * What a reading says that does not hold for the real parser: a flag that is not there, one that is not named though the
 * reading calls itself complete, a field that differs. What is called undecided is never wrong.
 */
export function unsound(read: Extraction, real: RealParser): string[] {
  const present = new Set(real.arguments?.map(({ name }) => name));
  const certain = (flag: FlagSpec): boolean => present.has(flag.name) || flag.computed?.exists === undefined;
  const shown: Extraction = {
    ...read,
    spec: {
      ...read.spec,
      flags: read.spec.flags.filter(certain),
      positionals: (read.spec.positionals ?? []).filter(certain),
    },
  };
  const all = [...shown.spec.flags, ...(shown.spec.positionals ?? [])];
  const known = new Set(names(all));
  const hidden = (real.arguments ?? []).filter(({ name }) => !known.has(name));
  const limited: RealParser = { ...real, arguments: real.arguments?.filter(({ name }) => known.has(name)) ?? [] };
  const { different } = differences(shown, limited);
  // The order is not claimed where a set or a condition makes it.
  const unordered = read.problems.length > 0;
  const reached = read.problems.some(({ kind }) => kind === 'parser');
  return [
    ...(reached ? [] : different).filter(
      (difference) => !(unordered && difference.startsWith('names: ') && sameNames(all, limited)),
    ),
    ...(read.complete ? hidden.map(({ name }) => `${name}: not named`) : []),
  ];
}

function sameNames(flags: readonly FlagSpec[], real: RealParser): boolean {
  const theirs = (real.arguments ?? []).map(({ name }) => name).sort();
  return JSON.stringify(names(flags).sort()) === JSON.stringify(theirs);
}
