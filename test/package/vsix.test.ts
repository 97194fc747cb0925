import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { TEMPLATE_KINDS } from '../../server/src/templates/kinds.ts';
import { ensureBuilt, root } from '../support/built.ts';

const vsix = join(root, 'out/openrlhf-tools.vsix');

/** All that users install: no source, no test, no picture, no map. */
const ALLOWED = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/LICENSE.txt',
  'extension/changelog.md',
  'extension/dist/extension.cjs',
  'extension/dist/openrlhf-language-server.cjs',
  'extension/dist/openrlhf-lint.cjs',
  'extension/dist/pack-worker.cjs',
  'extension/dist/programs.cjs',
  'extension/images/activity.svg',
  'extension/images/icon.png',
  'extension/package.json',
  'extension/readme.md',
  ...readdirSync(join(root, 'runner/openrlhf_try'))
    .filter((name) => name.endsWith('.py'))
    .sort()
    .map((name) => `extension/runner/openrlhf_try/${name}`),
  'extension/snippets/python.json',
  'extension/syntaxes/openrlhf-flags.tmLanguage.json',
  ...TEMPLATE_KINDS.map(({ file }) => `extension/templates/${file}`).sort(),
];

describe('what vsce packages', () => {
  before(async () => {
    await ensureBuilt();
    mkdirSync(join(root, 'out'), { recursive: true });
    const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
    const words = ['package', '--no-dependencies', '--out', vsix];
    const { status, stdout, stderr } = spawnSync(process.execPath, [vsce, ...words], { cwd: root, encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  });

  test('is exactly what users need', () => {
    const list = 'import sys, zipfile; print("\\n".join(sorted(zipfile.ZipFile(sys.argv[1]).namelist())))';
    const { stdout, stderr } = spawnSync('python3', ['-c', list, vsix], { encoding: 'utf8' });
    assert.deepEqual(stdout.trim().split('\n'), ALLOWED, stderr);
  });

  test('is below 1 MB', (context) => {
    const { size } = statSync(vsix);
    context.diagnostic(`VSIX: ${(size / 1e6).toFixed(3)} MB`);
    assert.ok(size < 1_000_000, String(size));
  });
});
