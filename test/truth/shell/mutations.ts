/** One way to break the evaluator: a text of one of its files and what stands there instead. */
export interface Mutation {
  readonly name: string;
  /** Path below `server/src/shell/`. */
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Constructs whose scripts must tell. */
  readonly constructs: readonly string[];
  /** Only a wrong range can tell. */
  readonly ranges?: true;
}

export const mutations: readonly Mutation[] = [];
