/** What is known of OpenRLHF's command lines, as data. The extractor fills it, lookup reads it. */

/**
 * A value as JSON keeps it. Infinite and NaN defaults are the strings `Infinity`, `-Infinity` and `NaN`, integers
 * beyond 2^53 their digits; `defaultType` tells such a string from text.
 */
export type DefaultValue = null | boolean | number | string | readonly (boolean | number | string)[];

/** One `add_argument` call of an entry point, in argparse's terms. */
export interface FlagSpec {
  /** First option string, such as `--actor.adam.lr`. */
  readonly name: string;
  /** The other option strings of the same argument. */
  readonly aliases: readonly string[];
  /** Where argparse keeps the value, such as `actor.adam.lr`. */
  readonly dest: string;
  /** Converter: a Python type's name; `null` keeps the string, or a converter of the source's own (`computed.type`). */
  readonly type: 'int' | 'float' | 'str' | 'bool' | null;
  /** As argparse keeps it: 0 for the actions that take no value. */
  readonly nargs: number | '?' | '*' | '+' | null;
  readonly choices: readonly (string | number)[] | null;
  readonly default: DefaultValue;
  /** Python type of the default: `NoneType`, `int`, `float`, `str`, `bool`, `list`, `tuple`. */
  readonly defaultType: string;
  /** The source of a default that is only known when the program runs, such as one built from the clock. */
  readonly defaultComputed?: string;
  /**
   * `boolean_optional` is `BooleanOptionalAction`: `--x` gives True and its alias `--no-x` False. `other` stands for
   * actions whose value is not modelled (`append`, `count`, a class of the source's own); `nargs` still holds.
   */
  readonly action: 'store' | 'store_true' | 'store_false' | 'boolean_optional' | 'other';
  readonly required: boolean;
  /**
   * Source text of what a user's own copy computes in a way that cannot be decided by reading it; nothing may be
   * judged by such a field. `exists`: the condition on which the flag is there at all. Never in bundled data.
   */
  readonly computed?: Readonly<
    Partial<Record<'type' | 'nargs' | 'choices' | 'required' | 'action' | 'dest' | 'exists', string>>
  >;
  /** The help text written in OpenRLHF's source; only for a user's own copy, never bundled. */
  readonly help?: string;
}

/** One module of `openrlhf.cli` that has a parser. */
export interface EntryPointSpec {
  /** Module name below `openrlhf.cli`, such as `train_ppo_ray`. */
  readonly name: string;
  /** In the parser's order. */
  readonly flags: readonly FlagSpec[];
  /** Arguments without dashes, in order; absent where there are none, as in every bundled release. */
  readonly positionals?: readonly FlagSpec[];
  /** Present where the parser refuses abbreviated flags. */
  readonly allowAbbrev?: false;
  /** Present where reading a user's own copy could not tell all flags, so that an unknown one proves nothing. */
  readonly incomplete?: true;
}

/** The six entry points that every release from 0.10.2 has. */
export const ENTRY_POINTS = [
  'train_ppo_ray',
  'train_sft',
  'train_rm',
  'train_dpo',
  'serve_rm',
  'lora_combiner',
] as const;

/** All flags of one release, or of several that do not differ. */
export interface Catalogue {
  readonly entryPoints: Readonly<Record<string, EntryPointSpec>>;
}

/** What our own words say of one flag. Keyed by flag name; `perEntryPoint` overrides fields where the meaning differs. */
export interface FlagDoc {
  /** What it does, in one or two short sentences. */
  readonly summary: string;
  /** Unit of the value, such as `tokens` or `GPUs`. */
  readonly unit?: string;
  /** Sensible range and what happens outside it. */
  readonly range?: string;
  /** What it depends on, or what depends on it. */
  readonly depends?: string;
  /** When it has no effect. */
  readonly noEffect?: string;
  /** What people call it elsewhere. */
  readonly aka?: readonly string[];
  /** Description per choice. */
  readonly choices?: Readonly<Record<string, ChoiceDoc>>;
  /** Values worth offering that are not choices, commonest first. */
  readonly values?: readonly ValueDoc[];
  /** True for a flag whose value is a local file or folder. */
  readonly path?: 'file' | 'folder' | 'any';
  /** `file:line` of OpenRLHF 0.11.2 (of `release` if given) that uses it. */
  readonly source: string;
  /** Release that `source` is of, when 0.11.2 no longer has the flag. */
  readonly release?: string;
  readonly perEntryPoint?: Readonly<Record<string, Partial<Omit<FlagDoc, 'perEntryPoint'>>>>;
}

export interface ChoiceDoc {
  readonly summary: string;
  /** What people call it: `GRPO` for `group_norm`. */
  readonly aka?: readonly string[];
  readonly source: string;
  readonly release?: string;
}

export interface ValueDoc {
  /** As typed on the command line; several values of one flag stand with single spaces between them. */
  readonly value: string;
  readonly note?: string;
}
