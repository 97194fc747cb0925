import { readdir, readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Files } from '../service.ts';
import { decodeText } from './text.ts';

/** Larger files are no shell scripts; they are left alone. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Files of this machine, for `file:` URIs; others do not exist here. */
export const nodeFiles: Files = {
  async read(uri) {
    const path = pathOf(uri);
    if (path === undefined) return null;
    try {
      const info = await stat(path);
      return info.isFile() && info.size <= MAX_BYTES ? decodeText(await readFile(path)) : null;
    } catch {
      return null;
    }
  },
  async list(folderUri) {
    const path = pathOf(folderUri);
    if (path === undefined) return [];
    try {
      const entries = await readdir(path, { withFileTypes: true });
      return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
    } catch {
      return [];
    }
  },
};

function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}
