#!/usr/bin/env node
// Bundles the extension's client, the language server and the command-line linter into dist/.
import { build } from 'esbuild';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const production = !process.argv.includes('--dev');
/** @type {unknown} */
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const { version } = /** @type {{ version: string }} */ (manifest);

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
    define: { OPENRLHF_TOOLS_VERSION: JSON.stringify(version) },
    ...(program ? { banner: { js: '#!/usr/bin/env node' } } : {}),
  });
  if (program) chmodSync(root + out, 0o755);
}
