import { readdir, readlink } from 'node:fs/promises';

/**
 * Ids of the processes that have a file below this folder open, such as those of a head whose folder it is. Names do not tell:
 * Ray's workers give themselves others. Linux only; nothing is found elsewhere.
 */
export async function processesUsing(folder: string): Promise<readonly number[]> {
  const ids = (await entries('/proc')).map(Number).filter(Number.isInteger);
  const found: number[] = [];
  for (const id of ids) {
    const files = await entries(`/proc/${id}/fd`);
    const targets = await Promise.all(files.map((file) => readlink(`/proc/${id}/fd/${file}`).catch(() => '')));
    if (targets.some((target) => target.startsWith(`${folder}/`))) found.push(id);
  }
  return found;
}

/** Names in a folder; none where it is gone by now. */
async function entries(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
