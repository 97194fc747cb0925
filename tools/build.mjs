#!/usr/bin/env node
// Bundles the extension's client, the language server and the command-line linter into dist/.
import { build } from 'esbuild';
import { chmodSync, existsSync, rmSync } from 'node:fs';

const root = new URL('..', import.meta.url).pathname;
const production = !process.argv.includes('--dev');

/** @type {{ out: string, entry: string, external?: string[], program?: boolean }[]} */
const bundles = [
  { out: 'dist/extension.cjs', entry: 'client/src/extension.ts', external: ['vscode'] },
  { out: 'dist/openrlhf-language-server.cjs', entry: 'server/src/lsp/main.ts', program: true },
  { out: 'dist/openrlhf-lint.cjs', entry: 'server/src/cli/main.ts', program: true },
];

rmSync(`${root}dist`, { recursive: true, force: true });
for (const { out, entry, external = [], program = false } of bundles) {
  if (!existsSync(root + entry)) continue;
  await build({
    entryPoints: [root + entry],
    outfile: root + out,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external,
    minify: production,
    sourcemap: production ? false : 'inline',
    legalComments: 'none',
    logLevel: 'warning',
    ...(program ? { banner: { js: '#!/usr/bin/env node' } } : {}),
  });
  if (program) chmodSync(root + out, 0o755);
}
