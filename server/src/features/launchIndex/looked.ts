import type { Finding, SeverityOverrides } from '../../rules/model.ts';
import type { NamedFile } from '../../rules/context.ts';
import { judgePython, type PythonJudge } from '../python/judge.ts';
import type { Loaded } from '../sources.ts';
import type { Workspace } from '../workspace.ts';
import { candidatesOf, isMissing, searchOf, type Candidates } from './candidates.ts';
import { namedPython, type NamedPython, type NamingScript } from './named.ts';

/** A Python file that a launch names, and where it was found. */
export interface LookedFor extends NamedPython {
  /** `null` where it was not found. */
  readonly uri: string | null;
  /** The same for the rules. */
  readonly fact: NamedFile;
}

/** What `lookFor` depends on beside the script. */
export interface Looking extends Pick<Loaded, 'file' | 'list'> {
  readonly workspace: Workspace;
  readonly python: PythonJudge;
  readonly rules: SeverityOverrides;
  /** The script itself writes a file of this path, or may do so. */
  readonly mayWrite: (path: string) => boolean;
}

/** The Python files that the launches of a script name, looked for and judged as these launches use them. */
export function lookFor(script: NamingScript, looking: Looking): LookedFor[] {
  const find = finder(script.uri, looking);
  const named = namedPython(script).map((one) => ({ one, ...find(one) }));
  const byPlace = new Map<string, (typeof named)[number][]>();
  for (const entry of named) {
    const place = placeKey(entry);
    const entries = byPlace.get(place) ?? [];
    byPlace.set(place, entries);
    entries.push(entry);
  }
  return named.map((entry) => {
    const { one, candidates, uri } = entry;
    const same = byPlace.get(placeKey(entry)) ?? [];
    const text = uri === null ? null : (looking.file(uri) ?? null);
    return {
      ...one,
      uri: text === null ? null : uri,
      fact: {
        flag: one.use.flag,
        path: one.path,
        word: one.word,
        location: one.use.location,
        launch: one.use.launch,
        ways: one.ways.map(({ way }) => way),
        absence: uri === null ? absenceOf(one, candidates, looking) : null,
        findings: uri === null || text === null ? [] : findingsIn(uri, text, same, looking),
      },
    };
  });
}

function findingsIn(
  uri: string,
  text: string,
  named: readonly { readonly one: NamedPython }[],
  looking: Looking,
): readonly Finding[] {
  try {
    return judgePython({ uri, text, uses: named.map(({ one }) => one.use) }, looking.python, looking).findings;
  } catch {
    // The script is judged all the same; the log has it where the file itself is looked at.
    return [];
  }
}

interface Found {
  readonly candidates: Candidates;
  /** `null` where it was not found. */
  readonly uri: string | null;
}

/** Looks for files; most launches of a script name the same one, which is looked for once. */
function finder(script: string, looking: Looking): (named: NamedPython) => Found {
  const found = new Map<string, Found>();
  return (named) => {
    const search = searchOf(named, script, looking.workspace, (uri) => looking.file(uri) ?? null);
    const key = JSON.stringify(search);
    const known = found.get(key);
    if (known !== undefined) return known;
    const candidates = candidatesOf(search, script, looking.workspace);
    const uri = candidates.uris.find((candidate) => looking.file(candidate) !== null) ?? null;
    found.set(key, { candidates, uri });
    return { candidates, uri };
  };
}

/** The same for what names one file at one place. */
function placeKey({ one: { use }, uri }: { readonly one: NamedPython; readonly uri: string | null }): string {
  return JSON.stringify([uri, use.flag, use.location.uri, use.location.range.start]);
}

function absenceOf({ path }: NamedPython, candidates: Candidates, looking: Looking): NamedFile['absence'] {
  if (candidates.absence === 'open' || looking.mayWrite(path)) return null;
  return isMissing(candidates, looking.list) === true ? candidates.absence : null;
}
