/** What the program reads and writes, so that tests can stand in. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Standard input to its end. */
  readonly readInput: () => Promise<Uint8Array>;
  /** True if `out` is a terminal that shows colours. */
  readonly colour: boolean;
}
