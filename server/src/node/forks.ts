import { fileURLToPath } from 'node:url';
import { findFork, type Fork } from './forkSearch.ts';

/** The user's own copy of OpenRLHF in the workspace folders, as it is now. */
export class Forks {
  #fork: Fork | null = null;
  #folders: readonly string[] = [];

  get fork(): Fork | null {
    return this.#fork;
  }

  /** The workspace has these folders. */
  look(uris: readonly string[]): void {
    this.#folders = uris.flatMap(pathOf);
    this.#fork = findFork(this.#folders);
  }

  /** Files changed on disk. Returns whether the copy may be another one now; it has been read again then. */
  changed(uris: readonly string[]): boolean {
    const paths = uris.flatMap(pathOf).map((path) => path.replaceAll('\\', '/'));
    const inside = this.#fork?.folder.replaceAll('\\', '/');
    const concerns = paths.some(
      (path) => path.endsWith('/cli/train_ppo_ray.py') || (inside !== undefined && path.startsWith(`${inside}/`)),
    );
    if (concerns) this.#fork = findFork(this.#folders);
    return concerns;
  }
}

function pathOf(uri: string): string[] {
  try {
    return uri.startsWith('file:') ? [fileURLToPath(uri)] : [];
  } catch {
    return [];
  }
}
