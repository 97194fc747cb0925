import { existsSync } from 'node:fs';
import path from 'node:path';
import { versions } from '../versions.mjs';
import { cachedFolder, cacheRoot } from './cacheFolder.ts';
import { mustRun, runProgram } from './process.ts';
import { projectFolder } from '../project.ts';

/** A version of Ray. */
export type RayRelease = `${number}.${number}.${number}`;

/** The version that OpenRLHF 0.11 pins; what `npm test` and `npm run try` take. */
export const usualRay: RayRelease = '2.55.0';

/** Every version of Ray that the project pins, oldest first. */
export const pinnedRays: readonly RayRelease[] = versions.ray;

/** Versions of the packages that Ray needs, for pip; `tools/ray/constrain.ts` writes it. */
export const rayConstraints = path.join(projectFolder, 'tools', 'ray', 'constraints.txt');

const needsPython =
  'Python 3.10, 3.11 or 3.12 with venv and pip is needed (Debian: apt-get install python3-venv python3-pip).';

/** Pythons to try for the virtual environment; `ray` 2.48 has no wheel for a newer one. */
const pythons = ['python3', 'python3.12', 'python3.11', 'python3.10'];

/**
 * Makes a virtual environment with `ray[default]` of this version available.
 *
 * @returns its `bin` folder
 * @throws Error that says what to install where there is no fitting Python
 */
export async function ensureRay(version: RayRelease): Promise<string> {
  // A virtual environment knows its own path, so it cannot be made elsewhere and moved; a mark says that it is whole.
  const folder = path.join(cacheRoot(), 'ray', version);
  await cachedFolder(`ray/${version}.made`, async () => {
    if (existsSync(path.join(folder, 'bin', 'ray'))) return;
    const python = await fittingPython();
    await mustRun(python, ['-m', 'venv', '--clear', folder], { instead: needsPython });
    const pip = ['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet'];
    const constraints = (await minorOf(python)) >= 11 ? ['--constraint', rayConstraints] : [];
    await mustRun(path.join(folder, 'bin', 'python'), [...pip, ...constraints, `ray[default]==${version}`]);
  });
  return path.join(folder, 'bin');
}

/**
 * A Python that can make virtual environments, and that the pinned packages have wheels for.
 *
 * @throws Error that says what to install
 */
export async function fittingPython(): Promise<string> {
  const check = 'import sys, venv, ensurepip; sys.exit(not (3, 10) <= sys.version_info[:2] <= (3, 12))';
  for (const python of pythons) {
    const { status } = await runProgram(python, ['-c', check]).catch(() => ({ status: 1 }));
    if (status === 0) return python;
  }
  throw new Error(`No fitting Python is there. ${needsPython}`);
}

/** 11 for Python 3.11. */
async function minorOf(python: string): Promise<number> {
  return Number(await mustRun(python, ['-c', 'import sys; print(sys.version_info[1])']));
}
