import type { Catalogues } from '../catalogue/lookup.ts';
import type { ReleaseChoice } from '../catalogue/release.ts';
import type { EntryPointSpec } from '../catalogue/schema.ts';
import { argumentParser, type ArgumentParser } from '../launch/bind.ts';
import { boundLaunch, type BoundLaunch } from '../launch/bound.ts';
import { isEntryPointModule, launchesOf } from '../launch/launches.ts';
import { evaluateScript } from '../shell/evaluate.ts';
import type { ScriptModel } from '../shell/model.ts';
import type { SourceDocument } from './document.ts';

/** What a script runs, before anything is judged. */
export interface Evaluated {
  readonly script: ScriptModel;
  readonly launches: readonly BoundLaunch[];
}

/** What an evaluation depends on beside the text of the script. */
export interface EvaluationEnvironment {
  readonly catalogues: Catalogues;
  /** See `ScriptRequest.file`. */
  readonly file: (uri: string) => string | null | undefined;
  /** See `ScriptRequest.environment`. */
  readonly variables?: ReadonlyMap<string, string>;
}

/** Runs a script, and binds the words of its launches to the flags of a release. */
export function evaluateDocument(
  document: SourceDocument,
  { release }: ReleaseChoice,
  { catalogues, file, variables }: EvaluationEnvironment,
): Evaluated {
  const entryPoints = catalogues.forRelease(release)?.entryPoints.map(({ name }) => name);
  const names = entryPoints === undefined ? {} : { entryPoints };
  const script = evaluateScript({
    uri: document.uri,
    text: document.text,
    file,
    recognises: (module) => isEntryPointModule(module, names),
    ...(variables === undefined ? {} : { environment: variables }),
  });
  const parsers = new Map<EntryPointSpec, ArgumentParser>();
  const parserOf = (spec: EntryPointSpec): ArgumentParser => {
    const parser = parsers.get(spec) ?? argumentParser(spec);
    parsers.set(spec, parser);
    return parser;
  };
  const launches = launchesOf(script, names).map((launch) => {
    const spec = launch.entryPoint === null ? undefined : catalogues.entryPoint(release, launch.entryPoint);
    return boundLaunch(launch, spec?.spec, undefined, parserOf);
  });
  return { script, launches };
}

/**
 * `evaluateDocument` for one document and release, once for the same texts of the files that it reads: attempts are repeated until
 * files are loaded on which only the judgement hangs.
 */
export function evaluateOnce(): typeof evaluateDocument {
  let known: { readonly read: ReadonlyMap<string, string | null | undefined>; readonly result: Evaluated } | undefined;
  return (document, release, environment) => {
    if (known !== undefined && [...known.read].every(([uri, text]) => environment.file(uri) === text))
      return known.result;
    const read = new Map<string, string | null | undefined>();
    const file = (uri: string) => {
      const text = environment.file(uri);
      read.set(uri, text);
      return text;
    };
    const result = evaluateDocument(document, release, { ...environment, file });
    known = { read, result };
    return result;
  };
}
