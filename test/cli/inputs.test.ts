import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { collectInputs } from '../../server/src/cli/inputs.ts';
import { Folder } from '../support/folder.ts';

/** Names found below a folder, relative to it. */
function found(folder: Folder, below = '.'): string[] {
  const { files, unreadable } = collectInputs(folder.at(below));
  assert.deepEqual(unreadable, []);
  return files.map(({ name }) => relative(folder.path, name));
}

describe('a folder is searched for scripts', () => {
  test('by extension, and by a bash or sh shebang', () => {
    const shebangs = [
      '#!/bin/bash',
      '#!/bin/sh -e',
      '#! /usr/bin/env bash',
      '#!/usr/bin/env -S bash -x',
      '#!/usr/local/bin/bash\r\n',
      '#!/bin/dash',
    ];
    const others = [
      '#!/usr/bin/env python3',
      '#!/bin/zsh',
      '#!/usr/bin/fish',
      'bash',
      ' #!/bin/bash',
      '#!/bin/bashful',
    ];
    using folder = new Folder({
      'a.sh': '',
      'b.bash': '',
      'c.slurm': '',
      'd.sbatch': '',
      'e.txt': 'x',
      'f.sh.bak': 'x',
      ...Object.fromEntries(shebangs.map((line, index) => [`shebang/${index}`, `${line}\n`])),
      'shebang/run.launch': '#!/bin/bash\n',
      ...Object.fromEntries(others.map((line, index) => [`other/${index}`, `${line}\n`])),
    });
    assert.deepEqual(found(folder), [
      'a.sh',
      'b.bash',
      'c.slurm',
      'd.sbatch',
      ...shebangs.map((_, index) => `shebang/${index}`),
      'shebang/run.launch',
    ]);
  });

  test('in the order of their names, whatever they are made of', () => {
    using folder = new Folder({ '--x.sh': '', 'a b.sh': '', '数据.sh': '', "q'uote.sh": '', '.hidden.sh': '' });
    assert.deepEqual(found(folder), ['--x.sh', '.hidden.sh', 'a b.sh', "q'uote.sh", '数据.sh']);
  });

  test('leaving out what is not the user’s own', () => {
    using folder = new Folder({ 'a.sh': '', '.git/hooks/x.sh': '', 'node_modules/p/x.sh': '', '.venv/x.sh': '' });
    assert.deepEqual(found(folder), ['a.sh']);
  });
});

describe('.gitignore is honoured as git does', () => {
  const cases: readonly [string, Readonly<Record<string, string>>][] = [
    ['a plain name', { '.gitignore': 'out.sh\n', 'out.sh': '', 'sub/out.sh': '', 'in.sh': '' }],
    ['an anchored name', { '.gitignore': '/out.sh\n', 'out.sh': '', 'sub/out.sh': '' }],
    ['a folder', { '.gitignore': 'logs/\n', 'logs/a.sh': '', 'sub/logs/a.sh': '', 'logs.sh': '' }],
    ['a file is no folder', { '.gitignore': 'a.sh/\n', 'a.sh': '' }],
    ['negation', { '.gitignore': '*.sh\n!keep.sh\n', 'a.sh': '', 'keep.sh': '', 'sub/keep.sh': '' }],
    ['negation below an ignored folder has no effect', { '.gitignore': 'sub\n!sub/keep.sh\n', 'sub/keep.sh': '' }],
    ['negation below ignored content', { '.gitignore': 'sub/*\n!sub/keep.sh\n', 'sub/keep.sh': '', 'sub/a.sh': '' }],
    ['a nested file', { 'sub/.gitignore': 'a.sh\n', 'sub/a.sh': '', 'a.sh': '', 'sub/deep/a.sh': '' }],
    ['a nested negation wins', { '.gitignore': '*.sh\n', 'sub/.gitignore': '!*.sh\n', 'sub/a.sh': '', 'a.sh': '' }],
    ['an outer negation loses', { '.gitignore': '!a.sh\n', 'sub/.gitignore': 'a.sh\n', 'sub/a.sh': '', 'a.sh': '' }],
    ['stars', { '.gitignore': '**/tmp/*.sh\n', 'x/tmp/a.sh': '', 'x/tmp/y/a.sh': '', 'tmp/a.sh': '' }],
    ['comments and blank lines', { '.gitignore': '# a.sh\n\n  \n\\#b.sh\n', 'a.sh': '', '#b.sh': '' }],
    ['case counts', { '.gitignore': 'A.sh\n', 'a.sh': '' }],
    ['CRLF', { '.gitignore': 'a.sh\r\n', 'a.sh': '', 'b.sh': '' }],
    ['a byte order mark', { '.gitignore': '\uFEFFa.sh\n', 'a.sh': '', 'b.sh': '' }],
  ];
  for (const [name, files] of cases) {
    test(name, () => {
      using folder = new Folder(files);
      assert.deepEqual(found(folder), listedByGit(folder));
    });
  }

  test('a folder that git ignores is searched when it is named', () => {
    using folder = new Folder({ '.gitignore': 'logs/\n', 'logs/a.sh': '', 'logs/b.txt': '' });
    listedByGit(folder);
    assert.deepEqual(found(folder, 'logs'), ['logs/a.sh']);
  });

  test('rules above the folder hold up to the root of the repository', () => {
    using folder = new Folder({
      '.gitignore': '*.sh\n',
      'repo/.gitignore': 'skip.sh\n',
      'repo/run/skip.sh': '',
      'repo/run/a.sh': '',
    });
    execFileSync('git', ['init', '--quiet', folder.at('repo')]);
    assert.deepEqual(found(folder, 'repo/run'), ['repo/run/a.sh']);
  });
});

/** The scripts that git would add; makes the folder a repository. */
function listedByGit(folder: Folder): string[] {
  execFileSync('git', ['init', '--quiet', folder.path]);
  const listed = execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard', '--cached'], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  });
  return listed
    .split('\0')
    .filter((name) => name.endsWith('.sh'))
    .sort();
}

describe('links', () => {
  test('are followed, each real file and folder once, under its own name if that is found too', () => {
    using folder = new Folder({ 'z/real.sh': '', 'elsewhere/far.sh': '' });
    mkdirSync(folder.at('root'));
    symlinkSync(folder.at('z'), folder.at('root/a-link'));
    symlinkSync(folder.at('elsewhere/far.sh'), folder.at('root/far-link.sh'));
    symlinkSync(folder.at('elsewhere/far.sh'), folder.at('root/far-twice.sh'));
    assert.deepEqual(found(folder, 'root'), ['root/a-link/real.sh', 'root/far-link.sh']);
    assert.deepEqual(found(folder), ['elsewhere/far.sh', 'z/real.sh']);
  });

  test('cycles end', () => {
    using folder = new Folder({ 'a/x.sh': '' });
    symlinkSync(folder.path, folder.at('a/up'));
    symlinkSync('loop', folder.at('loop'));
    symlinkSync(folder.at('a'), folder.at('a/self'));
    assert.deepEqual(found(folder), ['a/x.sh']);
  });

  test('a dangling link in a folder is nothing to judge', () => {
    using folder = new Folder({ 'a.sh': '' });
    symlinkSync('gone.sh', folder.at('b.sh'));
    assert.deepEqual(found(folder), ['a.sh']);
  });

  test('.gitignore speaks of links by their own names', () => {
    using folder = new Folder({ 'repo/.gitignore': 'link.sh\n', 'far.sh': '' });
    symlinkSync(folder.at('far.sh'), folder.at('repo/link.sh'));
    symlinkSync(folder.at('far.sh'), folder.at('repo/other.sh'));
    assert.deepEqual(found(folder, 'repo'), ['repo/other.sh']);
  });
});

describe('what cannot be read says why', () => {
  const reasonFor = (path: string) => collectInputs(path).unreadable[0]?.reason;
  test('a missing file', () => {
    using folder = new Folder();
    assert.equal(reasonFor(folder.at('gone.sh')), 'no such file or folder');
  });
  test('a path through a file', () => {
    using folder = new Folder({ 'a.sh': '' });
    assert.equal(reasonFor(folder.at('a.sh/b.sh')), 'no such file or folder');
  });
  test('a dangling link that is named', () => {
    using folder = new Folder();
    symlinkSync('gone.sh', folder.at('a.sh'));
    assert.equal(reasonFor(folder.at('a.sh')), 'no such file or folder');
  });
  test('a link to itself', () => {
    using folder = new Folder();
    symlinkSync('a.sh', folder.at('a.sh'));
    assert.equal(reasonFor(folder.at('a.sh')), 'too many symbolic links');
  });
  test('a name that is too long', () => {
    assert.equal(reasonFor('x'.repeat(5000)), 'the name is too long');
  });
});

test('a file that is named is taken whatever it is called, and as it was named', () => {
  using folder = new Folder({ 'notes.txt': '', '.gitignore': '*\n' });
  chmodSync(folder.at('notes.txt'), 0o644);
  const path = join(folder.path, '.', 'notes.txt');
  assert.deepEqual(collectInputs(path), { files: [{ name: path, path }], unreadable: [] });
});
