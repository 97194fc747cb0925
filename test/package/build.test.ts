import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/built.ts';
import { Folder } from '../support/folder.ts';
import { manifest } from '../support/manifest.ts';
import { assertProgramsRun, bareEnvironment } from './programs.ts';

const BUNDLED = ['server', 'client', 'runner'];

test('npm ci and npm run build are all that both programs need', async () => {
  using folder = new Folder({ 'home/.keep': '' });
  const home = folder.at('home');
  const clone = folder.at('a clone');
  mkdirSync(clone);
  for (const name of [...BUNDLED, 'templates', 'tools/build.mjs', 'package.json']) {
    cpSync(join(root, name), join(clone, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  const build = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: clone,
    encoding: 'utf8',
    env: bareEnvironment(home),
  });
  assert.equal(build.status, 0, build.stderr);
  assert.deepEqual(readdirSync(join(clone, 'dist')).sort(), [
    'extension.cjs',
    'openrlhf-language-server.cjs',
    'openrlhf-lint.cjs',
    'pack-worker.cjs',
    'programs.cjs',
  ]);
  mkdirSync(folder.at('bin'));
  for (const [name, file] of Object.entries(manifest.bin)) symlinkSync(join(clone, file), folder.at(`bin/${name}`));
  await assertProgramsRun(folder.at('bin'), home);
});

test('what is bundled is a dependency that package.json names, not one of another package', () => {
  const sources = BUNDLED.flatMap((name) =>
    readdirSync(join(root, name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(root, name, 'src', file), 'utf8')),
  );
  const specifiers = sources.flatMap((text) =>
    [...text.matchAll(/\bfrom '([^'.][^']*)'/g)].map((match) => match[1] ?? ''),
  );
  const packages = new Set(
    specifiers
      .filter((name) => !name.startsWith('node:') && name !== 'vscode')
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name),
  );
  assert.ok(packages.size > 5);
  assert.deepEqual(
    [...packages].filter((name) => !(name in manifest.devDependencies)),
    [],
  );
});
