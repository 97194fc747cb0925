import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { runScript } from '../../server/src/shell/control.ts';
import { createMachine } from '../../server/src/shell/machine.ts';
import { parseSource } from '../../server/src/shell/parse.ts';
import { Source } from '../../server/src/shell/source.ts';
import { byLevel } from '../support/level.ts';
import { argvs, modelOf, SCRIPT } from './support.ts';

/** Steps of work that a script takes. */
function cost(text: string): number {
  const m = createMachine({ uri: SCRIPT, text, file: () => null, recognises: (name) => name.startsWith('openrlhf') });
  const { script, source } = parseSource(Source.file(SCRIPT, text));
  runScript(m, source, script.commands);
  return m.counters.step;
}

const times = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => line(i)).join('\n') + '\n';
const launch = 'python3 -m openrlhf.cli.train_sft --n "$N" --p "$PASS" "${A[@]}"\n';

const shapes: Readonly<Record<string, (n: number) => string>> = {
  'counters in branches and an early return': (n) =>
    `run() {
  local id=$1; shift
  [[ -n "$FILTER" && "$id" != *"$FILTER"* ]] && { ((SKIP++)); return; }
  steps=$(grep -c step "$id.log" || echo 0)
  if [[ $rc -eq 0 && $steps -ge 1 ]]; then ((PASS++)); else ((FAIL++)); fi
}
if [[ ! -f "$X" || ! -f "$Y" ]]; then prepare || { echo failed; exit 1; }; fi
${times(n, (i) => `run c${i} --x ${i}`)}${launch}`,
  'an early return with a status': (n) =>
    `f() { [[ -z "$F" || "$1" == *"$F"* ]] && return 1; N=$((N+1)); return 0; }\n${times(n, (i) => `f c${i} && PASS=$((PASS+1)) || A+=(--x${i})`)}${launch}`,
  'undecided conditions in a loop': (n) =>
    `N=0; A=()\nfor i in {1..${n}}; do\n  if [ -f "f$i" ]; then N=$((N+1)); A+=("--f$i"); else PASS="$PASS $i"; fi\ndone\n${launch}`,
  'continue and break in a loop': (n) =>
    `N=0\nfor i in {1..${n}}; do [ -f $i ] || continue; ((N++)); grep -q x $i && break; A+=(--x $N); done\n${launch}`,
  'case in a function': (n) =>
    `f() { case $(kind $1) in a) N=$((N+1));; b) PASS=$N; return;; c|d) A+=(--c "$PASS");; *) N=0; return 1;; esac; PASS=$PASS$N; }\n${times(n, (i) => `f ${i}`)}${launch}`,
  'chains of && and ||': (n) =>
    `f() { t1 "$1" && N=$N$1 && t2 && PASS=$N || { t3 || return 3; A=(--y "\${A[@]}"); }; }\n${times(n, (i) => `f ${i} || f x`)}${launch}`,
  'arrays appended in nested branches': (n) =>
    times(n, (i) => `if t${i}; then A+=(--a${i}); if u${i}; then A+=(--b "$N"); N=${i}; else N=b$N; fi; fi`) + launch,
  'values swapped in branches': (n) => times(n, () => 'if t; then T=$N; N=$PASS; PASS=$T; else N=$N$PASS; fi') + launch,
  'questions about what was chosen': (n) =>
    times(n, (i) => `if [ "$N" = ${i} ] || [ "$PASS" -gt ${i} ]; then N=${i + 1}; else PASS=$((PASS+N)); fi`) + launch,
  'associative arrays and unset in branches': (n) =>
    `declare -A M\n${times(n, (i) => `t${i} && M[k${i}]=$N || unset N\nN=\${M[k${i}]:-$N}`)}${launch}`,
  'returns one after the other': (n) =>
    `f() {\n${times(n, (i) => `[ -f x${i} ] || return ${i}\nN=${i}; A+=(--x${i})`)}}\nf && PASS=1\n${launch}`,
  'subshells that may end': (n) =>
    times(n, (i) => `N=$( t${i} || exit 1; [ -n "$N" ] && echo "$N${i}" ) || PASS=${i}`) + launch,
};

describe('the work grows no faster than the script', () => {
  for (const [name, shape] of Object.entries(shapes))
    test(name, () => {
      const costs = byLevel({ fast: [2, 4, 8], default: [2, 4, 8, 16, 32], full: [2, 4, 8, 16, 32] }).map((n) =>
        cost(shape(n)),
      );
      const per = costs.map((total, i) => total / 2 ** (i + 1));
      const most = Math.max(...per.slice(0, 2)) + 150;
      assert.ok(
        per.every((each) => each <= most),
        `steps: ${costs.join(', ')}`,
      );
      assert.equal(argvs(shape(32)).length, 1);
    });
});

describe('a script that takes too long', () => {
  const endless: Readonly<Record<string, string>> = {
    'functions that call themselves twice': 'f() { X=1; f; f; }\nf',
    'a function called ever more often':
      times(20, (i) => `f${i}() { f${i + 1}; f${i + 1}; f${i + 1}; }`) + 'f20() { :; }\nf0',
    'loops in loops': 'for a in {1..900}; do for b in {1..900}; do for c in {1..900}; do X=$a; done; done; done',
    'undecided loops in loops':
      'for a in {1..900}; do t && continue; for b in {1..900}; do t || continue; for c in {1..900}; do t && X=$c; t || break; done; done; done',
    'a string that doubles': 'for i in {1..200}; do X="$X$X$i"; done',
    'an array that doubles': 'for i in {1..200}; do B+=("${B[@]}" x); done',
    'arguments that double': 'f() { f "$@" "$@"; }\nf a b',
    'braces in braces': `X=(${'{a,b,c,d}'.repeat(24)})`,
  };
  for (const [name, script] of Object.entries(endless))
    test(name, () => {
      const text = `LR=1\n${script}\npython3 -m openrlhf.cli.train_sft --lr "$LR" --x\n`;
      const { launches } = modelOf(text);
      assert.equal(launches.length, 1);
      assert.equal(launches[0]?.argv.length, 3);
      assert.ok(cost(text) <= 210_000);
    });

  test('what follows is unknown because of it', () => {
    const text = `LR=1\nf() { X=1; f; f; }\nf\npython3 -m openrlhf.cli.train_sft --lr "$LR"\n`;
    const word = modelOf(text).launches[0]?.argv[1];
    assert.equal(word?.kind === 'unknown' ? word.why.reason : word?.kind, 'too-many-executions');
  });
});

describe('wrappers within wrappers, very many', () => {
  const words = [
    'ray job submit -- ',
    'ray job submit ',
    'nohup ',
    'env A=1 ',
    'sudo ',
    'srun -N1 ',
    'python3 -m torch.distributed.run -m ',
    'accelerate launch ',
    'xargs ',
    'eval ',
    'command ',
    'builtin ',
    'exec ',
    'source ',
    'export ',
    'time ',
    '! ',
    '( ',
    '{ ',
    '$( ',
    'if ',
    'bash -c "',
  ];
  for (const wrapper of words) {
    test(wrapper, () => {
      const model = modelOf(`${wrapper.repeat(10_000)}python3 -m openrlhf.cli.train_sft --train.seed 1\n`);
      assert.ok(model.launches.length <= 1);
    });
  }
  test('a few are seen through', () => {
    const line = 'python3 -m openrlhf.cli.train_sft --train.seed 1\n';
    assert.equal(modelOf(`${'ray job submit -- '.repeat(3)}${line}`).launches.length, 1);
    assert.equal(modelOf(`${'nohup '.repeat(200)}${line}`).launches.length, 1);
  });
});

test('patterns of very many characters count as not known', () => {
  const long = ' --no_such_flag'.repeat(3_000);
  const line = (use: string): string =>
    `X=${'a'.repeat(40)}\nL='${long}'\n${use}\npython3 -m openrlhf.cli.train_sft --x "$X"\n`;
  for (const use of [
    'X=${X#$L*/}',
    'X=${X%%$L*}',
    'X=${X/$L/b}',
    'X=${X^^$L}',
    '[[ $X =~ $L ]] && X=b',
    'case $X in $L*) X=b;; esac',
    '[[ $X == $L* ]] && X=b',
  ]) {
    assert.equal(modelOf(line(use)).launches.length, 1, use);
  }
});
