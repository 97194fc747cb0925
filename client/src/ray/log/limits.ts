/** Sizes in bytes that decide how a log is read; tests make them small. */
export interface LogLimits {
  /** Up to here everything is read each time. */
  readonly small: number;
  /** End of what was delivered by which the last lines of a larger log are recognised. */
  readonly overlap: number;
  /** How much is remembered to see whether the overlap occurs only once. */
  readonly memory: number;
  /** Largest answer that is held as a whole. */
  readonly held: number;
  /** Largest piece that is delivered. */
  readonly piece: number;
}

export const usualLimits: LogLimits = {
  small: 1_048_576,
  overlap: 65_536,
  memory: 524_288,
  held: 4_194_304,
  piece: 65_536,
};
