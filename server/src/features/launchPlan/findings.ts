import { render } from '../../messages/render.ts';
import type { Catalogues } from '../../catalogue/lookup.ts';
import type { BoundLaunch } from '../../launch/bound.ts';
import { check } from '../../rules/check.ts';
import { byLaunch } from '../../rules/context.ts';
import { sift } from '../../rules/ignore/sift.ts';
import type { SeverityOverrides } from '../../rules/model.ts';
import type { TextOf } from '../../rules/words.ts';
import type { ScriptNote } from '../../shell/model.ts';
import type { Analysis } from '../analysis.ts';
import type { LinesOf } from '../diagnostics.ts';
import { commented } from '../ignore/commented.ts';
import type { LaunchFinding } from './model.ts';

/** What `findingsOf` judges by. */
export interface Judge {
  readonly catalogues: Catalogues;
  readonly rules: SeverityOverrides;
  readonly textOf: TextOf;
  readonly linesOf: LinesOf;
}

/** What the rules say of one launch with the answers in its words, and of the text of the script around it. */
export function findingsOf(
  bound: BoundLaunch,
  { document, release, script, namedFiles }: Analysis,
  judge: Judge,
): LaunchFinding[] {
  const { catalogues, rules, textOf, linesOf } = judge;
  const notes = script.notes.filter((note) => concerns(note, bound));
  const context = {
    script: document.uri,
    launches: [bound],
    notes,
    assignments: [],
    release,
    catalogues,
    textOf,
    // The ways of an answered launch are others.
    namedFiles: byLaunch(
      namedFiles
        .filter(({ fact }) => fact.launch === bound.launch.id)
        .map(({ fact }) => ({ ...fact, ways: bound.ways.map(({ way }) => way) })),
    ),
  };
  const { findings } = sift(check(context, rules), {
    uri: document.uri,
    launches: [bound],
    rules,
    commented: (uri) => commented('shell', textOf(uri)),
    // Those of other launches are missing.
    complete: false,
  });
  return findings.flatMap(({ code, severity, message, location }) => {
    if (severity === 'hint') return [];
    const { line, character } = linesOf(location.uri)?.position(location.range.start) ?? { line: 0, character: 0 };
    return [{ code, severity, message: render(message), uri: location.uri, line, character }];
  });
}

/** True for a note on the launch's own text, or on what is cut off behind it. */
function concerns({ location }: ScriptNote, { launch }: BoundLaunch): boolean {
  const { uri, range } = launch.location;
  return location.uri === uri && location.range.start <= range.end + 2 && range.start <= location.range.end;
}
