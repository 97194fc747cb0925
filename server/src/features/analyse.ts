import { chooseRelease, releaseComment, type ReleaseStatements } from '../catalogue/release.ts';
import { check } from '../rules/check.ts';
import { byLaunch } from '../rules/context.ts';
import { sift } from '../rules/ignore/sift.ts';
import type { SeverityOverrides } from '../rules/model.ts';
import type { Message } from '../messages/catalogue.ts';
import type { ScriptModel } from '../shell/model.ts';
import type { Analysis } from './analysis.ts';
import type { SourceDocument } from './document.ts';
import { commented } from './ignore/commented.ts';
import { evaluateDocument, type EvaluationEnvironment } from './evaluate.ts';
import { askedServers } from './launchIndex/named.ts';
import { lookFor } from './launchIndex/looked.ts';
import { writtenBy } from './launchIndex/written.ts';
import type { Outlines } from './python/outlines.ts';
import type { Workspace } from './workspace.ts';

/** What an analysis depends on beside the document. */
export interface AnalysisEnvironment extends EvaluationEnvironment {
  /** What states a release, apart from the comment in the document. */
  readonly statements: ReleaseStatements;
  readonly rules: SeverityOverrides;
  /** The same as `file` for one without which the script can be judged. */
  readonly optional: (uri: string) => string | null | undefined;
  /** Names in a folder; `undefined` while they are not loaded. */
  readonly list: (folder: string) => readonly string[] | undefined;
  readonly workspace: Workspace;
  readonly outlines: Outlines;
  /** UTF-16 units past which a document is not looked at; any length if absent. */
  readonly maxLength?: number;
}

const NOTHING: ScriptModel = { launches: [], notes: [], assignments: [], needs: [] };

/** Everything that is known of a document, in one pure step. `script.needs` names the files that would tell more. */
export function analyse(
  document: SourceDocument,
  environment: AnalysisEnvironment,
  evaluate: typeof evaluateDocument = evaluateDocument,
): Analysis {
  const { catalogues, maxLength, rules } = environment;
  const comment = releaseComment(document.text)?.release;
  const release = chooseRelease(
    { ...environment.statements, ...(comment === undefined ? {} : { comment }) },
    catalogues.newest,
    (text) => catalogues.resolve(text),
  );
  if (maxLength !== undefined && document.text.length > maxLength) {
    const silentBecause: Message = { key: 'status-too-large', args: { limit: maxLength.toLocaleString('en') } };
    return {
      document,
      script: NOTHING,
      release,
      launches: [],
      findings: [],
      suppressed: [],
      namedFiles: [],
      asked: [],
      silentBecause,
    };
  }
  const { script, launches } = evaluate(document, release, environment);
  const textOf = (uri: string) => (uri === document.uri ? document.text : (environment.file(uri) ?? undefined));
  const { optional, list, workspace, outlines } = environment;
  const python = { outlines, folder: workspace.folderOf(document.uri), release };
  const looking = { file: optional, list, workspace, python, rules, mayWrite: writtenBy(script) };
  const naming = { uri: document.uri, launches, release, textOf };
  const namedFiles = lookFor(naming, looking);
  const { notes, assignments } = script;
  const facts = byLaunch(namedFiles.map(({ fact }) => fact));
  const found = check(
    { script: document.uri, launches, notes, assignments, release, catalogues, textOf, namedFiles: facts },
    rules,
  );
  const { findings, suppressed } = sift(found, {
    uri: document.uri,
    launches,
    rules,
    commented: (uri) => commented('shell', textOf(uri)),
    // A file without launches may be for others to source.
    complete: launches.length > 0,
  });
  const asked = askedServers(naming);
  return {
    document,
    script,
    release,
    launches,
    findings,
    suppressed,
    namedFiles,
    asked,
    silentBecause: silence(script),
  };
}

function silence({ foreignShell: shell }: ScriptModel): Message | null {
  return shell === undefined ? null : { key: 'status-foreign-shell', args: { shell } };
}
