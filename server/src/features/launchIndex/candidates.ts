import { fileOfUri, folderOfUri, resolveUri } from '../../text/uri.ts';
import type { Workspace } from '../workspace.ts';
import type { NamedPython } from './named.ts';
import { workingDirOf, type WorkingDir } from './workingDir.ts';

/** Where a Python file that a launch names may be in the workspace. */
export interface Candidates {
  /** URIs; the first that there is is the one that is meant. */
  readonly uris: readonly string[];
  /** Folders of which one has to be there for the absence of a file to say anything. */
  readonly from: readonly string[];
  /**
   * What it means when there is none: `certain`, it is not among what is sent; `likely`, the run does not find it either unless
   * it is started from another folder; `open`, it may be on the cluster.
   */
  readonly absence: 'certain' | 'likely' | 'open';
}

/** Programs behind which another file system begins. */
const ELSEWHERE = new Set(['docker', 'podman', 'apptainer', 'singularity', 'enroot', 'kubectl', 'ssh']);

/** What decides where a file is looked for. */
export interface Search {
  readonly path: string;
  /** The folder of the workspace that the script has changed to before. */
  readonly folder: string | null;
  /** It has changed to one of which nothing is known. */
  readonly elsewhere: boolean;
  readonly dir: WorkingDir;
}

/** What decides where a file that a launch names is looked for. */
export function searchOf(
  named: NamedPython,
  script: string,
  workspace: Workspace,
  file: (uri: string) => string | null,
): Search {
  const { launch, path } = named;
  const folder = launch.folder ?? null;
  const textOf = (text: string): string | null => {
    for (const uri of inFolders(workspace.bases(script, folder), text)) {
      const found = workspace.holds(uri, script) ? file(uri) : null;
      if (found !== null) return found;
    }
    return null;
  };
  const dirs = new Map(
    named.ways.map(({ way }) => {
      const dir = workingDirOf(launch, way, textOf);
      return [JSON.stringify(dir), dir] as const;
    }),
  );
  const [dir = UNKNOWN, ...others] = dirs.values();
  const known = others.length === 0 && !launch.wrappers.some(({ kind }) => ELSEWHERE.has(kind)) ? dir : UNKNOWN;
  return { path, folder, elsewhere: launch.elsewhere === true, dir: known };
}

/**
 * Where a Ray worker would look: in its copy of the working directory that the job is sent with, else where the script
 * runs. A folder that is not of this machine leads nowhere, so there the file is looked for as if nothing was said.
 */
export function candidatesOf(search: Search, script: string, workspace: Workspace): Candidates {
  const { path, folder, elsewhere, dir } = search;
  const bases = workspace.bases(script, folder);
  const held = (uris: readonly string[]): string[] => [...new Set(uris)].filter((uri) => workspace.holds(uri, script));
  if (path.startsWith('/')) return absolute(path, dir, bases, held);
  const relative = held(inFolders(bases, path));
  // Where the folder is known that the script has gone to, there is no doubt about where it starts from.
  const start = elsewhere ? 'open' : folder === null ? 'likely' : 'certain';
  switch (dir.kind) {
    case 'script':
      // Workers of a cluster that runs already start in the folder of its own start.
      return { uris: relative, from: bases, absence: start === 'open' ? 'open' : 'likely' };
    case 'cluster':
    case 'unknown':
      return { uris: relative, from: bases, absence: 'open' };
    case 'folder': {
      const sent = held(inFolders(inFolders(bases, dir.path), path));
      if (sent.length === 0) return { uris: relative, from: bases, absence: 'open' };
      return { uris: sent, from: bases, absence: dir.path.startsWith('/') ? 'certain' : start };
    }
  }
}

const UNKNOWN: WorkingDir = { kind: 'unknown' };

/** On another machine an absolute path may be any file; one below the folder that is sent is likely the file of that folder. */
function absolute(
  path: string,
  dir: WorkingDir,
  bases: readonly string[],
  held: (uris: readonly string[]) => string[],
): Candidates {
  const here = held(inFolders(bases, path));
  if (here.length > 0)
    return { uris: here, from: here.map(folderOfUri), absence: dir.kind === 'script' ? 'likely' : 'open' };
  const root = dir.kind === 'folder' && dir.path.startsWith('/') ? `${dir.path.replace(/\/+$/, '')}/` : undefined;
  const below = root !== undefined && path.startsWith(root) ? path.slice(root.length) : undefined;
  return { uris: below === undefined ? [] : held(inFolders(bases, below)), from: bases, absence: 'open' };
}

function inFolders(folders: readonly string[], path: string): string[] {
  return folders.flatMap((folder) => resolveUri(folder, path) ?? []);
}

/**
 * Whether a file that could not be read is really missing: a folder that the search starts from can be listed, and no listing
 * has the file. `undefined` while a listing is not loaded.
 * @param list names in a folder, `undefined` while they are not loaded
 */
export function isMissing(
  { uris, from }: Candidates,
  list: (folder: string) => readonly string[] | undefined,
): boolean | undefined {
  const starts = from.map(list);
  const lists = uris.map((uri) => list(folderOfUri(uri)));
  if ([...starts, ...lists].includes(undefined)) return undefined;
  if (!starts.some((names) => names !== undefined && names.length > 0)) return false;
  return uris.length > 0 && uris.every((uri, index) => lists[index]?.includes(fileOfUri(uri)) !== true);
}
