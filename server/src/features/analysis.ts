import type { ReleaseChoice } from '../catalogue/release.ts';
import type { BoundLaunch } from '../launch/bound.ts';
import type { Message } from '../messages/catalogue.ts';
import type { Finding, Suppressed } from '../rules/model.ts';
import type { ScriptModel } from '../shell/model.ts';
import type { SourceDocument } from './document.ts';
import type { AskedServer } from './launchIndex/named.ts';
import type { LookedFor } from './launchIndex/looked.ts';

/** All that is known of one version of a document; features read it and never evaluate again. */
export interface Analysis {
  readonly document: SourceDocument;
  readonly script: ScriptModel;
  readonly release: ReleaseChoice;
  readonly launches: readonly BoundLaunch[];
  readonly findings: readonly Finding[];
  /** Findings that comments keep back. */
  readonly suppressed: readonly Suppressed[];
  /** Python files that the launches name, those of files that the script sources included. */
  readonly namedFiles: readonly LookedFor[];
  /** URLs that the launches ask for rewards. */
  readonly asked: readonly AskedServer[];
  /** Why nothing is judged; `null` where the script is. */
  readonly silentBecause: Message | null;
}
