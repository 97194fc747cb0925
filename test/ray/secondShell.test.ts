import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { secondShellChange } from '../../server/src/ray/secondShell.ts';
import { ensureRay } from '../../tools/cache/ray.ts';
import { byLevel } from '../support/level.ts';
import { askPython } from './submit/python.ts';
import { raysOfLevel } from './support/rays.ts';

/** What the second shell does to words against `/bin/sh` itself, with the lines that Ray makes of them. */

const folder = mkdtempSync(path.join(tmpdir(), 'shell-'));
mkdirSync(path.join(folder, 'bin'));
// The only program there is: whatever a line makes of its words, nothing else can run.
const show = path.join(folder, 'bin', 'show');
writeFileSync(
  show,
  `#!/bin/sh\nprintf 'begin\\0'\nfor word in "$@"; do printf '%s\\0' "$word"; done\nprintf 'end\\0'\n`,
);
chmodSync(show, 0o755);
after(() => {
  rmSync(folder, { recursive: true });
});

const SEED = 20261130;
const reached = z.tuple([z.nullable(z.array(z.string())), z.nullable(z.array(z.string()))]);

async function reach(
  lines: readonly (readonly string[])[],
  files: readonly string[] = [],
): Promise<readonly (readonly (string[] | null)[])[]> {
  // Any Python has the two functions.
  const [ray] = raysOfLevel();
  assert.ok(ray);
  const python = path.join(await ensureRay(ray), 'python');
  const answers = await askPython(python, 'second_shell.py', [folder, ...files], lines, folder);
  return answers.map((answer) => reached.parse(answer));
}

/** Pieces without letters that could make the name of a builtin. */
const piece = fc.constantFrom(
  ...[
    'a',
    'b1',
    '7',
    ' ',
    '\t',
    '\n',
    '"',
    "'",
    '\\',
    '\\\\',
    '\\"',
    '$',
    '$NAME',
    '${NAME}',
    '$(a)',
    '`a`',
    '$1',
    '$$',
  ],
  ...[
    '|',
    '&',
    '&&',
    ';',
    '(',
    ')',
    '<',
    '>',
    '#',
    '~',
    '~/',
    '!',
    '{',
    '}',
    '{a,b}',
    '=',
    ':',
    '/',
    '?',
    '[',
    ']',
    '*',
    '-',
  ],
  ...['%', '@', '^', ',', '.', 'é', '\u4e2d', '{"a": 1}', 'x=$NAME', 'http://h/x?a=1', '--x', '\r'],
);
/** Whether a line could write a file elsewhere than in its own folder: no test may. */
const writesElsewhere = (line: readonly string[]): boolean => ['>', '/'].every((sign) => line.join('').includes(sign));
const word = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));

describe('the second shell', () => {
  test('changes exactly the words that we say', async () => {
    const count = byLevel({ fast: 300, default: 1_000, full: 10_000 });
    const own = word.filter((one) => !writesElsewhere([one]));
    const words = fc.sample(own, { seed: SEED, numRuns: count });
    const lines = words.map((one) => ['first', one, 'last']);
    const answers = await reach(lines);
    let changed = 0;
    for (const [index, line] of lines.entries()) {
      const [old] = answers[index] ?? [];
      const change = secondShellChange(line[1] ?? '');
      // Every folder has `.` and `..`, which such a pattern may find.
      if (/^\.[^]*[?*[]/.test(line[1] ?? '')) continue;
      // In a folder without files a pattern stays what it is; outside of it, this machine decides.
      if (change?.change === 'pattern' && line[1]?.includes('/') === true) continue;
      const ours = change !== undefined && change.change !== 'pattern';
      const label = `seed ${SEED}: ${JSON.stringify(line)} reached as ${JSON.stringify(old)}, ${JSON.stringify(change)}`;
      assert.equal(ours, JSON.stringify(old) !== JSON.stringify(line), label);
      if (ours) changed++;
    }
    console.log(`${count} words, ${changed} of them changed`);
    assert.ok(changed > count / 10 && changed < (count * 9) / 10);
  });

  test('lines without such a word arrive whole, and from Ray 2.60 all do', async () => {
    const count = byLevel({ fast: 100, default: 300, full: 2_000 });
    const line = fc.array(word, { maxLength: 5 }).filter((words) => !writesElsewhere(words));
    const lines = fc.sample(line, { seed: SEED + 1, numRuns: count });
    const answers = await reach(lines);
    let whole = 0;
    for (const [index, words] of lines.entries()) {
      const [old, newer] = answers[index] ?? [];
      assert.deepEqual(newer, words, `seed ${SEED + 1}`);
      if (words.some((one) => ![undefined, 'pattern'].includes(secondShellChange(one)?.change))) continue;
      assert.deepEqual(old, words, `seed ${SEED + 1}`);
      whole++;
    }
    console.log(`${count} lines, ${whole} of them without a word that changes`);
    assert.ok(whole > 20);
  });

  test('a pattern becomes the files that fit', async () => {
    const [answer] = await reach([['*.jsonl', '* *', 'a*b']], ['a.jsonl']);
    assert.deepEqual(answer?.[0], ['a.jsonl', '* *', 'a*b']);
    assert.equal(secondShellChange('*.jsonl')?.change, 'pattern');
    assert.equal(secondShellChange('* *'), undefined);
  });
});
