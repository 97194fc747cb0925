import type { LaunchCommand } from '../../../server/src/shell/model.ts';
import type { Item, Word } from '../../../server/src/text/items.ts';
import type { ProcessEnvironment } from './launchEnvironment.ts';
import { environmentMatches, hasAllNames } from './launchEnvironment.ts';
import type { RealLaunch } from './launches.ts';

export type Choices = ReadonlyMap<string, number>;

/** A real launch with the one of ours that it is, and for each real word the item that stands for it. */
export interface Pair {
  readonly ours: LaunchCommand;
  readonly real: RealLaunch;
  readonly items: readonly Word[];
}

interface List {
  readonly head: Item;
  readonly tail: List | null;
}

function prepend(items: readonly Item[], tail: List | null): List | null {
  return items.reduceRight<List | null>((list, head) => ({ head, tail: list }), tail);
}

/**
 * Every way in which `argv` can be the words of `items`: known is that word, unknown any one word, many any number,
 * branches one of theirs, with equal choices taken alike.
 */
export function* matches(
  items: readonly Item[],
  argv: readonly string[],
  choices: Choices,
): Generator<{ choices: Choices; items: Word[] }> {
  yield* walk(prepend(items, null), argv, 0, choices, []);
}

function* walk(
  list: List | null,
  argv: readonly string[],
  at: number,
  choices: Choices,
  aligned: Word[],
): Generator<{ choices: Choices; items: Word[] }> {
  if (list === null) {
    if (at === argv.length) yield { choices, items: aligned };
    return;
  }
  const { head, tail } = list;
  switch (head.kind) {
    case 'known':
      if (argv[at] === head.value) yield* walk(tail, argv, at + 1, choices, [...aligned, head]);
      return;
    case 'unknown':
      if (at < argv.length) yield* walk(tail, argv, at + 1, choices, [...aligned, head]);
      return;
    case 'many':
      for (let end = at; end <= argv.length; end++) {
        const filled = Array.from({ length: end - at }, () => head);
        yield* walk(tail, argv, end, choices, [...aligned, ...filled]);
      }
      return;
    case 'branches': {
      const taken = choices.get(head.choice);
      for (const [index, branch] of head.oneOf.entries()) {
        if (taken !== undefined && taken !== index) continue;
        yield* walk(prepend(branch, tail), argv, at, new Map([...choices, [head.choice, index]]), aligned);
      }
    }
  }
}

export interface PairRules {
  /** The script ended early: ours that follow need not have run. */
  readonly stopped: boolean;
  readonly anyOrder: boolean;
  /** What the script was started with, where the environment of the launches counts, too. */
  readonly started?: ProcessEnvironment;
}

/**
 * Pairs each real launch with one of ours, in order; `undefined` where that cannot be done: a launch is missing, invented
 * or has other words.
 */
export function pairLaunches(
  ours: readonly LaunchCommand[],
  real: readonly RealLaunch[],
  rules: PairRules,
): Pair[] | undefined {
  const rounds = roundsOf(ours);
  let steps = 0;
  const search = (
    i: number,
    used: ReadonlySet<number>,
    choices: Choices,
    pairs: readonly Pair[],
    round: Round | undefined,
  ): Pair[] | undefined => {
    if (++steps > 20_000) return undefined;
    if (i === round?.end) {
      // Each time round a loop its conditions may turn out otherwise.
      const again = used.size > round.used ? { ...round, used: used.size } : undefined;
      return (
        search(i, used, round.choices, pairs, undefined) ??
        (again && search(round.start, used, round.choices, pairs, again))
      );
    }
    const launch = ours[i];
    if (launch === undefined) return used.size === real.length ? [...pairs] : undefined;
    const loop = rounds.get(i);
    if (loop && round === undefined) {
      return search(i, used, choices, pairs, { ...loop, start: i, used: used.size, choices });
    }
    const candidates = rules.anyOrder ? real.map((_, j) => j).filter((j) => !used.has(j)) : [used.size];
    for (const j of candidates) {
      const candidate = real[j];
      if (candidate?.module !== launch.module.value || !launcherMatches(launch, candidate)) continue;
      if (rules.started && !hasAllNames(launch.env, candidate.environment, rules.started)) continue;
      let tried = 0;
      for (const match of matches(launch.argv, candidate.argv, choices)) {
        const now = [...pairs, { ours: launch, real: candidate, items: match.items }];
        const assignments = rules.started ? launch.env : [];
        for (const decided of environmentMatches(assignments, candidate.environment, match.choices)) {
          if (++tried > 200) break;
          const found = search(i + 1, new Set([...used, j]), decided, now, round);
          if (found) return found;
        }
        if (++tried > 200) break;
      }
    }
    const mayNotRun = launch.conditional || launch.repeated || (rules.stopped && used.size === real.length);
    return mayNotRun ? search(i + 1, used, choices, pairs, round) : undefined;
  };
  return search(0, new Set(), new Map(), [], undefined);
}

/** One time round a loop over launches that may run any number of times. */
interface Round {
  readonly start: number;
  readonly end: number;
  /** Real launches and choices at its beginning. */
  readonly used: number;
  readonly choices: Choices;
}

/** By index of its first launch, where a run of repeated launches of one loop ends. */
function roundsOf(ours: readonly LaunchCommand[]): ReadonlyMap<number, { readonly end: number }> {
  const loopOf = ({ via }: LaunchCommand): string => JSON.stringify(via.find((step) => step.kind === 'loop')?.location);
  const rounds = new Map<number, { readonly end: number }>();
  for (let i = 0; i < ours.length;) {
    let end = i + 1;
    const first = ours[i];
    if (first?.repeated) {
      while (ours[end]?.repeated && loopOf(ours[end] ?? first) === loopOf(first)) end++;
      rounds.set(i, { end });
    }
    i = end;
  }
  return rounds;
}

/** True if what reached the program before the module are the last words of our launcher; before them stand wrappers. */
function launcherMatches(ours: LaunchCommand, real: RealLaunch): boolean {
  const { launcher } = ours;
  const program = (value: string): string => value.replace(/^.*\//, '');
  for (const [at, first] of launcher.entries()) {
    if (first.kind === 'known' && program(first.value) !== real.program) continue;
    const rest = launcher.slice(first.kind === 'known' ? at + 1 : at);
    const words = first.kind === 'known' ? real.launcher : [real.program, ...real.launcher];
    for (const match of matches(rest, words, new Map())) return match.items.length === words.length;
  }
  return false;
}
