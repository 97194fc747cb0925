import type { BoundLaunch } from '../../launch/bound.ts';
import type { SeverityOverrides } from '../model.ts';
import type { Directive, Named } from './directive.ts';
import type { CommentedText } from './scope.ts';

/** What `sift` needs beside the findings. */
export interface Sifting {
  /** The file that was judged: what is wrong with its comments is told, those of other files only count. */
  readonly uri: string;
  readonly launches: readonly BoundLaunch[];
  readonly rules: SeverityOverrides;
  /** A file with its comments; `undefined` where it is not at hand, or has none that matter. */
  readonly commented: (uri: string) => CommentedText | undefined;
  /** All findings of the file are there, so that a comment which covers none is of no use. */
  readonly complete: boolean;
}

/** Which of its codes and flags have kept a finding back. */
export interface Use {
  readonly directive: Directive;
  readonly used: Set<Named>;
}
