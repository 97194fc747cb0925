import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import { chooseRelease, releaseComment, type ReleaseChoice } from '../../server/src/catalogue/release.ts';
import { boundLaunch } from '../../server/src/launch/bound.ts';
import { isEntryPointModule, launchesOf, type ModuleNames } from '../../server/src/launch/launches.ts';
import { commented } from '../../server/src/features/ignore/commented.ts';
import type { BoundLaunch } from '../../server/src/launch/bound.ts';
import { check } from '../../server/src/rules/check.ts';
import { sift } from '../../server/src/rules/ignore/sift.ts';
import type { SeverityOverrides } from '../../server/src/rules/model.ts';
import type { Finding, Fix } from '../../server/src/rules/model.ts';
import { evaluateScript } from '../../server/src/shell/evaluate.ts';
import type { Location } from '../../server/src/text/location.ts';

export const SCRIPT = 'file:///workspace/run.sh';

/** The bundled catalogues; decoded once for all tests. */
export const catalogues = createCatalogues();

export interface Options {
  /** Stated by an option; else the comment in the script counts, and without one the newest is assumed. */
  readonly release?: string;
  /** Other files by URI. */
  readonly files?: Readonly<Record<string, string>>;
  readonly severities?: SeverityOverrides;
  readonly names?: ModuleNames;
}

/** A script with what is found in it, through all stages. */
export interface Checked {
  readonly text: string;
  readonly release: ReleaseChoice;
  readonly findings: readonly Finding[];
  readonly launches: readonly BoundLaunch[];
  readonly textOf: (uri: string) => string | undefined;
}

export function checkScript(text: string, options: Options = {}): Checked {
  const { release: option, files = {}, severities, names } = options;
  const comment = releaseComment(text)?.release;
  const release = chooseRelease(
    { ...(option === undefined ? {} : { option }), ...(comment === undefined ? {} : { comment }) },
    catalogues.newest,
    (stated) => catalogues.resolve(stated),
  );
  const script = evaluateScript({
    uri: SCRIPT,
    text,
    file: (uri) => files[uri] ?? null,
    recognises: (module) => isEntryPointModule(module, names),
  });
  const launches = launchesOf(script, names).map((launch) => {
    const { entryPoint } = launch;
    return boundLaunch(launch, entryPoint === null ? null : catalogues.entryPoint(release.release, entryPoint)?.spec);
  });
  const textOf = (uri: string) => (uri === SCRIPT ? text : files[uri]);
  const { notes, assignments } = script;
  const context = { script: SCRIPT, launches, notes, assignments, release, catalogues, textOf, namedFiles: new Map() };
  const { findings } = sift(check(context, severities), {
    uri: SCRIPT,
    launches,
    rules: severities ?? {},
    commented: (uri) => commented('shell', textOf(uri)),
    complete: launches.length > 0,
  });
  return { text, release, findings, launches, textOf };
}

/** The characters at a place. */
export function at({ textOf }: Checked, { uri, range }: Location): string {
  return (textOf(uri) ?? '').slice(range.start, range.end);
}

/** The script with fixes applied one after the other, each on the result of the last. */
export function applyFix(text: string, fix: Fix): string {
  const edits = [...fix.edits].sort((a, b) => b.location.range.start - a.location.range.start);
  return edits.reduce((result, { location, newText }) => {
    if (location.uri !== SCRIPT) throw new Error(`an edit of another file: ${location.uri}`);
    return result.slice(0, location.range.start) + newText + result.slice(location.range.end);
  }, text);
}

/** The script after its preferred fixes, until none is left; throws if that does not end. */
export function fixAll(text: string, options: Options = {}, codes?: readonly string[]): string {
  let result = text;
  for (let round = 0; round < 500; round++) {
    const { findings } = checkScript(result, options);
    const fix = findings
      .filter(({ code }) => codes === undefined || codes.includes(code))
      .flatMap(({ fixes }) => fixes)
      .find(({ preferred }) => preferred);
    if (!fix) return result;
    result = applyFix(result, fix);
  }
  throw new Error(`fixes without end:\n${text}`);
}
