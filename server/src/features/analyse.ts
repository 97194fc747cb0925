import type { Catalogues } from '../catalogue/lookup.ts';
import { chooseRelease, releaseComment, type ReleaseStatements } from '../catalogue/release.ts';
import type { EntryPointSpec } from '../catalogue/schema.ts';
import { argumentParser, type ArgumentParser } from '../launch/bind.ts';
import { boundLaunch } from '../launch/bound.ts';
import { isEntryPointModule, launchesOf } from '../launch/launches.ts';
import { check } from '../rules/check.ts';
import { byLaunch } from '../rules/context.ts';
import { sift } from '../rules/ignore/sift.ts';
import type { SeverityOverrides } from '../rules/model.ts';
import type { Message } from '../messages/catalogue.ts';
import { evaluateScript } from '../shell/evaluate.ts';
import type { ScriptModel } from '../shell/model.ts';
import type { Analysis } from './analysis.ts';
import type { SourceDocument } from './document.ts';
import { commented } from './ignore/commented.ts';
import { lookFor } from './launchIndex/looked.ts';
import { writtenBy } from './launchIndex/written.ts';
import type { Outlines } from './python/outlines.ts';
import type { Workspace } from './workspace.ts';

/** What an analysis depends on beside the document. */
export interface AnalysisEnvironment {
  readonly catalogues: Catalogues;
  /** What states a release, apart from the comment in the document. */
  readonly statements: ReleaseStatements;
  readonly rules: SeverityOverrides;
  /** See `ScriptRequest.file`. */
  readonly file: (uri: string) => string | null | undefined;
  /** The same for a file without which the script can be judged. */
  readonly optional: (uri: string) => string | null | undefined;
  /** Names in a folder; `undefined` while they are not loaded. */
  readonly list: (folder: string) => readonly string[] | undefined;
  readonly workspace: Workspace;
  readonly outlines: Outlines;
  /** See `ScriptRequest.environment`. */
  readonly variables?: ReadonlyMap<string, string>;
  /** UTF-16 units past which a document is not looked at; any length if absent. */
  readonly maxLength?: number;
}

const NOTHING: ScriptModel = { launches: [], notes: [], assignments: [], needs: [] };

/** Everything that is known of a document, in one pure step. `script.needs` names the files that would tell more. */
export function analyse(document: SourceDocument, environment: AnalysisEnvironment): Analysis {
  const { catalogues } = environment;
  const comment = releaseComment(document.text)?.release;
  const release = chooseRelease(
    { ...environment.statements, ...(comment === undefined ? {} : { comment }) },
    catalogues.newest,
    (text) => catalogues.resolve(text),
  );
  const { maxLength } = environment;
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
      silentBecause,
    };
  }
  const entryPoints = catalogues.forRelease(release.release)?.entryPoints.map(({ name }) => name);
  const names = entryPoints === undefined ? {} : { entryPoints };
  const script = evaluateScript({
    uri: document.uri,
    text: document.text,
    file: environment.file,
    recognises: (module) => isEntryPointModule(module, names),
    ...(environment.variables === undefined ? {} : { environment: environment.variables }),
  });
  const parsers = new Map<EntryPointSpec, ArgumentParser>();
  const parserOf = (spec: EntryPointSpec): ArgumentParser => {
    const parser = parsers.get(spec) ?? argumentParser(spec);
    parsers.set(spec, parser);
    return parser;
  };
  const launches = launchesOf(script, names).map((launch) => {
    const spec = launch.entryPoint === null ? undefined : catalogues.entryPoint(release.release, launch.entryPoint);
    return boundLaunch(launch, spec?.spec, undefined, parserOf);
  });
  const textOf = (uri: string) => (uri === document.uri ? document.text : (environment.file(uri) ?? undefined));
  const { optional, list, rules, workspace, outlines } = environment;
  const python = { outlines, folder: workspace.folderOf(document.uri), release };
  const looking = { file: optional, list, workspace, python, rules, mayWrite: writtenBy(script) };
  const namedFiles = lookFor({ uri: document.uri, launches, release, textOf }, looking);
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
  return { document, script, release, launches, findings, suppressed, namedFiles, silentBecause: silence(script) };
}

function silence({ foreignShell: shell }: ScriptModel): Message | null {
  return shell === undefined ? null : { key: 'status-foreign-shell', args: { shell } };
}
