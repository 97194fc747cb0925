import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Item } from '../../server/src/text/items.ts';
import { modelOf, onlyLaunch, textAt } from './support.ts';

const P = 'python -m openrlhf.cli.train_sft';

/** The text at the place of each word, then `<` and the text of its use, then the texts of its parts. */
function places(script: string): string[] {
  const show = (item: Item): string => {
    if (item.kind === 'branches') return `{${item.oneOf.map((items) => items.map(show).join(' ')).join(' | ')}}`;
    const use = item.use === undefined ? '' : ` < ${textAt(script, item.use)}`;
    const parts =
      item.parts === undefined
        ? ''
        : ` = ${item.parts.map((part) => `${part.text ?? '?'}@${textAt(script, part.location)}`).join(' + ')}`;
    return textAt(script, item.location) + use + parts;
  };
  return onlyLaunch(script).argv.map(show);
}

describe('the place of a word', () => {
  const cases: readonly (readonly [name: string, script: string, places: readonly string[]])[] = [
    ['a literal of the command', `${P} --lr 1e-6`, ['--lr', '1e-6']],
    ['between the quotes', `${P} "a b" 'c d' $'e' ""`, ['a b', 'c d', 'e', '']],
    ['several literals in one word', `${P} --x="a" "a"b a\\ b`, ['--x="a"', '"a"b', 'a\\ b']],
    ['an escape in quotes', `${P} "a\\"b"`, ['a\\"b']],
    ['an assignment', `LR=1e-6\n${P} $LR "$LR"`, ['1e-6 < $LR', '1e-6 < "$LR"']],
    ['blanks that bash puts between elements', `A=(a b)\n${P} "\${A[*]}"`, ['"${A[*]}" = a@a +  @"${A[*]}" + b@b']],
    ['through other variables', `A=1\nB=$A; C="$B"\n${P} $C`, ['1 < $C']],
    [
      'a part of a split string',
      `ARGS="--a 1 --b 'x'"\n${P} $ARGS`,
      ['--a < $ARGS', '1 < $ARGS', '--b < $ARGS', "'x' < $ARGS"],
    ],
    [
      'an element of an array',
      `A=(--a "b c"); A+=(d)\n${P} "\${A[@]}"`,
      ['--a < "${A[@]}"', 'b c < "${A[@]}"', 'd < "${A[@]}"'],
    ],
    [
      'a composed element stands where it was composed',
      `X=1\nA=(--a=$X)\n${P} "\${A[@]}"`,
      ['--a=$X < "${A[@]}" = --a=@--a= + 1@1'],
    ],
    ['a composed word', `X=1\n${P} a$X-"$X"`, ['a$X-"$X" = a@a + 1@1 + -@- + 1@1']],
    ['a composed string', `X=1; Y=a$X\n${P} $Y`, ['$Y = a@a + 1@1']],
    ['a computed word', `X=3\n${P} $((X*2)) \${X%x}y`, ['$((X*2)) = 6@$((X*2))', '${X%x}y = 3@3 + y@y']],
    ['a word that is not known', `${P} "a$U" $U`, ['"a$U" = a@a + ?@$U', '$U']],
    ['a default', `unset X\n${P} \${X:-dflt}`, ['dflt']],
    ['a heredoc', `read -r -d '' A <<EOF\n--a 1 \\\n  --b\nEOF\n${P} $A`, ['--a < $A', '1 < $A', '--b < $A']],
    ['a line of a heredoc', `mapfile -t A <<EOF\nx y\nz\nEOF\n${P} "\${A[@]}"`, ['x y < "${A[@]}"', 'z < "${A[@]}"']],
    ['what echo prints', `X=$(echo abc)\n${P} $X $(echo d)`, ['abc < $X', 'd']],
    ['an argument of a function', `f() { ${P} "$@" "$1"; }\nf "a b"`, ['a b < "$@"', 'a b < "$1"']],
    ['a value of a loop', `for x in 7; do ${P} $x; done`, ['7 < $x']],
    ['a string that is a command', `bash -c "${P} --a \\"b c\\" '$U' d"`, ['--a', 'b c', "'$U'", 'd']],
    ['a string in a variable', `C="${P} --a 'b c'"\neval "$C" --d`, ['--a', 'b c', '--d']],
    ['branches', `[ -f x ] && X=1 || X=2\n${P} $X`, ['{1 < $X | 2 < $X}']],
    ['a continued word', `${P} ab\\\ncd e`, ['ab\\\ncd', 'e']],
  ];
  for (const [name, script, expected] of cases)
    test(name, () => {
      assert.deepEqual(places(script), expected);
    });

  test('a word of a sourced file is in that file', () => {
    const launch = onlyLaunch(`. ./env.sh\n${P} $LR`, { 'env.sh': 'LR=1e-6' });
    const [word] = launch.argv;
    assert.ok(word?.kind === 'known');
    assert.equal(word.location.uri, 'file:///work/env.sh');
    assert.deepEqual(word.location.range, { start: 3, end: 7 });
    assert.ok(word.use);
  });
  test('the launch is its command, in the file and in a string', () => {
    const places = (script: string): string[] =>
      modelOf(script).launches.map((launch) => textAt(script, launch.location));
    assert.deepEqual(places(`cd x && A=1 ${P} --a > log && bash -c "cd y; ${P} --b"`), [
      `A=1 ${P} --a > log`,
      `${P} --b`,
    ]);
  });
});
