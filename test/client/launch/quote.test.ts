import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { joinWords, quoteWord } from '../../../client/src/launch/quote.ts';
import { byLevel } from '../../support/level.ts';

/** The words as the real `/bin/sh` hands them to a program. */
function throughSh(command: string): string[] {
  const program = `${process.execPath} -e 'process.stdout.write(JSON.stringify(process.argv.slice(1)))' -- `;
  return JSON.parse(execFileSync('/bin/sh', ['-c', program + command], { encoding: 'utf8' })) as string[];
}

/** What sh has a meaning for, and what people write. */
const word = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from(`abc01 \t\n'"\\$\`!*?[]{}()<>|&;#~=^%@,.:/-_é字😀\u007f\r`)),
    maxLength: 12,
  }),
  fc.constantFrom(
    '',
    '--a.b=c',
    "it's",
    '$HOME',
    '$(date)',
    '~',
    '*',
    '{"a": "b"}',
    'A=1',
    '#x',
    '-',
    '--',
    '\\',
    'if',
  ),
);

describe('quoting', () => {
  test('every list of words comes back from /bin/sh as it was', () => {
    // One shell for many lists: what is between them is a word that no list has.
    const separator = '\u0001end\u0001';
    const lists = fc.sample(fc.array(word, { maxLength: 6 }), {
      numRuns: byLevel({ fast: 300, default: 3000, full: 30_000 }),
      seed: 41,
    });
    for (let at = 0; at < lists.length; at += 300) {
      const words = lists.slice(at, at + 300).flatMap((list) => [...list, separator]);
      assert.deepEqual(throughSh(words.map(quoteWord).join(' ')), words, `lists from ${at} on, seed 41`);
    }
  });

  test('words that need no quotes have none', () => {
    const command = 'python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path Qwen/Qwen3-4B --x=1,2 a@b:c%d+e';
    assert.equal(joinWords(command.split(' ')), command);
  });

  test('the first word is always a command', () => {
    for (const name of ['A=1', 'if', 'time', "don't", '!', '{', 'a b', '']) {
      const run = () => execFileSync('/bin/sh', ['-c', joinWords([name, 'x'])], { stdio: 'pipe' });
      // Not found: sh looked for a program of that name.
      assert.throws(run, (error: { status?: number }) => error.status === 127 || error.status === 126, name);
    }
  });
});
