import { createCatalogues } from '../../server/src/catalogue/lookup.ts';
import type { ReleaseChoice } from '../../server/src/catalogue/release.ts';
import { boundLaunch } from '../../server/src/launch/bound.ts';
import { launchesOf } from '../../server/src/launch/launches.ts';
import { check } from '../../server/src/rules/check.ts';
import type { Finding } from '../../server/src/rules/model.ts';
import type { ScriptModel } from '../../server/src/shell/model.ts';
import type { KnownWord } from '../../server/src/text/items.ts';

const URI = 'file:///plain.sh';

/** One command of plain words, without quotes or expansions, read without the shell model. */
export function plainModel(text: string): ScriptModel {
  const words: KnownWord[] = [];
  for (const match of text.matchAll(/[^\s\\]+/g)) {
    const range = { start: match.index, end: match.index + match[0].length };
    words.push({ kind: 'known', value: match[0], location: { uri: URI, range } });
  }
  const at = words.findIndex(({ value }) => value.startsWith('openrlhf.'));
  const module = words[at];
  if (!module) return { launches: [], notes: [], assignments: [], needs: [] };
  const location = { uri: URI, range: { start: 0, end: text.length } };
  const launch = {
    module,
    how: 'module',
    location,
    conditional: false,
    repeated: false,
    via: [],
    launcher: words.slice(0, at),
    env: [],
    wrappers: [],
    argv: words.slice(at + 1),
    secondShell: false,
  } as const;
  return { launches: [launch], notes: [], assignments: [], needs: [] };
}

export function checkPlain(text: string, release: ReleaseChoice = { release: '0.11.2', from: 'option' }): Finding[] {
  const catalogues = createCatalogues();
  const model = plainModel(text);
  const launches = launchesOf(model).map((launch) =>
    boundLaunch(
      launch,
      launch.entryPoint === null ? null : catalogues.entryPoint(release.release, launch.entryPoint)?.spec,
    ),
  );
  return check({ launches, notes: [], assignments: [], release, catalogues, textOf: () => text });
}

/** The text with a fix applied. */
export function applied(text: string, finding: Finding, index = 0): string {
  const edits = [...(finding.fixes[index]?.edits ?? [])].sort(
    (a, b) => b.location.range.start - a.location.range.start,
  );
  return edits.reduce(
    (result, { location, newText }) =>
      result.slice(0, location.range.start) + newText + result.slice(location.range.end),
    text,
  );
}
