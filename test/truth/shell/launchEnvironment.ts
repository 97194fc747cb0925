import type { LaunchCommand } from '../../../server/src/shell/model.ts';
import type { Item } from '../../../server/src/text/items.ts';
import type { Choices, Pair } from './compare.ts';

/** Names and values, as a process gets them when it starts. */
export type ProcessEnvironment = ReadonlyMap<string, string>;

/** What bash, the shells between it and the launch, and `stdbuf` change of their own accord. */
const changedByPrograms = /^(?:_|SHLVL|PWD|OLDPWD|BASH_FUNC_.*|_STDBUF_[IOE])$/;

/** Names that the script must have exported: they reach a launch, and the script was started without them. */
function newNames(real: ProcessEnvironment, started: ProcessEnvironment): string[] {
  const buffers = [...real.keys()].some((name) => name.startsWith('_STDBUF_'));
  return [...real.keys()].filter(
    (name) => !started.has(name) && !changedByPrograms.test(name) && !(buffers && name === 'LD_PRELOAD'),
  );
}

/** True if the process got no variable of the script that ours does not have. */
export function hasAllNames(
  assignments: LaunchCommand['env'],
  real: ProcessEnvironment,
  started: ProcessEnvironment,
): boolean {
  return newNames(real, started).every((name) => assignments.some((one) => one.name === name));
}

/** Every way in which assignments can be what the process got: known is that value, unknown any or none, no word none. */
export function* environmentMatches(
  assignments: LaunchCommand['env'],
  real: ProcessEnvironment,
  choices: Choices,
): Generator<Choices> {
  const [first, ...rest] = assignments;
  if (first === undefined) {
    yield choices;
    return;
  }
  for (const now of valueMatches([first.item], real.get(first.name), choices)) {
    yield* environmentMatches(rest, real, now);
  }
}

function* valueMatches(items: readonly Item[], value: string | undefined, choices: Choices): Generator<Choices> {
  const [item] = items;
  switch (item?.kind) {
    case undefined:
      if (value === undefined) yield choices;
      return;
    case 'known':
      if (item.value === value) yield choices;
      return;
    case 'unknown':
    case 'many':
      yield choices;
      return;
    case 'branches': {
      const taken = choices.get(item.choice);
      for (const [index, branch] of item.oneOf.entries()) {
        if (taken !== undefined && taken !== index) continue;
        yield* valueMatches(branch, value, new Map([...choices, [item.choice, index]]));
      }
    }
  }
}

/** Names of the assignments that no choice brings in line with what the process got. */
export function wrongAssignments({ ours, real }: Pair): string[] {
  return ours.env
    .filter((one) => environmentMatches([one], real.environment, new Map()).next().done === true)
    .map(({ name }) => `${name}=${real.environment.get(name) ?? '(not set)'}`);
}

/** A run of a launch of ours: what its process got, and the environment that the script was started with. */
export interface Run {
  readonly real: ProcessEnvironment;
  readonly started: ProcessEnvironment;
}

/**
 * Names that the script itself sets for a launch: in some run the script was started without them, or in all three
 * environments they have another value than it was started with. (A plain assignment to a variable that the environment may
 * hold reaches the process only where it does: that is no assignment of the script for the process.)
 */
export function namesSetFor(runs: readonly Run[], everywhere: boolean): string[] {
  const names = runs.flatMap(({ real, started }) => newNames(real, started));
  const [first] = runs;
  const changed = [...(everywhere && first ? first.real.keys() : [])].filter(
    (name) =>
      !changedByPrograms.test(name) &&
      runs.every(({ real, started }) => real.has(name) && started.has(name) && real.get(name) !== started.get(name)),
  );
  return [...new Set([...names, ...changed])];
}
