import path from 'node:path';
import { cachedFolder, cacheRoot } from './cacheFolder.ts';
import { mustRun } from './process.ts';
import { fittingPython } from './ray.ts';

/**
 * Makes a virtual environment with these packages alone available.
 *
 * @param packages each `name==version`
 * @returns its `bin` folder
 * @throws Error that says what to install where there is no fitting Python
 */
export async function ensureVenv(kind: string, packages: readonly string[]): Promise<string> {
  const name = `${kind}/${packages.join('_').replaceAll('==', '-')}`;
  // A virtual environment knows its own path, so it cannot be made elsewhere and moved; a mark says that it is whole.
  const folder = path.join(cacheRoot(), name);
  await cachedFolder(`${name}.made`, async () => {
    await mustRun(await fittingPython(), ['-m', 'venv', '--clear', folder]);
    const pip = ['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet', '--only-binary=:all:'];
    await mustRun(path.join(folder, 'bin', 'python'), [...pip, ...packages]);
  });
  return path.join(folder, 'bin');
}
