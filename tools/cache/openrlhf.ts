import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { versions } from '../versions.mjs';
import { cachedFolder, cacheRoot } from './cacheFolder.ts';
import { mustRun, runProgram } from './process.ts';

const needsPython = 'Python 3.10 or newer with pip is needed (Debian: apt-get install python3 python3-pip).';

/** The folder with one unpacked release of OpenRLHF per tag (`v0.11.2/openrlhf/…`), filled or not. */
export function openrlhfFolder(): string {
  return path.join(cacheRoot(), 'openrlhf');
}

/**
 * Makes every pinned release of OpenRLHF available.
 *
 * @returns {@link openrlhfFolder}
 * @throws Error that says what to install when Python or pip is missing
 */
export async function ensureOpenrlhf(): Promise<string> {
  await checkPython();
  for (const release of versions.openrlhf) {
    await cachedFolder(`openrlhf/v${release}`, (folder) => unpackRelease(release, folder));
  }
  return openrlhfFolder();
}

async function checkPython(): Promise<void> {
  const check = 'import sys; sys.exit(sys.version_info < (3, 10))';
  const { status } = await runProgram('python3', ['-c', check], { instead: needsPython });
  if (status !== 0) throw new Error(`python3 is too old. ${needsPython}`);
}

/** The wheels are made for Python 3.11 on Linux; unpacking needs neither. */
async function unpackRelease(release: string, folder: string): Promise<void> {
  const target = '--python-version 3.11 --implementation cp --abi cp311 --platform manylinux1_x86_64'.split(' ');
  const pip = ['-m', 'pip', '--disable-pip-version-check', 'download', '--quiet', '--no-deps', '--only-binary=:all:'];
  const download = path.join(folder, 'download');
  await mustRun('python3', [...pip, ...target, '--dest', download, `openrlhf==${release}`], { instead: needsPython });
  const [wheel] = await readdir(download);
  if (wheel === undefined) throw new Error(`pip downloaded nothing for openrlhf ${release}`);
  const unpacked = path.join(folder, 'unpacked');
  await mustRun('python3', ['-m', 'zipfile', '-e', path.join(download, wheel), unpacked]);
  await rename(path.join(unpacked, `openrlhf-${release}.data`, 'purelib', 'openrlhf'), path.join(folder, 'openrlhf'));
  await rename(
    path.join(unpacked, `openrlhf-${release}.dist-info`),
    path.join(folder, `openrlhf-${release}.dist-info`),
  );
  await rm(download, { recursive: true });
  await rm(unpacked, { recursive: true });
}
