import type { FlagSpec } from '../catalogue/schema.ts';
import type { KnownWord, Unknown, Word } from '../text/items.ts';

/** What argparse makes of one way of a command line. Filled by `bind`, read by rules and features. */
export interface Binding {
  /** By dest, every flag of the entry point, as `parse_args` leaves it. */
  readonly values: ReadonlyMap<string, BoundValue>;
  /** Every option on the line, in order. */
  readonly uses: readonly FlagUse[];
  /** All that argparse would stop at; empty where it accepts the line. The first is the one it really reports. */
  readonly problems: readonly ParseProblem[];
  /** False where unknown words make the verdict uncertain. */
  readonly certain: boolean;
}

/** A Python value: integers beyond 2^53, infinities and NaN keep their text. */
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
      readonly spelled: string;
      readonly values: readonly Word[];
    }
  | {
      readonly code: 'ambiguous-abbrev';
      readonly word: KnownWord;
      readonly spelled: string;
      readonly matches: readonly string[];
    }
  | {
      readonly code: 'arity';
      readonly use: FlagUse;
      readonly expected: number | '+';
      readonly got: number;
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
  | { readonly code: 'bool-flag-eq-value'; readonly use: FlagUse }
  | { readonly code: 'bool-flag-with-value'; readonly use: FlagUse; readonly word: KnownWord }
  | { readonly code: 'positional-token'; readonly word: KnownWord; readonly after?: FlagUse }
  | { readonly code: 'missing-required'; readonly specs: readonly FlagSpec[] }
  | { readonly code: 'help'; readonly word: KnownWord };
