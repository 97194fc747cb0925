import type { Location } from './location.ts';

/**
 * The words of a command line, each with what is known of it and where it was written. They are what the shell,
 * YAML and later stages hand to `launch/`; nothing after that knows whether a word came from bash or YAML.
 */

/** Why a word cannot be known before the script runs. `name` is the variable, command or file it hangs on. */
export interface Unknown {
  readonly reason:
    | 'unset-variable'
    | 'positional-parameter'
    | 'command-substitution'
    | 'read-at-run-time'
    | 'unknown-condition'
    | 'missing-source'
    | 'glob'
    | 'too-many-executions'
    | 'not-modelled';
  readonly name?: string;
  /** The place that makes it unknown, if that is another one than the word itself. */
  readonly at?: Location;
}

/** A piece of a composed word: text with the place it was written, or `null` where it is not known. */
export interface ItemPart {
  readonly text: string | null;
  readonly location: Location;
}

interface Written {
  /**
   * The literal that the word comes from if it comes whole from one (in the command, an assignment, an array element,
   * a heredoc, a piece of a split string): its characters, without the quotes where the word is one quoted string; with
   * them where it is put together from several (`--x="a"`). Otherwise the whole word where it is used; for an element of an
   * array or an argument of a function that is the word that was written there.
   */
  readonly location: Location;
  /** The place in the command, when the word was written elsewhere. */
  readonly use?: Location;
  /** What a composed word is made of. */
  readonly parts?: readonly ItemPart[];
}

/** One word whose text is known. */
export interface KnownWord extends Written {
  readonly kind: 'known';
  readonly value: string;
}

/** One word whose text is not known. */
export interface UnknownWord extends Written {
  readonly kind: 'unknown';
  readonly why: Unknown;
}

/** Any number of words, none included. */
export interface ManyWords extends Written {
  readonly kind: 'many';
  readonly why: Unknown;
}

/** Words that depend on a condition that cannot be decided. Branches with equal `choice` take the same index together. */
export interface Branches {
  readonly kind: 'branches';
  readonly choice: string;
  readonly oneOf: readonly (readonly Item[])[];
}

/** A word without branches. */
export type Word = KnownWord | UnknownWord | ManyWords;
export type Item = Word | Branches;

/** One way through the branches of a command line: the index taken for each choice, and the words that then stand there. */
export interface Way {
  readonly taken: ReadonlyMap<string, number>;
  readonly words: readonly Word[];
}
