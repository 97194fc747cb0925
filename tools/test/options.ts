import { parseArgs } from 'node:util';

/** How much the tests do: `TEST_LEVEL` in their environment. */
export type TestLevel = 'fast' | 'default' | 'full';

/** The phases of a test run, in the order of their summary. */
export const phaseNames = ['build', 'typecheck', 'lint', 'unit', 'truth', 'ray', 'editor'] as const;

export type PhaseName = (typeof phaseNames)[number];

export interface TestOptions {
  readonly level: TestLevel;
  readonly phases: ReadonlySet<PhaseName>;
  /** Only tests whose name matches. */
  readonly grep: RegExp | undefined;
  /** Show all that programs print. */
  readonly verbose: boolean;
}

export const usage = `npm test -- [options]
  --fast            build, typecheck, unit; needs no editor, no Ray and no download
  --full            truth tests with their full counts, every pinned version of Ray
  --only NAMES      only these phases: ${phaseNames.join(', ')} (several with commas)
  --grep PATTERN    only tests whose name matches this regular expression (unit, truth, ray, editor)
  --verbose         show all that the programs print`;

/**
 * Reads the arguments of `npm test`.
 *
 * @throws Error on an argument that is not one of {@link usage}
 */
export function readOptions(args: readonly string[]): TestOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      fast: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      only: { type: 'string' },
      grep: { type: 'string' },
      verbose: { type: 'boolean', default: false },
    },
  });
  if (values.fast && values.full) throw new Error('--fast and --full exclude each other');
  return {
    level: values.fast ? 'fast' : values.full ? 'full' : 'default',
    phases: new Set(values.only === undefined ? ofLevel(values.fast) : values.only.split(',').map(phaseName)),
    grep: values.grep === undefined ? undefined : new RegExp(values.grep),
    verbose: values.verbose,
  };
}

function ofLevel(fast: boolean): readonly PhaseName[] {
  return fast ? ['build', 'typecheck', 'unit'] : phaseNames;
}

function phaseName(text: string): PhaseName {
  const name = phaseNames.find((candidate) => candidate === text.trim());
  if (name === undefined) throw new Error(`no phase is called '${text}'`);
  return name;
}
