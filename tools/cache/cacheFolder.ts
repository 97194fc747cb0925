import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

const unfinished = '.unfinished-';
const oneDay = 24 * 60 * 60 * 1000;

/** The folder of everything that is downloaded: `$XDG_CACHE_HOME/openrlhf-tools`, by default under `~/.cache`. */
export function cacheRoot(): string {
  const configured = process.env['XDG_CACHE_HOME'];
  const base = configured === undefined || configured === '' ? path.join(homedir(), '.cache') : configured;
  return path.join(base, 'openrlhf-tools');
}

/**
 * A folder of the cache, filled on first use. `fill` gets an empty folder beside it, which takes its name only when all
 * is there: a half-finished download is never taken for done, and of two runs at once the first to finish wins.
 *
 * @param name path below the cache, with the version in it
 * @returns the absolute path of the filled folder
 */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(cacheRoot(), name);
  if (existsSync(folder)) return folder;
  const parent = path.dirname(folder);
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent);
  const temporary = await mkdtemp(path.join(parent, unfinished));
  try {
    await fill(temporary);
    await rename(temporary, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return folder;
}

/** Removes what runs that were ended in the middle have left. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(unfinished)) continue;
    const folder = path.join(parent, name);
    const { mtimeMs } = await stat(folder);
    if (Date.now() - mtimeMs > oneDay) await rm(folder, { recursive: true, force: true });
  }
}
