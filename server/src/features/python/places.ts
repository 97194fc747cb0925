import type { Definition, PythonFile, PythonFiles } from '../../python/outline/model.ts';
import type { PythonRole } from '../../rules/python/context.ts';
import { sameLocation, touches, type Location, type OffsetRange } from '../../text/location.ts';
import type { Analysis } from '../analysis.ts';
import type { LookedFor } from '../launchIndex/looked.ts';
import type { PythonAnalysis } from './analysis.ts';

/** The name that OpenRLHF takes from a file, by how it loads it. */
export const ENTRY_NAMES: Readonly<Record<PythonRole, string>> = {
  'reward-function': 'reward_func',
  agent: 'AgentExecutor',
};

/** A definition with the file that it is in. */
interface Defined {
  readonly file: PythonFile;
  readonly definition: Definition;
}

/**
 * Where a name of a file is defined, through imports of files of the workspace; the import where it comes from elsewhere.
 */
export function definitionOf(file: PythonFile, name: string, files: PythonFiles | null): Defined | undefined {
  let at: PythonFile = file;
  let wanted = name;
  const seen = new Set<string>();
  for (;;) {
    const definition = at.names.get(wanted);
    if (definition === undefined) return undefined;
    const alias = aliased(at, definition);
    if (alias !== undefined && alias !== wanted && at.names.has(alias) && !seen.has(`${at.uri} ${alias}`)) {
      seen.add(`${at.uri} ${alias}`);
      wanted = alias;
      continue;
    }
    if (definition.kind !== 'imported') return { file: at, definition };
    const next = files?.resolve(at, definition.module);
    if (next?.names.has(definition.name) !== true || seen.has(next.uri)) return { file: at, definition };
    seen.add(next.uri);
    at = next;
    wanted = definition.name;
  }
}

/** The name behind `reward_func = other`. */
function aliased({ source }: PythonFile, definition: Definition): string | undefined {
  if (definition.kind !== 'value' || definition.node.name !== 'VariableName') return undefined;
  return source.text.slice(definition.node.from, definition.node.to);
}

/** The characters to show of a definition: its name. */
export function nameRange(definition: Definition): OffsetRange {
  return 'nameRange' in definition ? definition.nameRange : definition.range;
}

/** The Python files that a launch names at an offset of its script. */
export function namedAt(
  { document, namedFiles }: Pick<Analysis, 'document' | 'namedFiles'>,
  offset: number,
): readonly LookedFor[] {
  return namedFiles.filter(({ places }) =>
    places.some(({ uri, range }) => uri === document.uri && touches(range, offset)),
  );
}

/** What a launch's flag leads to: the function or class that the run will call, else the beginning of the file. */
export function definitionsAt(
  { document, namedFiles }: Pick<Analysis, 'document' | 'namedFiles'>,
  offset: number,
  opened: (uri: string) => { readonly file: PythonFile; readonly files: PythonFiles } | undefined,
): Location[] {
  return unique(
    namedAt({ document, namedFiles }, offset).flatMap(({ uri, use }) => {
      if (uri === null) return [];
      const python = opened(uri);
      const found = python === undefined ? undefined : definitionOf(python.file, ENTRY_NAMES[use.role], python.files);
      if (!found) return [{ uri, range: { start: 0, end: 0 } }];
      return [{ uri: found.file.uri, range: nameRange(found.definition) }];
    }),
  );
}

/** Names of a file that a launch stands behind, with the range of each: `reward_func`, `AgentExecutor`, the agent's class. */
export function launchedNames({ file, files, context }: PythonAnalysis): { role: PythonRole; range: OffsetRange }[] {
  return (context?.roles ?? []).flatMap((role) => {
    const found = definitionOf(file, ENTRY_NAMES[role], files);
    const own = file.names.get(ENTRY_NAMES[role]);
    const ranges = [own && nameRange(own), found?.file === file ? nameRange(found.definition) : undefined];
    return [...ranges, ...(role === 'agent' ? instanceClasses(file) : [])]
      .flatMap((range) => range ?? [])
      .map((range) => ({ role, range }));
  });
}

/** Classes with a method `step`: what an `AgentExecutor` makes one of for each sample. */
function instanceClasses(file: PythonFile): OffsetRange[] {
  return [...file.names.values()].flatMap((definition) =>
    definition.kind === 'class' && definition.methods.has('step') ? [definition.nameRange] : [],
  );
}

/** The places in launches that lead to the name at an offset of a Python file. */
export function referencesAt(analysis: PythonAnalysis, offset: number): Location[] {
  const roles = launchedNames(analysis).flatMap(({ role, range }) => (touches(range, offset) ? [role] : []));
  return placesOfUses(analysis.named.filter(({ use }) => roles.includes(use.role)));
}

/** The words that name a file, each once. */
export function placesOfUses(named: readonly LookedFor[]): Location[] {
  return unique(named.map(({ use }) => use.location));
}

function unique(locations: readonly Location[]): Location[] {
  return locations.filter((location, index) => locations.findIndex((other) => sameLocation(other, location)) === index);
}
