import path from 'node:path';

/** Why a Python was chosen, in the order in which they are tried. */
export type PythonFrom =
  /** `openrlhf.pythonPath` */
  | 'setting'
  /** What the Python extension uses for the folder. */
  | 'python-extension'
  /** `python.defaultInterpreterPath` */
  | 'interpreter-setting'
  /** `.venv` or `venv` of the folder. */
  | 'workspace'
  /** The active conda or virtual environment of the editor's own environment. */
  | 'environment'
  /** `python3` or `python` of the path. */
  | 'path';

/** A Python that may be there. */
export interface PythonCandidate {
  /** Absolute. */
  readonly path: string;
  readonly from: PythonFrom;
}

/** Everything that a choice of Python hangs on. */
export interface PythonPlaces {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The workspace folder; `null` for a file outside of any. */
  readonly folder: string | null;
  /** The value of `openrlhf.pythonPath`. */
  readonly setting: string;
  /** What the Python extension answers; `null` without it. */
  readonly extensionChoice: string | null;
  /** The value of `python.defaultInterpreterPath`. */
  readonly interpreterSetting: string;
}

/**
 * Pythons in the order in which they are to be tried. A setting of ours is the only one when it is given: another Python
 * than the one that was asked for would be a surprise.
 */
export function pythonCandidates(places: PythonPlaces): readonly PythonCandidate[] {
  const asked = readSetting(places.setting, places);
  if (asked.length > 0) return asked.map((one) => ({ path: one, from: 'setting' }));
  const found: PythonCandidate[] = [];
  const add = (from: PythonFrom, paths: readonly string[]): void => {
    for (const one of paths) if (!found.some((known) => known.path === one)) found.push({ path: one, from });
  };
  if (places.extensionChoice !== null) add('python-extension', readSetting(places.extensionChoice, places));
  // The default of that setting is the bare word, which says no more than the path does.
  if (places.interpreterSetting !== 'python')
    add('interpreter-setting', readSetting(places.interpreterSetting, places));
  const { folder } = places;
  if (folder !== null) {
    for (const name of ['.venv', 'venv'])
      add('workspace', environmentPythons(pathOf(places).join(folder, name), places.platform));
  }
  const { VIRTUAL_ENV, CONDA_PREFIX } = places.env;
  if (VIRTUAL_ENV) add('environment', environmentPythons(VIRTUAL_ENV, places.platform));
  if (CONDA_PREFIX) add('environment', condaPythons(CONDA_PREFIX, places.platform));
  add('path', onPath(['python3', 'python'], places));
  return found;
}

/** Files that a setting may mean: a Python, the folder of an environment, or a name to look for on the path. */
function readSetting(text: string, places: PythonPlaces): readonly string[] {
  const flavour = pathOf(places);
  const { folder, home, platform } = places;
  let value = text.trim();
  if (value === '') return [];
  value = value.replace(/^~(?=$|[\\/])/, () => home);
  value = value.replace(/\$\{env:(\w+)\}/g, (_, name: string) => places.env[name] ?? '');
  if (folder !== null) value = value.replace(/\$\{workspaceFolder\}|\$\{workspaceRoot\}/g, () => folder);
  if (/^[\w.-]+$/.test(value) && !value.startsWith('.')) return onPath([value], places);
  const absolute = flavour.isAbsolute(value) ? value : flavour.join(folder ?? home, value);
  return [absolute, ...environmentPythons(absolute, platform), ...condaPythons(absolute, platform)].filter(
    (one, at, all) => all.indexOf(one) === at,
  );
}

/** The Python of a virtual environment. */
function environmentPythons(folder: string, platform: NodeJS.Platform): readonly string[] {
  return platform === 'win32'
    ? [path.win32.join(folder, 'Scripts', 'python.exe')]
    : [path.posix.join(folder, 'bin', 'python')];
}

/** Conda keeps its Python beside `Scripts` on Windows. */
function condaPythons(folder: string, platform: NodeJS.Platform): readonly string[] {
  return platform === 'win32' ? [path.win32.join(folder, 'python.exe')] : environmentPythons(folder, platform);
}

function onPath(names: readonly string[], { env, platform }: PythonPlaces): readonly string[] {
  const flavour = platform === 'win32' ? path.win32 : path.posix;
  const value = env['PATH'] ?? (platform === 'win32' ? env['Path'] : undefined) ?? '';
  // A relative folder on the path means something else in every folder.
  const folders = value.split(flavour.delimiter).filter((one) => flavour.isAbsolute(one));
  const files = names.flatMap((name) =>
    folders
      // The "python" of WindowsApps only opens the store.
      .filter((folder) => platform !== 'win32' || !/\\WindowsApps\\?$/i.test(folder))
      .map((folder) => flavour.join(folder, platform === 'win32' ? `${name.replace(/\.exe$/i, '')}.exe` : name)),
  );
  return [...new Set(files)];
}

function pathOf({ platform }: PythonPlaces): typeof path.posix {
  return platform === 'win32' ? path.win32 : path.posix;
}
