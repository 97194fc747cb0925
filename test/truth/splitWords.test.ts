import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitWords } from '../../server/src/features/launchPlan/splitWords.ts';

const SEED = Number(process.env['TEST_SEED'] ?? 4711);
const COUNT = 3_000;

/** What bash makes of each line; `null` where a quote is not closed. A line is passed as it is, never as a part of a command. */
function bashWords(lines: readonly string[]): (readonly string[] | null)[] {
  const loop =
    'while IFS= read -r -d "" line; do if eval "set -- $line" 2>/dev/null; then printf "%s\\0" "$#" "$@"; else printf "x\\0"; fi; done';
  const { stdout, status } = spawnSync('bash', ['--norc', '-c', loop], {
    input: lines.map((line) => `${line}\0`).join(''),
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
  });
  assert.equal(status, 0);
  const answers = stdout.split('\0').slice(0, -1);
  const found: (readonly string[] | null)[] = [];
  for (let at = 0; at < answers.length; at++) {
    const count = answers[at] ?? '';
    if (count === 'x') found.push(null);
    else {
      found.push(answers.slice(at + 1, at + 1 + Number(count)));
      at += Number(count);
    }
  }
  return found;
}

test(`typed words are split as bash splits them: ${COUNT} lines, seed ${SEED}`, (t) => {
  // No variables, globs, comments and operators, which stand for themselves here.
  const letters = fc.constantFrom('a', 'b', '-', '=', '1', '.', 'é', '训', ' ', ' ', '\t', "'", "'", '"', '"', '\\');
  const lines = fc.sample(
    fc.array(letters, { maxLength: 14 }).map((characters) => characters.join('')),
    { numRuns: COUNT, seed: SEED },
  );
  // bash reads a backslash at the end of a string as itself.
  const asked = lines.filter((line) => !line.endsWith('\\'));
  const real = bashWords(asked);
  assert.equal(real.length, asked.length);
  const different = asked.flatMap((line, index) => {
    const [ours, theirs] = [splitWords(line), real[index]];
    return JSON.stringify(ours) === JSON.stringify(theirs) ? [] : [JSON.stringify([line, ours, theirs])];
  });
  const closed = real.filter((words) => words !== null).length;
  t.diagnostic(`${asked.length} lines, ${closed} of them with all quotes closed; ${different.length} differ`);
  assert.deepEqual(different.slice(0, 5), []);
});

test('what means more to bash stands for itself, so that nothing is run or looked up', () => {
  assert.deepEqual(splitWords('--x $HOME `id` *.json a;b "$(id)" #no'), [
    '--x',
    '$HOME',
    '`id`',
    '*.json',
    'a;b',
    '$(id)',
    '#no',
  ]);
});
