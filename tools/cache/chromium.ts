import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { cacheRoot } from './cacheFolder.ts';
import { mustRun, runProgram } from './process.ts';

const packages = ['chromium', 'fonts-noto-cjk', 'fonts-inter', 'fonts-jetbrains-mono'];
const installed = '/usr/bin/chromium';

/**
 * The Chromium that shows the served editor: `CHROMIUM` of the environment, else Debian's, installed with the fonts of
 * the pictures when they are missing.
 *
 * @throws Error that says what to install, where this process may not
 */
export async function ensureChromium(): Promise<string> {
  const configured = process.env['CHROMIUM'];
  if (configured !== undefined && configured !== '') {
    if (existsSync(configured)) return configured;
    throw new Error(`CHROMIUM names ${configured}, which does not exist.`);
  }
  if (await allInstalled()) return installed;
  const byHand = `apt-get update && apt-get install --no-install-recommends ${packages.join(' ')}`;
  if (!existsSync('/usr/bin/apt-get')) {
    throw new Error('Chromium is needed: set CHROMIUM to its executable (only Debian has it installed by itself).');
  }
  if (process.getuid?.() !== 0) {
    throw new Error(`Chromium is needed. As root: ${byHand}\nor set CHROMIUM to the executable of one.`);
  }
  console.log(`Installing ${packages.join(', ')} (apt-get) …`);
  await mkdir(cacheRoot(), { recursive: true });
  // apt-get refuses to run twice at once; the second of two runs waits and then finds everything there.
  await mustRun('flock', [path.join(cacheRoot(), 'apt.lock'), 'sh', '-c', byHand.replace('install', 'install -y')], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return installed;
}

async function allInstalled(): Promise<boolean> {
  if (!existsSync('/usr/bin/dpkg-query')) return false;
  const { status, output } = await runProgram('dpkg-query', ['-W', '-f', '${db:Status-Status}\n', ...packages]);
  return (
    status === 0 &&
    output
      .trim()
      .split('\n')
      .every((line) => line === 'installed')
  );
}
