import type { ReleaseChoice } from '../../catalogue/release.ts';
import { compareReleases } from '../../catalogue/versions.ts';
import type { Flow } from '../../python/flow/model.ts';
import type { PythonFile, PythonFiles } from '../../python/outline/model.ts';
import { checkPython } from '../../rules/check.ts';
import { sift } from '../../rules/ignore/sift.ts';
import type { Finding, SeverityOverrides, Suppressed } from '../../rules/model.ts';
import type { PythonContext, PythonUse, ServerUse } from '../../rules/python/context.ts';
import { commented } from '../ignore/commented.ts';
import type { Outlines } from './outlines.ts';
import { rewardRoutesOf, rolesOf } from './roles.ts';

/** A Python file that is to be judged. */
export interface PythonText {
  readonly uri: string;
  readonly text: string;
  /** The launches that name it. */
  readonly uses: readonly PythonUse[];
  /** Launches that ask for rewards at a path at which the file answers. */
  readonly asking?: readonly ServerUse[];
}

/** What judges Python files, the same for all of a folder. */
export interface PythonJudge {
  readonly outlines: Outlines;
  /** The workspace folder, from which modules may be imported. */
  readonly folder: string | undefined;
  /** Judges files that no launch names. */
  readonly release: ReleaseChoice;
}

/** What depends on how a Python file is looked at. */
export interface PythonLook {
  readonly rules: SeverityOverrides;
  /** Text of an imported file: `null` where there is none, `undefined` while it is not loaded. */
  readonly file: (uri: string) => string | null | undefined;
}

/** All that is known of one text of a Python file. */
export interface PythonJudgement {
  readonly file: PythonFile;
  readonly files: PythonFiles;
  readonly flow: Flow;
  /** `null` for a file that is not OpenRLHF's to load; then there are no findings. */
  readonly context: PythonContext | null;
  readonly findings: readonly Finding[];
  /** Findings that comments keep back. */
  readonly suppressed: readonly Suppressed[];
}

/** Reads a Python file and judges it by what OpenRLHF asks of it. */
export function judgePython(
  { uri, text, uses, asking = [] }: PythonText,
  judge: PythonJudge,
  look: PythonLook,
): PythonJudgement {
  const file = judge.outlines.of(uri, text);
  const { files, flow } = judge.outlines.bodies.of(file, judge.folder, look.file);
  const roles = rolesOf(file, uses);
  const routes = rewardRoutesOf(file, asking);
  if (roles.length === 0 && routes.length === 0)
    return { file, files, flow, context: null, findings: [], suppressed: [] };
  const { release } = judge;
  const launches = [...uses, ...asking];
  const releases = launches.length === 0 ? [release.release] : [...new Set(launches.map((use) => use.release))];
  const context: PythonContext = {
    file,
    files,
    flow,
    roles,
    uses,
    routes,
    asking,
    releases: releases.sort(compareReleases),
    assumed: launches.length === 0 ? release.from === 'assumed' : launches.every(({ assumed }) => assumed),
  };
  const sifted = sift(checkPython(context, look.rules), {
    uri,
    launches: [],
    rules: look.rules,
    commented: (other) => commented('python', other === uri ? text : (look.file(other) ?? undefined)),
    // Some findings come with a launch that names the file.
    complete: launches.length > 0,
  });
  return { file, files, flow, context, ...sifted };
}
