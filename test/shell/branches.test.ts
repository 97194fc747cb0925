import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { argv, argvs, modelOf, onlyLaunch } from './support.ts';

const run = (words: string): string => `python3 -m openrlhf.cli.train_sft ${words}`;

describe('words that depend on a condition', () => {
  const cases: readonly (readonly [name: string, script: string, argv: string])[] = [
    [
      'then and else',
      `if [[ $D == 1 ]]; then LR=1e-6; else LR=2e-6; fi\n${run('--lr $LR --lr=$LR')}`,
      '--lr {c1: 1e-6 | 2e-6} {c1: --lr=1e-6 | --lr=2e-6}',
    ],
    ['a question asked for a no', `[ -z "$D" ] || X=--d\n[ -z "$D" ] && X=--no\n${run('$X')}`, '{c1: --no | --d}'],
    [
      'the same question twice',
      `[ "$M" = a ] && X=1 || X=2\n[[ a != "$M" ]] && Y=2 || Y=1\n${run('$X $Y')}`,
      '{c1: 1 | 2} {c1: 1 | 2}',
    ],
    ['case', `case $M in a) X=1;; b|c) X=2;; *) X=3;; esac\n${run('$X')}`, '{c4: 1 | 2 | 3}'],
    ['case without a match', `X=0; case $M in a) X=1;; esac\n${run('$X')}`, '{c1: 1 | 0}'],
    [
      'branches in an array keep what is common',
      `A=(--a 1); [ -f x ] && A+=(--b) || A+=(--c); A+=(--d)\n${run('"${A[@]}"')}`,
      '--a 1 {c1: --b | --c} --d',
    ],
    [
      'branches in a string',
      `A="--a 1"; [ -f x ] && A="$A --b 2"; A="$A --c"\n${run('$A')}`,
      '--a 1 {c1: --b 2 | } --c',
    ],
    [
      'inside a branch the other way is gone',
      `if [ -f x ]; then X=1; else X=2; fi\nif [ "$X" = 1 ]; then Y=a; else Y=b; fi\n${run('$X $Y')}`,
      '{c1: 1 | 2} {c1: a | b}',
    ],
    [
      'computed from a branch',
      `[ -f x ] && N=2 || N=4\n${run('$((N*2)) ${#N} x${N}y')}`,
      '{c1: 4 | 8} 1 {c1: x2y | x4y}',
    ],
    ['a guard leaves one way', `if [ -f x ]; then X=1; else exit 1; fi\n${run('$X')}`, '1'],
    [
      'return leaves one way for the rest of the function',
      `f() { X=1; [ -f x ] && return; X=2; }\nf\n${run('$X')}`,
      '{c1: 1 | 2}',
    ],
    ['unset in one way', `X=1; [ -f x ] && unset X\n${run('"${X-none}"')}`, '{c1: none | 1}'],
  ];
  for (const [name, script, expected] of cases)
    test(name, () => {
      assert.equal(argv(script), expected);
    });

  test('an if that only adds flags is branches with nothing as the other way', () => {
    assert.equal(argv(`A=(--x)\nif [ -n "$D" ]; then A+=(--d); fi\n${run('"${A[@]}"')}`), '--x {c1: --d | }');
  });

  test('many conditions one after the other do not multiply', () => {
    const ifs = Array.from(
      { length: 40 },
      (_, i) => `if [ -n "$V${i}" ]; then A+=(--f${i}); ARGS="$ARGS --g${i}"; fi`,
    ).join('\n');
    const items = onlyLaunch(`A=(); ARGS=""\n${ifs}\n${run('"${A[@]}" $ARGS')}`).argv;
    assert.equal(items.length, 80);
    assert.ok(items.every((item) => item.kind === 'branches'));
  });
});

describe('conditional', () => {
  const cases: readonly (readonly [script: string, conditional: boolean])[] = [
    [run(''), false],
    [`if [ -f x ]; then ${run('')}; fi`, true],
    [`if true; then ${run('')}; fi`, false],
    [`[ -f x ] && ${run('')}`, true],
    [`cd /x && mkdir -p y && export A=1 && ${run('')}`, false],
    [`grep -q a b && ${run('')}`, true],
    [`python3 prepare.py && ${run('')}`, true],
    [`[ -f x ] || exit 1\n${run('')}`, false],
    [`if [ ! -f x ]; then echo no; exit 1; fi\n${run('')}`, false],
    [`for x in $LIST; do ${run('')}; done`, true],
    [`for x in a b; do [ -f $x ] || continue; ${run('--x')}; break; done`, true],
    [`while read -r x; do ${run('')}; done < list`, true],
    [`case $1 in train) ${run('')};; esac`, true],
    [`$DRY python3 -m openrlhf.cli.train_sft`, true],
    [`srun -w "$NODE" $OPTIONS python3 -m openrlhf.cli.train_sft`, false],
    [`srun -w "$NODE" bash -c "pip install x && ${run('')}"`, false],
    [`echo $(($N * 2)); ${run('')}`, true],
    [`f() { [ -n "$1" ] || return 1; ${run('')}; }\nf a`, false],
  ];
  for (const [script, conditional] of cases)
    test(`${conditional}: ${script.replaceAll('\n', '⏎')}`, () => {
      const launches = modelOf(script).launches;
      assert.ok(launches.length > 0);
      assert.equal(launches[0]?.conditional, conditional);
    });
});

describe('what does not run has no launch', () => {
  const cases = [
    `f() { ${run('')}; }`,
    `exit 0\n${run('')}`,
    `false && ${run('')}`,
    `cd /x || ${run('')}`,
    `if [ 1 -gt 2 ]; then ${run('')}; fi`,
    `for x in; do ${run('')}; done`,
    `while false; do ${run('')}; done`,
    `# ${run('')}`,
    `cat <<EOF\n${run('')}\nEOF`,
    `exec sleep 1\n${run('')}`,
    `trap '${run('')}' EXIT`,
  ];
  for (const script of cases)
    test(script.replaceAll('\n', '⏎'), () => {
      assert.deepEqual(argvs(script), []);
    });
});

describe('executions', () => {
  test('a function called twice and a loop over a known list give a launch each, with the way to it', () => {
    const script = `f() { ${run('--n "$1"')}; }\nf 1\nfor n in 2 3; do f $n; done`;
    const { launches } = modelOf(script);
    assert.deepEqual(
      launches.map((launch) => [
        launch.via.map((via) => via.kind + (via.value ?? '')),
        launch.argv.length,
        launch.repeated,
      ]),
      [
        [['call'], 2, false],
        [['loop2', 'call'], 2, false],
        [['loop3', 'call'], 2, false],
      ],
    );
    assert.deepEqual(argvs(script), ['--n 1', '--n 2', '--n 3']);
  });
  test('64 executions are followed, 65 are one that is repeated', () => {
    const script = (n: number): string => `for i in {1..${n}}; do ${run('--seed $i')}; done`;
    assert.equal(argvs(script(64)).length, 64);
    const more = onlyLaunch(script(65));
    assert.equal(more.repeated, true);
    assert.equal(argv(script(65)), '--seed …');
  });
  test('nested loops count together', () => {
    const script = `for a in {1..10}; do for b in {1..10}; do ${run('--a "$a" --b "$b"')}; done; done`;
    assert.ok(modelOf(script).launches.every((launch) => launch.repeated));
  });
  test('an unknown list makes what the loop sets unknown', () => {
    const launch = onlyLaunch(`N=0; LR=1\nfor x in $LIST; do N=$((N+1)); ${run('"$x" "$N" "$LR"')}; done`);
    assert.equal(launch.repeated, true);
    assert.equal(argv(`N=0; for x in $LIST; do N=1; done\n${run('"$N" "$x"')}`), '? ?');
    assert.equal(argv(`N=0; LR=1\nfor x in $LIST; do N=$((N+1)); ${run('"$x" "$N" "$LR"')}; done`), '? ? 1');
  });
  test('options that a script is given', () => {
    const script = `LR=1e-6; NAME=a
while [[ $# -gt 0 ]]; do case $1 in --lr) LR=$2; shift 2;; *) shift;; esac; done
while getopts "n:" o; do case $o in n) NAME=$OPTARG;; esac; done
${run('--lr "$LR" --name "$NAME" --k 1')}`;
    assert.equal(argv(script), '--lr ? --name ? --k 1');
  });
  test('recursion and endless loops end', () => {
    assert.ok(Array.isArray(argvs(`f() { f; }\nf\n${run('')}`)));
    assert.ok(Array.isArray(argvs(`f() { f & f; }\nf\n${run('')}`)));
    assert.equal(argvs(`while true; do ${run('')}; done`).length, 1);
    assert.equal(argvs(`while :; do X=1; done\n${run('')}`).length, 1);
  });
  test('subshells, pipes and the background keep what they set to themselves', () => {
    assert.equal(argv(`X=1; (X=2); echo | X=3; X=4 & { X=5; } 2>&1 | cat\n${run('$X')}`), '1');
    assert.equal(argv(`X=1; { X=2; } > log\n${run('$X')}`), '2');
  });
});

describe('sourced files', () => {
  test('set variables and functions, and give launches of their own', () => {
    const files = {
      'env.sh': 'LR=1e-6\ngo() { python3 -m openrlhf.cli.train_rm --lr $LR "$@"; }\n',
      'lib/run.sh': 'go --x',
    };
    const script = 'source ./env.sh\ncd lib\n. run.sh\ngo --y';
    assert.deepEqual(argvs(script, files), ['--lr 1e-6 --x', '--lr 1e-6 --y']);
    const [first] = modelOf(script, files).launches;
    assert.deepEqual(
      first?.via.map((via) => via.kind),
      ['source', 'call'],
    );
    assert.equal(first.location.uri, 'file:///work/env.sh');
  });
  for (const path of [
    '"$(dirname "$0")/lib/env.sh"',
    '"$(dirname "${BASH_SOURCE[0]}")"/lib/env.sh',
    '"${BASH_SOURCE[0]%/*}/lib/env.sh"',
    '"$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/lib/env.sh"',
    '"$(realpath "$(dirname "$0")")/lib/../lib/env.sh"',
    'lib/env.sh',
    '"$PWD/lib/env.sh"',
  ])
    test(path, () => {
      assert.equal(argv(`source ${path}\n${run('$LR')}`, { 'lib/env.sh': 'LR=1' }), '1');
      assert.equal(argv(`D=${path}\nsource "$D"\n${run('$LR')}`, { 'lib/env.sh': 'LR=1' }), '1');
    });
  test('the folder of the script is no known word', () => {
    assert.equal(argv(`D=$(cd "$(dirname "$0")" && pwd)\n${run('--out "$D/out"')}`), '--out ?');
  });
  test('a file that is not loaded yet is asked for', () => {
    const model = modelOf(`source a.sh\nsource b.sh\n${run('')}`);
    assert.deepEqual(model.needs, ['file:///work/a.sh', 'file:///work/b.sh']);
  });
  test('a missing file makes what it could set unknown, and says so', () => {
    const model = modelOf(`LR=1\nsource gone.sh\nX=2\n${run('"$LR" "$X"')}`, { 'gone.sh': null });
    assert.equal(model.notes[0]?.kind, 'missing-source');
    assert.equal(argv(`LR=1\nsource gone.sh\nX=2\n${run('"$LR" "$X"')}`, { 'gone.sh': null }), '? 2');
  });
  test('files that source each other end', () => {
    const files = { 'a.sh': 'source b.sh', 'b.sh': 'source a.sh\nX=1' };
    assert.equal(argv(`source a.sh\n${run('$X')}`, files), '1');
  });
});
