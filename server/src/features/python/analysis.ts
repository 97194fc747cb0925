import type { ReleaseChoice } from '../../catalogue/release.ts';
import type { LookedFor } from '../launchIndex/looked.ts';
import type { SourceDocument } from '../document.ts';
import type { PythonJudgement } from './judge.ts';

/** All that is known of one version of a Python document; features read it and never judge again. */
export interface PythonAnalysis extends PythonJudgement {
  readonly document: SourceDocument;
  /** The newest release that judges it, and why. */
  readonly release: ReleaseChoice;
  /** The places in launches that name the file. */
  readonly named: readonly LookedFor[];
}
