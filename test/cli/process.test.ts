import assert from 'node:assert/strict';
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { dist, ensureBuilt } from '../support/built.ts';
import { Folder } from '../support/folder.ts';
import { manifest } from '../support/manifest.ts';
import { BROKEN, CLEAN } from './lint.ts';
import { argvSchema, findingsSchema } from './schemas.ts';

const program = join(dist, 'openrlhf-lint.cjs');

before(ensureBuilt);

/** Runs the built program as a user would: as a program of its own, found by its first line. */
function openrlhfLint(
  folder: Folder,
  words: readonly string[],
  input: string | Uint8Array = '',
): SpawnSyncReturns<string> {
  return spawnSync(program, words, { cwd: folder.path, input, encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** Runs a line of bash in which `$LINT` is the program. */
function bash(folder: Folder, line: string, env: Readonly<Record<string, string>> = {}): SpawnSyncReturns<string> {
  return spawnSync('bash', ['--norc', '-o', 'pipefail', '-c', line], {
    cwd: folder.path,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LINT: program, ...env },
  });
}

describe('the built openrlhf-lint', () => {
  test('ends with the code that it should', () => {
    using folder = new Folder({ 'clean.sh': CLEAN, 'broken.sh': BROKEN });
    const codes = [['clean.sh'], ['broken.sh'], ['broken.sh', 'gone.sh'], ['--nope'], ['--help'], []].map(
      (words) => openrlhfLint(folder, words).status,
    );
    assert.deepEqual(codes, [0, 1, 2, 2, 0, 2]);
  });

  test('tells the version of package.json', () => {
    using folder = new Folder();
    assert.equal(openrlhfLint(folder, ['--version']).stdout, `${manifest.version}\n`);
  });

  test('writes findings to standard output and the rest to standard error', () => {
    using folder = new Folder({ 'broken.sh': BROKEN });
    const { stdout, stderr } = openrlhfLint(folder, ['--format', 'json', 'gone.sh', 'broken.sh']);
    assert.equal(findingsSchema.parse(JSON.parse(stdout)).length, 1);
    assert.equal(stderr, 'openrlhf-lint: gone.sh: no such file or folder\n');
  });

  test('reads standard input, from a pipe, a file and nothing', () => {
    using folder = new Folder({ 'broken.sh': BROKEN });
    assert.equal(openrlhfLint(folder, ['-'], BROKEN).status, 1);
    assert.equal(bash(folder, '"$LINT" - < broken.sh').status, 1);
    assert.equal(bash(folder, 'cat broken.sh | "$LINT" -').status, 1);
    assert.equal(bash(folder, '"$LINT" - < /dev/null').status, 0);
    assert.equal(bash(folder, '"$LINT" - <&-').status, 0);
    const fromFolder = bash(folder, '"$LINT" --format json - < .');
    assert.deepEqual([fromFolder.status, fromFolder.stdout], [2, '[]\n'], fromFolder.stderr);
  });

  test('reads a pipe that is named as a file', () => {
    using folder = new Folder({ 'broken.sh': BROKEN });
    const { stdout, status } = bash(folder, '"$LINT" --format json <(cat broken.sh)');
    assert.deepEqual([status, findingsSchema.parse(JSON.parse(stdout)).length], [1, 1]);
  });

  test('a reader that leaves early is no failure', () => {
    using folder = new Folder({ 'many.sh': BROKEN.repeat(2000) });
    const { status, stdout, stderr } = bash(folder, '"$LINT" many.sh | head -n 1; echo "${PIPESTATUS[0]}"');
    assert.equal(status, 0);
    assert.match(stdout, /^many\.sh:1:\d+: error: .*\n1\n$/);
    assert.equal(stderr, '');
  });

  test('long output arrives whole in a slow pipe', () => {
    using folder = new Folder({ 'many.sh': CLEAN.repeat(2000) });
    const { stdout } = bash(folder, '"$LINT" --argv many.sh | (sleep 0.3; wc -c)');
    const whole = openrlhfLint(folder, ['--argv', 'many.sh']).stdout;
    assert.equal(Number(stdout), Buffer.byteLength(whole));
    assert.ok(whole.length > 1_000_000, String(whole.length));
    assert.equal(argvSchema.parse(JSON.parse(whole)).length, 1);
  });

  test('--print0 gives a shell the words', () => {
    using folder = new Folder({ 'a.sh': `${CLEAN.trimEnd()} --data.input_template $'a b\\n' ''\n` });
    const line = 'mapfile -d "" A < <("$LINT" --argv --print0 a.sh); printf "<%s>" "${A[@]:6}"';
    assert.equal(bash(folder, line).stdout, '<--data.input_template><a b\n><>');
  });

  test('a pipe gets no colours; a terminal does, unless NO_COLOR or TERM says no', () => {
    using folder = new Folder({ 'broken.sh': BROKEN });
    assert.ok(!openrlhfLint(folder, ['broken.sh']).stdout.includes('\u001B'));
    // Python's pty is a real terminal to write to.
    const terminal = `python3 -c 'import os, pty, sys; pty.spawn([os.environ["LINT"], "broken.sh"])' < /dev/null`;
    const coloured = (env: Readonly<Record<string, string>>) =>
      bash(folder, terminal, { TERM: 'xterm', ...env }).stdout.includes('\u001B[31m');
    assert.deepEqual(
      [coloured({}), coloured({ NO_COLOR: '1' }), coloured({ NO_COLOR: '' }), coloured({ TERM: 'dumb' })],
      [true, false, true, false],
    );
  });

  test('names with a leading dash', () => {
    using folder = new Folder({ '--x.sh': BROKEN });
    assert.equal(openrlhfLint(folder, ['./--x.sh']).status, 1);
    assert.equal(openrlhfLint(folder, ['--', '--x.sh']).status, 1);
    assert.equal(openrlhfLint(folder, ['--x.sh']).status, 2);
  });
});
