import type { Branches, KnownWord, UnknownWord, Word } from '../text/items.ts';

/** What the value of an option of `ray job submit` must be; `flag` takes none. */
export type OptionKind = 'text' | 'number' | 'integer' | 'flag' | 'json' | 'choice';

/** One option of `ray job submit` (`dashboard/modules/job/cli.py` of Ray), the same for all releases that have it. */
export interface SubmitOptionSpec {
  readonly name: string;
  /** Other spellings: `-v`. */
  readonly aliases?: readonly string[];
  readonly kind: OptionKind;
  readonly choices?: readonly string[];
  /** First pinned Ray that has it; all have it if absent. */
  readonly since?: string;
  /** What it is for, one or two sentences of ours. */
  readonly summary: string;
  /** What else is worth knowing. */
  readonly note?: string;
  /** How a value is called in a text: `ADDRESS`. */
  readonly value?: string;
  /** Values to offer. */
  readonly values?: readonly { readonly value: string; readonly note?: string }[];
}

/** What may stand under a key of a runtime environment. */
export type RuntimeEnvKind = 'text' | 'list' | 'object' | 'packages' | 'any';

/** A key of a runtime environment (`runtime_env/runtime_env.py` of Ray). */
export interface RuntimeEnvKeySpec {
  readonly key: string;
  readonly kind: RuntimeEnvKind;
  readonly since?: string;
  /** Last pinned Ray that has it. */
  readonly until?: string;
  readonly summary: string;
  readonly note?: string;
  /** A value to begin with, as JSON. */
  readonly example: string;
}

/** The value that an option was given. */
export interface SubmitValue {
  /** The word that holds it: the one behind the option, or the option's own (`--address=…`). */
  readonly word: Word;
  /** How many characters of the word stand before it. */
  readonly from: number;
  /** `null` where it is not known; `parts` of the word may tell some of it. */
  readonly text: string | null;
}

/** An option on the command line of `ray job submit`. */
export interface SubmitUse {
  readonly spec: SubmitOptionSpec;
  /** Of an unknown word the option itself is known: `--address=http://$HOST`. */
  readonly word: KnownWord | UnknownWord;
  /** `null` for a flag, and where the value is missing. */
  readonly value: SubmitValue | null;
  /** The last of its name, which is the one that counts. */
  readonly counts: boolean;
}

/** What click, which reads the command line of `ray`, refuses. */
export type SubmitProblem =
  | { readonly code: 'unknown-option'; readonly word: KnownWord; readonly spelled: string }
  /** An option of the program, read as one of `ray job submit` because no `--` stands before the program. */
  | { readonly code: 'missing-dashes'; readonly word: KnownWord; readonly program: Word }
  | { readonly code: 'missing-value'; readonly word: KnownWord; readonly spelled: string }
  | { readonly code: 'flag-with-value'; readonly word: KnownWord; readonly spelled: string };

/** A `ray job submit` with its options, as click reads them. */
export interface RaySubmit {
  /** The word `submit`. */
  readonly at: Word;
  /** In the order of the line. */
  readonly options: readonly SubmitUse[];
  readonly problems: readonly SubmitProblem[];
  /**
   * False where words that are not known, or branches that are not decided, stand among the options: some that count
   * may be missing here.
   */
  readonly complete: boolean;
  /** The `--` before the program, if there is one. */
  readonly dashes: KnownWord | null;
  /** The program and its arguments, which Ray joins into one string for `/bin/sh`. */
  readonly entrypoint: readonly (Word | Branches)[];
}
