import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { byLevel } from '../support/level.ts';
import { argv, argvs, modelOf, onlyLaunch, showAll, textAt } from './support.ts';

const P = 'python -m openrlhf.cli.train_sft';
const words = (script: string): string => argvs(script)[0] ?? 'no launch';

describe('what the parser does with half-typed and odd text', () => {
  const cases: readonly (readonly [name: string, script: string, argv: string])[] = [
    ['an array that is not closed', `A=(--x 1\n--y 2\n`, 'no launch'],
    ['an array that is not closed, above its launch', `${P} --a\nA=(--x 1\n--y`, '--a'],
    ['an array that is appended to and not closed', `A=(1)\nf() { ${P} "\${A[@]}"; }\nf\nA+=(--x`, '1'],
    ['an if that is not closed', `if true; then\n${P} --a \\\n  --b`, '--a --b'],
    ['a for that is not closed', `for x in 1; do\n${P} --a $x`, '--a 1'],
    ['a while that is not closed', `while [ -f x ]; do\n${P} --a`, '--a'],
    ['a case that is not closed', `case a in\na) ${P} --a`, '--a'],
    ['a subshell that is not closed', `(\n${P} --a`, '--a'],
    ['a group that is not closed', `{\n${P} --a`, '--a'],
    ['a condition that is not closed', `${P} --a\n[[ -n $X`, '--a'],
    ['an arithmetic expansion that is not closed', `${P} --a\necho $((1+$(`, '--a'],
    ['an arithmetic expansion that ends in a backslash', `${P} --a\necho $((1+\\`, '--a'],
    ['a substitution that is not closed', `${P} --a $(echo`, '--a'],
    ['a backslash at the end of the file', `${P} --a 1 \\`, '--a 1'],
    ['a backslash at the end of a word at the end of the file', `${P} --a 1\\`, '--a 1'],
    ['a backslash at the end of a string', `bash -c '${P} --a \\'`, '--a \\'],
    ['a heredoc without end', `${P} --a\nread -r -d '' X <<EOF\n--b 1`, '--a'],
    ['a heredoc without end that is used', `bash <<EOF\n${P} --b 1`, '--b 1'],
    ['a byte order mark', `\uFEFF${P} --a`, '--a'],
    ['backticks with escapes', `${P} \`echo \\\`echo a\\\` \\\\\\$x\` "\`echo \\"b c\\"\`"`, 'a $x "b c"'],
    ['a double quote that is not closed', `${P} --a "x y\n  --b 1\necho z`, '--a "x y"'],
    ['a single quote that is not closed', `${P} --a 'x\nX=1\n`, '--a x'],
    ['a quote that is not closed, and another launch below', `X="a\n${P} --b 1\n`, '--b 1'],
    ['a flag that is being typed', `${P} --a 1 --`, '--a 1 --'],
    ['lines of nothing but a continuation', `${P} \\\n  \\\n  --a \\\n\\\n  --b`, '--a --b'],
    ['a stray continuation', `${P} --a \\ \\\n --b`, '--a " " --b'],
    ['an ellipsis left in', `${P} --a \\\n  ... \\\n  --b`, '--a ... --b'],
  ];
  for (const [name, script, expected] of cases)
    test(name, () => {
      assert.equal(words(script), expected);
    });

  test('places stay exact behind a repair', () => {
    const script = `A=(--x "1\n--y 2\n`;
    const open = `X="a\n${P} --b 'c'\nA=(--x`;
    assert.deepEqual(
      onlyLaunch(open).argv.map((item) => (item.kind === 'known' ? textAt(open, item.location) : '')),
      ['--b', 'c'],
    );
    assert.deepEqual(modelOf(script).launches, []);
  });
  test('an array that is not closed keeps its elements', () => {
    const { assignments } = modelOf('A=(--x 1\n--y 2\n');
    assert.equal(showAll(assignments.map(({ item }) => item)), '--x 1 --y 2');
    const open = modelOf('declare -a A=(--x "1\n--y 2\n').assignments;
    assert.equal(showAll(open.map(({ item }) => item)), '--x 1 --y 2');
  });
  test('offsets behind a byte order mark and inside backticks', () => {
    const script = `\uFEFF${P} \`echo a\\\\b\``;
    const [item] = onlyLaunch(script).argv;
    assert.ok(item?.kind === 'known');
    assert.equal(textAt(script, item.location), 'a\\\\b');
  });
  test('CRLF is kept as bash does', () => {
    const script = `LR=1\r\n${P} --lr $LR \\\r\n  --b\r\n`;
    assert.equal(showAll(onlyLaunch(script).argv), String.raw`--lr "1\r" "\r"`);
    assert.equal(onlyLaunch(`${P}\r\n`).module.value, 'openrlhf.cli.train_sft');
  });
});

describe('notes on the text of a launch', () => {
  const notes = (script: string): string[] =>
    modelOf(script).notes.map((note) =>
      note.kind === 'continuation-cut'
        ? `${note.by}: ${JSON.stringify(textAt(script, note.location))} cuts ${JSON.stringify(textAt(script, note.orphans))}`
        : `${note.kind}: ${JSON.stringify(textAt(script, note.location))}`,
    );
  const cases: readonly (readonly [name: string, script: string, notes: readonly string[]])[] = [
    ['a comment between the lines', `${P} --a \\\n  # --b 1 \\\n  --c 2\n`, ['comment: "# --b 1 \\\\" cuts "--c 2"']],
    [
      'a comment at the end of a line',
      `${P} --a # x \\\n  --c 2 \\\n  --d\n`,
      ['comment: "# x \\\\" cuts "--c 2 \\\\\\n  --d"'],
    ],
    ['a comment at the end of the command', `${P} --a \\\n  # --b\necho x\n`, []],
    ['blanks behind a backslash', `${P} --a \\ \n  --b\n`, ['space-after-backslash: "\\\\ " cuts "--b"']],
    ['a blank line', `${P} --a \\\n\n  --b 1\n`, ['blank-line: "" cuts "--b 1"']],
    ['a line without its backslash', `${P} --a 1\n  --b 1\n  --c\n`, ['missing-backslash: "" cuts "--b 1\\n  --c"']],
    ['commands of their own', `${P} --a 1\necho --b\n`, []],
    ['a comment in an array', `A=(--a # x\n --b)\n${P} "\${A[@]}"\n`, []],
    ['inside a function', `f() {\n  ${P} --a 1\n  --b\n}\nf; f\n`, ['missing-backslash: "" cuts "--b"']],
    ['in a string that is a command', `bash -c "${P} --a\n  --b"\n`, ['missing-backslash: "" cuts "--b"']],
    ['lines that end in CRLF', `${P} --a \\\r\n  --b\r\n`, ['crlf: "\\r"']],
    ['a missing file', `source x.sh\n${P}`, ['missing-source: "source x.sh"']],
    ['files that set an environment up', `source ~/.bashrc; . venv/bin/activate\n${P}`, []],
  ];
  for (const [name, script, expected] of cases)
    test(name, () => {
      assert.deepEqual(notes(script), expected);
    });
});

test('assignments are told with their values and places', () => {
  const script = 'KEY=abc\nexport TOKEN="$KEY-x" OUT=$U\nA=(a "b c")\nA+=(d)';
  const told = modelOf(script).assignments.map(
    ({ name, item, location }) => `${name} ${showAll([item])} ${textAt(script, location)}`,
  );
  assert.deepEqual(told, [
    'KEY abc KEY=abc',
    'TOKEN abc-x TOKEN="$KEY-x"',
    'OUT ? OUT=$U',
    'A a A=(a "b c")',
    'A "b c" A=(a "b c")',
    'A d A+=(d)',
  ]);
});

test('a very long script is followed to its end', () => {
  const block = (i: number): string =>
    `X${i}="v$X${i - 1}"\nif [ -n "$U${i % 5}" ]; then A+=(--f${i}); fi\nf${i}() { local y=$1; echo "$y"; }\nf${i} ${i} > /dev/null`;
  const blocks = byLevel({ fast: 300, default: 5000, full: 5000 });
  const script = `A=()\n${Array.from({ length: blocks }, (_, i) => block(i)).join('\n')}\n${P} --a 1 --last $((1+1))`;
  assert.ok(script.split('\n').length > 4 * blocks);
  assert.equal(argv(script), '--a 1 --last 2');
});
