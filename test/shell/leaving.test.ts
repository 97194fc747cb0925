import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { argv, argvs, bashArgvs, modelOf, onlyLaunch } from './support.ts';

const run = (words: string): string => `python3 -m openrlhf.cli.train_sft ${words}`;

describe('the status of what may be left early is that of every way', () => {
  const undecided: readonly string[] = [
    'skip() { [[ -z "$F" || "$1" == *"$F"* ]] && return 1; echo skip; return 0; }',
    'skip() { if [ -f x ]; then return 3; fi; true; }',
    'skip() { [ -f x ] || return; [ -f y ] || return 0; return 1; }',
    'skip() { for x in a b; do [ -f $x ] && return 1; done; return 0; }',
    'skip() { case $1 in $F) return 1;; esac; }',
    'skip() ( [ -f x ] && exit 1; exit 0 )',
  ];
  for (const definition of undecided) {
    test(definition, () => {
      const after = onlyLaunch(`${definition}\nrun() { skip "$1" && return; ${run('"$2"')}; }\nrun a --x`);
      assert.equal(after.conditional, true);
      assert.equal(onlyLaunch(`${definition}\nskip a || ${run('')}`).conditional, true);
      assert.equal(onlyLaunch(`${definition}\nif skip a; then ${run('')}; fi`).conditional, true);
    });
  }
  test('a status that all ways share is known', () => {
    assert.deepEqual(argvs(`f() { [ -f x ] && return 1; return 2; }\nf && ${run('')}`), []);
    assert.equal(onlyLaunch(`f() { [ -f x ] && return; true; }\nf\nf; ${run('')}`).conditional, false);
  });
});

describe('what follows an early return may not run', () => {
  for (const condition of [
    'grep -q x <<< "$(hostname)"',
    '[ -f x ]',
    '[[ -n $A || -n $B ]]',
    'if [ -f x ]; then [ -f y ]; fi',
  ]) {
    test(condition, () => {
      assert.equal(onlyLaunch(`f() { ${condition} && return; ${run('')}; }\nf`).conditional, true);
      assert.equal(onlyLaunch(`f() { ${condition} && return; X=1; }\nf\n${run('')}`).conditional, false);
    });
  }
});

test('a return behind several conditions keeps what was set before it to those conditions', () => {
  const f = (condition: string): string => `f() { X=2; if ${condition}; then X=1; return; fi; X=3; }\nf\n${run('$X')}`;
  assert.match(argv(f('[[ -n $A || -n $B ]]')), /1.*3/);
  assert.match(argv(f('[ -n "$A" ] && [ -n "$B" ]')), /1.*3/);
  assert.match(argv(f('[ -n "$A" ] && [ -n "$B" ] || [ -n "$C" ]')), /1.*3/);
  assert.match(
    argv(`f() { if [ -n "$A" ]; then X=1; [ -n "$B" ] && return; X=2; else X=3; fi; X="$X$X"; }\nf\n${run('$X')}`),
    /1.*22.*33|33.*1.*22/,
  );
});

describe('$? is that of the command before', () => {
  const known: readonly string[] = [
    `true; ${run('$?')}`,
    `true && ${run('$?')}`,
    `if true; then ${run('$?')}; fi`,
    `f() { ${run('$?')}; }; true; f`,
    `true | true; ${run('$?')}`,
    `X=1; ${run('$?')}`,
    `false; X=1; ${run('$?')}`,
    `false; X=$(echo a); ${run('$?')}`,
    `if X=$(true); then ${run('$?')}; fi`,
  ];
  test('known where it is zero', () => {
    assert.deepEqual(
      known.map((script) => argvs(script)),
      bashArgvs(known).map((words) => [words.join(' ')]),
    );
  });
  for (const script of [
    `[ "\${TAG:-3}" = 3 ] || ${run('"$?"')}`,
    `false || ${run('"$?"')}`,
    `grep -q x y; ${run('"$?"')}`,
    `if false; then :; else ${run('"$?"')}; fi`,
    `f() { [ -f x ] && return 1; true; }; f; ${run('"$?"')}`,
    `(exit 3); ${run('"$?"')}`,
    `X=$(exit 3); ${run('"$?"')}`,
    `X=\`grep a b\`; ${run('"$?"')}`,
    `X=$(grep a b) || ${run('"$?"')}`,
  ])
    test(`not known: ${script}`, () => {
      assert.equal(argv(script), '?');
    });
});

describe('the environment of a launch', () => {
  const names = (script: string): string[] =>
    modelOf(script).launches.flatMap(({ env }) => env.map(({ name, item }) => `${name}:${item.kind}`));
  test('a variable before the command is no array, even where the script has an array of that name', () => {
    assert.deepEqual(names(`OUT=(a b)\nOUT=7 ${run('')}`), ['OUT:known']);
    assert.deepEqual(names(`OUT=(a b)\nOUT+=7 ${run('')}`), ['OUT:known']);
    assert.equal(argv(`OUT=(a b)\nOUT=7 true\n${run('"${OUT[@]}"')}`), 'a b');
  });
  test('an array on some ways is exported on none of them', () => {
    assert.deepEqual(names(`if [ -n "$A" ]; then N=(a b); fi\nexport N=x\n${run('')}`), ['N:branches']);
  });
  test('a new shell has none of the options', () => {
    assert.deepEqual(names(`set -a\nX=1\nbash <<'END'\nY=2\n${run('')}\nEND`), ['X:known']);
  });
  test('what is exported on some ways only is not known in a shell of its own', () => {
    assert.equal(argv(`if [ -n "$A" ]; then export T=7; else T=8; fi\nbash -c '${run('"$T"')}'`), '?');
    assert.equal(argv(`export T=9; if [ -n "$A" ]; then T=7; fi\nbash -c '${run('"$T"')}'`), '{c1: 7 | 9}');
  });
  test('what a loop of unknown length exports may be there', () => {
    assert.deepEqual(names(`for x in $LIST; do export M=1; done\n${run('')}`), ['M:unknown']);
    assert.deepEqual(names(`while read -r x; do export M=1; done < f\n${run('')}`), ['M:unknown']);
  });
});
