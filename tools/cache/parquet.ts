import path from 'node:path';
import { versions } from '../versions.mjs';
import { cachedFolder, cacheRoot } from './cacheFolder.ts';
import { mustRun } from './process.ts';
import { fittingPython } from './ray.ts';

/** What reads .parquet files. */
export type ParquetReader = Extract<keyof typeof versions.parquetReaders, string>;

export const parquetReaders = Object.keys(versions.parquetReaders) as readonly ParquetReader[];

/**
 * Makes a virtual environment that reads .parquet files with these packages alone available.
 *
 * @returns its Python
 * @throws Error that says what to install where there is no fitting Python
 */
export async function ensureParquetPython(reader: ParquetReader): Promise<string> {
  const packages = versions.parquetReaders[reader];
  const name = `parquet/${packages.join('_').replaceAll('==', '-')}`;
  // A virtual environment knows its own path, so it cannot be made elsewhere and moved; a mark says that it is whole.
  const folder = path.join(cacheRoot(), name);
  const python = path.join(folder, 'bin', 'python');
  await cachedFolder(`${name}.made`, async () => {
    await mustRun(await fittingPython(), ['-m', 'venv', '--clear', folder]);
    const pip = ['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet', '--only-binary=:all:'];
    await mustRun(python, [...pip, ...packages]);
  });
  return python;
}
