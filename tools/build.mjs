#!/usr/bin/env node
// Bundles the extension's client and its packing thread, the language server and the command-line linter into dist/.
import { build } from 'esbuild';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const production = !process.argv.includes('--dev');
/** @type {unknown} */
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const { version } = /** @type {{ version: string }} */ (manifest);

/** @type {{ out: string, entry: string, external?: string[] }[]} */
const bundles = [
  { out: 'dist/extension.cjs', entry: 'client/src/extension.ts', external: ['vscode'] },
  { out: 'dist/pack-worker.cjs', entry: 'client/src/ray/packaging/packWorker.ts' },
  { out: 'dist/programs.cjs', entry: 'server/src/programs.ts' },
];

/** What a person or an editor starts; the code of both is in `programs.cjs`. */
const programs = [
  { out: 'dist/openrlhf-language-server.cjs', program: 'language-server' },
  { out: 'dist/openrlhf-lint.cjs', program: 'lint' },
];

/**
 * Renames a file into place: a program that starts while another build runs finds the old one or the new one, whole.
 * @param {string} path
 * @param {string | Uint8Array} contents
 */
function put(path, contents, mode = 0o644) {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, contents);
  chmodSync(temporary, mode);
  renameSync(temporary, path);
}

mkdirSync(`${root}dist`, { recursive: true });
await Promise.all(
  bundles.map(async ({ out, entry, external = [] }) => {
    const { outputFiles } = await build({
      entryPoints: [root + entry],
      outfile: root + out,
      bundle: true,
      platform: 'node',
      // The other form of jsonc-parser asks for its files in a way that cannot be bundled.
      mainFields: ['module', 'main'],
      target: 'node20',
      format: 'cjs',
      external,
      minify: production,
      sourcemap: production ? false : 'inline',
      legalComments: 'none',
      logLevel: 'warning',
      write: false,
      // A bundle looks from its own folder for the files that are shipped beside it.
      define: { OPENRLHF_TOOLS_VERSION: JSON.stringify(version), 'import.meta.dirname': '__dirname' },
    });
    for (const { path, contents } of outputFiles) {
      put(path, contents);
    }
  }),
);
for (const { out, program } of programs) {
  put(root + out, `#!/usr/bin/env node\nrequire('./programs.cjs').run('${program}');\n`, 0o755);
}
