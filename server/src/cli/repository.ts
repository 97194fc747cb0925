import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The root of the git repository that an absolute folder lies in; `undefined` if it lies in none. */
export function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}
