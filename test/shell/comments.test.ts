import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { isSameScript, scriptComments } from '../../server/src/shell/comments.ts';
import { pythonComments } from '../../server/src/python/comments.ts';

const commentsIn = (text: string): string[] =>
  scriptComments(text).comments.map(({ start, end }) => text.slice(start, end));

/** Each text with the comments that bash sees in it. */
const CASES: readonly (readonly [text: string, comments: readonly string[]])[] = [
  ['a # b\n', ['# b']],
  ['# a\r\nb\r\n', ['# a']],
  ['a#b c\\#d "e # f" \'g # h\' # i', ['# i']],
  ['echo $# ${#a} ${a#b} ${a# b} $((2#1)) # c', ['# c']],
  ['a;# b\n(# c\nd)# e\n', ['# b', '# c', '# e']],
  ['X=(a # b\n # c\n d#e)\n', ['# b', '# c']],
  ['declare -a X=(a # b\n c)\n', ['# b']],
  ['cat <<E # a\n# b\nE\n# c\n', ['# a', '# c']],
  ["cat <<'E'\n # b\nE\n# c\n", ['# c']],
  ['cat <<-E\n\t# b\n\tE\n# c\n', ['# c']],
  ['bash -c "\n# a\nb"\n# c', ['# c']],
  ['a \\\n# b\n', ['# b']],
  ['a\\\n#b\n', []],
  ['[[ a == "#" ]]\n# b', ['# b']],
  ['if a; then # b\n c # d\nfi # e\n', ['# b', '# d', '# e']],
  ['f() { # a\n b; } # c\n', ['# a', '# c']],
  ['case $a in # b\n c) d ;; # e\nesac # f', ['# b', '# e', '# f']],
  ['for x in a b; do # c\n d # e\ndone # f', ['# c', '# e', '# f']],
  ["a $'b\\' # c' # d", ['# d']],
  ['#!/bin/bash\n', ['#!/bin/bash']],
];

describe('comments of bash', () => {
  for (const [text, expected] of CASES) {
    test(JSON.stringify(text), () => {
      assert.deepEqual(commentsIn(text), expected);
    });
  }
});

test('bash reads a script of the corpus without its comments as it reads it with them', () => {
  const root = new URL('../corpus/', import.meta.url);
  const names = readdirSync(root, { recursive: true })
    .map(String)
    .filter((name) => /\.(?:sh|bash|slurm)$/.test(name));
  let comments = 0;
  const texts = names
    .map((name) => readFileSync(new URL(name, root), 'utf8').replace(/^\uFEFF/, ''))
    .flatMap((text) => {
      const found = scriptComments(text).comments;
      comments += found.length;
      // As long as it was, so that nothing but the comments is another.
      const without = found.reduceRight(
        (rest, { start, end }) => rest.slice(0, start) + '#'.padEnd(end - start, '.') + rest.slice(end),
        text,
      );
      return [text, without];
    });
  // Bash prints a function as it has read it: without comments, and with all that strings and heredocs hold.
  const run = texts.map((text) => {
    const { stdout } = spawnSync(
      'bash',
      ['--norc', '-c', 'eval "f() {\n$1\n:\n}" 2>/dev/null; declare -f f', '_', text],
      {
        encoding: 'utf8',
      },
    );
    return stdout;
  });
  let read = 0;
  for (let i = 0; i < run.length; i += 2) {
    assert.equal(run[i + 1], run[i], texts[i]);
    if (run[i] !== '') read++;
  }
  console.log(`${comments} comments in ${names.length} scripts, ${read} of which bash printed`);
  assert.ok(comments > 100 && read > names.length / 2);
});

test('the same script is one that differs in comments and places only', () => {
  assert.ok(isSameScript('a b', '# c\n  a   b # d'));
  assert.ok(isSameScript('X=(a b)', 'X=(a # c\nb)'));
  assert.ok(isSameScript('a &&\\\n b', 'a &&\\\n# c\n b'));
  for (const [a, b] of [
    ['a b', 'a c'],
    ['a \\\n b', 'a \\\n# c\n b'],
    ['a "b\nc"', 'a "b\n# d\nc"'],
    ['cat <<E\na\nE\n', 'cat <<E\n# b\na\nE\n'],
    ['time \\\na', 'time \\\n# b\na'],
    ['! \\\na', '! \\\n# b\na'],
    ['X=(a b)', 'X=(a c)'],
    ['a; b', 'a && b'],
    ['a', 'a &'],
  ] as const) {
    assert.ok(!isSameScript(a, b), JSON.stringify([a, b]));
  }
});

test('comments of Python', () => {
  const text = 'a = 1  # b\n"""\n# c\n"""\n# d\nf("# e",  # g\n  1)\n';
  assert.deepEqual(
    pythonComments(text).map(({ start, end }) => text.slice(start, end)),
    ['# b', '# d', '# g'],
  );
});
