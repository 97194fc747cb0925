import { build } from 'esbuild';
import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../project.ts';

const source = path.join(projectFolder, 'test', 'editor');

/** Where the bundled editor tests are: `index.cjs`, and a folder of `*.test.cjs` per suite. */
export const bundledTests = path.join(projectFolder, 'out', 'editor');

/** Bundles the editor tests as CommonJS, which the extension host loads. */
export async function bundleEditorTests(): Promise<void> {
  const tests = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
  await rm(bundledTests, { recursive: true, force: true });
  await build({
    entryPoints: ['index.ts', ...tests].map((file) => path.join(source, file)),
    outbase: source,
    outdir: bundledTests,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}
