import type { Location } from '../../text/location.ts';

/** Why little or nothing is flagged. */
export type SilenceKind =
  | 'foreign-shell'
  | 'too-large'
  | 'no-launch'
  | 'other-program'
  | 'unknown-program'
  | 'comment'
  | 'function'
  | 'ended'
  | 'other'
  | 'missing-source'
  | 'module-unknown'
  | 'wrapper'
  | 'incomplete'
  | 'all-unknown'
  | 'some-unknown'
  | 'assumed'
  | 'rules-off'
  | 'not-file'
  | 'clean';

/** One reason, in words for people. */
export interface Explanation {
  readonly kind: SilenceKind;
  /** What is so, one sentence or two. */
  readonly text: string;
  /** What to do about it, one sentence. */
  readonly next: string;
  /** The place that it is about; `null` for the whole file. */
  readonly place: Location | null;
}
