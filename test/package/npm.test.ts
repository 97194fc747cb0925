import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { ensureBuilt, root } from '../support/built.ts';
import { Folder } from '../support/folder.ts';
import { assertProgramsRun, bareEnvironment } from './programs.ts';

before(ensureBuilt);

function npm(words: readonly string[], cwd: string, home: string): string {
  const { status, stdout, stderr } = spawnSync('npm', words, { cwd, encoding: 'utf8', env: bareEnvironment(home) });
  assert.equal(status, 0, `npm ${words.join(' ')}:\n${stdout}${stderr}`);
  return stdout;
}

test('what npm packs installs into an empty folder without a network, and both programs run there', async () => {
  using folder = new Folder({
    'home/.npmrc': 'audit=false\nfund=false\n',
    'empty/package.json': '{ "private": true }\n',
  });
  const home = folder.at('home');
  npm(['pack', '--ignore-scripts', '--pack-destination', folder.path], root, home);
  const [tarball, ...others] = readdirSync(folder.path).filter((name) => name.endsWith('.tgz'));
  assert.ok(tarball !== undefined && others.length === 0);
  npm(['install', '--offline', '--ignore-scripts', folder.at(tarball)], folder.at('empty'), home);
  const installed = readdirSync(folder.at('empty/node_modules')).filter((name) => !name.startsWith('.'));
  assert.deepEqual(installed, ['openrlhf-tools'], 'nothing else is needed');
  await assertProgramsRun(folder.at('empty/node_modules/.bin'), home);
});

test('the bundles load nothing but what Node and the editor have', () => {
  const allowed = /^(?:node:|vscode$|\.\/programs\.cjs$)/;
  for (const name of readdirSync(join(root, 'dist'))) {
    const text = readFileSync(join(root, 'dist', name), 'utf8');
    const loaded = [...text.matchAll(/\brequire\(["']([^"']+)["']\)/g)].map((match) => match[1] ?? '');
    assert.ok(loaded.length > 0, name);
    assert.deepEqual(
      loaded.filter((module) => !allowed.test(module) && !isBuiltin(module)),
      [],
      name,
    );
  }
});
