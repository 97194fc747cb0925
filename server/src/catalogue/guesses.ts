import guessData from './data/guesses.json' with { type: 'json' };
import moduleData from './data/modules.json' with { type: 'json' };

/**
 * What to know beside the right name. `reference-is-actor`: PPO's reference model is always the actor's.
 * `actor-flag-drives-critic`: the actor's flag holds for the critic too. `freezes-the-actor`: the flag stands under
 * `critic` and freezes the actor. `key-turns-it-on`: there is no switch, a key turns W&B on. `length-is-a-sum`: the new
 * value is prompt plus answer. `grpo-is-group-norm`: GRPO is the estimator `group_norm`. `no-config-file`: OpenRLHF reads
 * no configuration file.
 */
export type GuessReason =
  | 'reference-is-actor'
  | 'actor-flag-drives-critic'
  | 'freezes-the-actor'
  | 'key-turns-it-on'
  | 'length-is-a-sum'
  | 'grpo-is-group-norm'
  | 'no-config-file';

/** The right flags for a name that people or language models made up; none where there is no such thing. */
interface Guess {
  readonly to: readonly string[];
  readonly because?: GuessReason;
}

interface GuessRow extends Guess {
  /** Entry points for which it holds; all where absent. */
  readonly in?: readonly string[];
}

/** `data/guesses.json`: rows by wrong flag. */
export const guesses = guessData as Readonly<Record<string, readonly GuessRow[]>>;

/** What somebody who wrote this flag meant; `undefined` for a name that is not a known guess. */
export function guessedFlag(entryPoint: string, flag: string): Guess | undefined {
  if (!Object.hasOwn(guesses, flag)) return undefined;
  return guesses[flag]?.find((row) => row.in === undefined || row.in.includes(entryPoint));
}

/** What to use in place of a module that is not there. */
interface MissingModule {
  /** Last release that had it; absent for one that never was. */
  readonly last?: string;
  /** Entry points that do the same today; empty where none does. */
  readonly to: readonly string[];
  /** Flags that make them do so; `true` for a boolean. */
  readonly flags?: Readonly<Record<string, string | true>>;
}

/** `data/modules.json`: by name below `openrlhf.cli`. */
export const missingModules = moduleData as Readonly<Record<string, MissingModule>>;

/** A module of older releases, or one that people made up; `undefined` for any other name. */
export function missingModule(name: string): MissingModule | undefined {
  return Object.hasOwn(missingModules, name) ? missingModules[name] : undefined;
}
