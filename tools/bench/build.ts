import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');

/** The bundled thread that packs, as users have it. */
export const packWorker = path.join(root, 'dist', 'pack-worker.cjs');

/** Makes `dist/` current. */
export function buildOnce(): void {
  execFileSync(process.execPath, [path.join(root, 'tools', 'build.mjs')], { stdio: 'inherit' });
}
