/** What OpenRLHF asks of Python files that a launch names: one home for rules, completion, hover and templates. */

/** A key of a dict, or an argument, that passes between OpenRLHF and a file of the user. */
export interface ContractKey {
  readonly name: string;
  /** Missing, the run fails. */
  readonly required: boolean;
  /** What it is and what it does in training; Markdown, our own words. */
  readonly doc: string;
  /** Shape in Python's words: `0-dim or 1-element tensor`. */
  readonly type: string;
  /** First release that has it, and the last; always there if absent. */
  readonly since?: string;
  readonly until?: string;
}

/** A function or method that OpenRLHF calls. */
export interface ContractCall {
  readonly name: string;
  readonly isAsync: boolean;
  /** Names as OpenRLHF documents them, in the order in which they are given; `keyword` ones are given by name. */
  readonly parameters: readonly (ContractKey & { readonly passed: 'position' | 'keyword' })[];
  /** Keys of the dict that it is to return. */
  readonly returns: readonly ContractKey[];
  /** When and how often OpenRLHF calls it, and in what. */
  readonly doc: string;
  /** File and line of OpenRLHF that calls it, release 0.11.2. */
  readonly source: string;
}
