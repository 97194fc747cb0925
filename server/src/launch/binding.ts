import type { FlagSpec } from '../catalogue/schema.ts';
import type { KnownWord, Unknown, Word } from '../text/items.ts';

/** What argparse makes of one way of a command line. Filled by `bind`, read by rules and features. */
export interface Binding {
  /** By dest, every flag of the entry point, as `parse_args` leaves it. */
  readonly values: ReadonlyMap<string, BoundValue>;
  /** Every option on the line, in order. */
  readonly uses: readonly FlagUse[];
  /**
   * All that argparse would stop at; empty where it accepts the line. The first is the one it really reports, the
   * others are what it would report once those before them are mended, in that order: ambiguous options, then
   * options from left to right, then missing ones, then all words that it does not recognise (which it reports
   * together: `unknown-flag`, `positional-token` and `bool-flag-with-value`).
   */
  readonly problems: readonly ParseProblem[];
  /**
   * False where unknown words can change the verdict. An unknown word behind a flag that takes any text is its value
   * and leaves it certain.
   */
  readonly certain: boolean;
}

/**
 * A Python value. Integers beyond 2^53 are their decimal digits; the floats that JSON lacks are `inf`, `-inf` and `nan`.
 */
export interface PythonValue {
  readonly type: 'int' | 'float' | 'str' | 'bool' | 'NoneType' | 'list' | 'tuple';
  readonly value: string | number | boolean | null | readonly PythonValue[];
}

export type BoundValue =
  | { readonly known: true; readonly value: PythonValue; readonly origin: 'given'; readonly use: FlagUse }
  | { readonly known: true; readonly value: PythonValue; readonly origin: 'default' }
  | { readonly known: false; readonly why: Unknown; readonly use?: FlagUse };

/** One occurrence of an option. */
export interface FlagUse {
  readonly spec: FlagSpec;
  /** The word as it stands on the line, `--flag` or `--flag=value`. */
  readonly word: KnownWord;
  /** The option as it was spelled, without `=value`. */
  readonly spelled: string;
  readonly abbreviated: boolean;
  /** The text behind `=`, if there is one. */
  readonly inline?: string;
  /** The words taken as its values. */
  readonly values: readonly Word[];
}

/** What argparse refuses. The code is the id of the rule that reports it. */
export type ParseProblem =
  | {
      readonly code: 'unknown-flag';
      readonly word: KnownWord;
      /** The option as it was spelled, without `=value`. */
      readonly spelled: string;
      /** The text behind `=`, if there is one. */
      readonly inline?: string;
      /** The words up to the next option; argparse reports the known ones too. They may hold unknown words. */
      readonly values: readonly Word[];
    }
  | {
      readonly code: 'ambiguous-abbrev';
      readonly word: KnownWord;
      readonly spelled: string;
      /** The text behind `=`, if there is one. */
      readonly inline?: string;
      /** The option strings it could be, in the parser's order. */
      readonly matches: readonly string[];
      /** The words up to the next option. */
      readonly values: readonly Word[];
    }
  | {
      readonly code: 'arity';
      /** `values` holds what stood there for its values, `dashValue` included. */
      readonly use: FlagUse;
      readonly expected: number | '+';
      /** The values argparse saw, `dashValue` not among them. */
      readonly got: number;
      /**
       * A word in value position that argparse takes for an option since it begins with a dash and is neither `-1` nor
       * `-.5` in form: `-5e-1`, `-inf`. With it the rule is `negative-literal`, without it `nargs2-arity`.
       */
      readonly dashValue?: KnownWord;
    }
  | {
      readonly code: 'invalid-literal';
      readonly use: FlagUse;
      readonly word: Word;
      readonly text: string;
      readonly type: 'int' | 'float';
    }
  | {
      readonly code: 'invalid-choice';
      readonly use: FlagUse;
      readonly word: Word;
      readonly text: string;
      readonly choices: readonly string[];
    }
  /** `--flag=value` on a flag that takes no value. */
  | { readonly code: 'bool-flag-eq-value'; readonly use: FlagUse }
  /** The same for help: `--help=x`, `-help` (argparse reads `-h` with the value `elp`). */
  | { readonly code: 'help-with-value'; readonly word: KnownWord; readonly spelled: string; readonly text: string }
  /** The first word behind a flag that takes none. */
  | { readonly code: 'bool-flag-with-value'; readonly use: FlagUse; readonly word: KnownWord }
  /** `after`: the flag whose values ended before it, such as one that takes two and got three. */
  | { readonly code: 'positional-token'; readonly word: KnownWord; readonly after?: FlagUse }
  | { readonly code: 'missing-required'; readonly specs: readonly FlagSpec[] }
  /** Nothing wrong: the program prints its help and exits with 0. Nothing that stands behind it is a problem. */
  | { readonly code: 'help'; readonly word: KnownWord };
