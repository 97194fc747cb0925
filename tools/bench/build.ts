import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..', '..');

/** The bundled thread that packs, as users have it. */
export const packWorker = path.join(root, 'dist', 'pack-worker.cjs');

/** Makes `dist/` current. */
export function buildOnce(): void {
  execFileSync(process.execPath, [path.join(root, 'tools', 'build.mjs')], { stdio: 'inherit' });
}

/**
 * Bundles a program of this folder as the extension is bundled, so that a plain Node runs it and nothing else is in its memory.
 *
 * @param into folder of the bundle
 * @returns path of the bundle
 */
export async function bundled(name: string, into: string): Promise<string> {
  const outfile = path.join(into, `${name}.cjs`);
  await build({
    entryPoints: [path.join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'node20',
    format: 'cjs',
    minify: true,
    logLevel: 'warning',
  });
  return outfile;
}
