import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseVersion } from '../catalogue/versions.ts';

/**
 * The version that a copy of OpenRLHF says it is, such as `0.11.2` or `0.11.3.dev1`; a local part (`+cu128`) is left
 * out. `undefined` where none is stated.
 *
 * @param root the folder that holds the package
 * @param packageFolder the package itself
 */
export function copyVersion(root: string, packageFolder: string): string | undefined {
  const stated = [
    ...['version.py', '_version.py', '__init__.py'].map((name) =>
      /^__version__\s*=\s*["']([^"']+)["']/m.exec(read(packageFolder, name)),
    ),
    ...installedNames(root).map((name) => /^openrlhf-(.+)\.(?:dist|egg)-info$/i.exec(name)),
    /^\s*(\S+)/.exec(read(root, 'version.txt')),
    // Its own table only: tools keep versions of other things in theirs.
    /^\[project\][^[]*?^version\s*=\s*["']([^"']+)["']/m.exec(projectOf(root, packageFolder)),
    /^\s*version\s*=\s*["']([^"']+)["']/m.exec(read(root, 'setup.py')),
  ];
  for (const match of stated) {
    const version = match?.[1]?.replace(/\+.*$/, '').replace(/^v/, '');
    if (version !== undefined && parseVersion(version)) return version;
  }
  return undefined;
}

function projectOf(root: string, packageFolder: string): string {
  const text = read(root, 'pyproject.toml');
  const name = /^\[project\][^[]*?^name\s*=\s*["']([^"']+)["']/m.exec(text)?.[1];
  return name === undefined || name.toLowerCase() === basename(packageFolder).toLowerCase() ? text : '';
}

function installedNames(root: string): readonly string[] {
  try {
    return readdirSync(root).sort();
  } catch {
    return [];
  }
}

function read(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return '';
  }
}
