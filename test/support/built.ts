import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

export const root = join(import.meta.dirname, '../..');
/** The programs and the extension as users get them. */
export const dist = join(root, 'dist');

const OUTPUTS = [
  'extension.cjs',
  'pack-worker.cjs',
  'openrlhf-language-server.cjs',
  'openrlhf-lint.cjs',
  'programs.cjs',
];
const SOURCES = ['server/src', 'client/src', 'tools/build.mjs', 'package.json'];

/** Builds the bundles if one is missing or older than a source. Test files that run side by side take turns. */
export async function ensureBuilt(): Promise<void> {
  const lock = join(root, 'out', 'build.lock');
  mkdirSync(join(root, 'out'), { recursive: true });
  while (!taken(lock)) await setTimeout(100);
  try {
    if (isCurrent()) return;
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`tools/build.mjs failed:\n${stderr}`);
  } finally {
    rmdirSync(lock);
  }
}

function taken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    // One that nobody held for minutes was left by a run that was ended.
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > 120_000) rmdirSync(lock);
    return false;
  }
}

function isCurrent(): boolean {
  const built = OUTPUTS.map((name) => statSync(join(dist, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.min(...built) > Math.max(...SOURCES.map(newest));
}

function newest(path: string): number {
  const from = join(root, path);
  if (!statSync(from).isDirectory()) return statSync(from).mtimeMs;
  const below = readdirSync(from, { recursive: true, encoding: 'utf8' });
  return Math.max(...below.map((name) => statSync(join(from, name)).mtimeMs));
}
