import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkScript, fixAll } from './pipeline.ts';
import { argvsOf } from './realBash.ts';

/** Fixes where flag and value are written in different places, run by bash; or none where a change would do more. */

const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';
const END = '--train.seed 1';

type Row = readonly [name: string, script: string, argv: string];

const MENDED: readonly Row[] = [
  [
    'a split copies the reference',
    `X=0.1\n${PPO} --l2 $X ${END}\n`,
    `--actor.adam.weight_decay 0.1 --critic.adam.weight_decay 0.1 ${END}`,
  ],
  [
    'a split copies the quoted reference',
    `X=0.1\n${PPO} --l2 "$X" ${END}\n`,
    `--actor.adam.weight_decay 0.1 --critic.adam.weight_decay 0.1 ${END}`,
  ],
  [
    'a split copies the braces',
    `X=0.1\n${PPO} \\\n  --l2 "\${X}" \\\n  ${END}\n`,
    `--actor.adam.weight_decay 0.1 --critic.adam.weight_decay 0.1 ${END}`,
  ],
  [
    'a split in an array',
    `X=0.1\nA=(\n  --l2 "$X" # decay\n  ${END}\n)\n${PPO} "\${A[@]}"\n`,
    `--actor.adam.weight_decay 0.1 --critic.adam.weight_decay 0.1 ${END}`,
  ],
  [
    'a split in a string',
    `X=0.1\nA="--l2 $X ${END}"\n${PPO} $A\n`,
    `--actor.adam.weight_decay 0.1 --critic.adam.weight_decay 0.1 ${END}`,
  ],
  [
    'a split of a composed value',
    `X=1\n${PPO} --l2 "0.$X" ${END}\n`,
    `--actor.adam.weight_decay 0.1 --critic.adam.weight_decay 0.1 ${END}`,
  ],
  [
    'a split of = with a reference',
    `X=0.1\n${PPO} --l2="$X" ${END}\n`,
    `--actor.adam.weight_decay=0.1 --critic.adam.weight_decay=0.1 ${END}`,
  ],
  ['a flag goes with the reference', `X=0.1\n${PPO} --ptx_coef $X ${END}\n`, END],
  ['a flag goes with the quoted reference', `X=0.1\n${PPO} ${END} \\\n  --ptx_coef "\${X}"\n`, END],
  ['a switch behind a variable', `F=--perf\n${PPO} $F ${END}\n`, END],
  ['a switch in a string of its own', `F="--perf"\n${PPO} $F ${END}\n`, END],
  ['a switch in a quoted string of its own', `F="--perf"\n${PPO} ${END} "$F"\n`, END],
  ['True behind a variable', `X=True\n${PPO} --train.colocate_all $X ${END}\n`, `--train.colocate_all ${END}`],
  ['a rename behind a variable', `F=--zero_stage\n${PPO} $F 3 ${END}\n`, `--ds.zero_stage 3 ${END}`],
  ['a rename of a composed flag', `N=stage\n${PPO} --zero_stage=3 ${END}\n`, `--ds.zero_stage=3 ${END}`],
  ['an element of its own in a grown array', `A=(${END})\nif true; then A+=(--perf); fi\n${PPO} "\${A[@]}"\n`, END],
  ['an argument of a function', `run() { ${PPO} "$@"; }\nrun --perf ${END}\n`, END],
  [
    'a value in the argument of a function',
    `run() { ${PPO} --data.max_samples "$1" ${END}; }\nrun 1e3\n`,
    `--data.max_samples 1000 ${END}`,
  ],
  [
    'a value in a loop',
    `for e in grpo; do ${PPO} --algo.advantage.estimator $e ${END}; done\n`,
    `--algo.advantage.estimator group_norm ${END}`,
  ],
  [
    'a value that two flags share',
    `N=1e3\n${PPO} --data.max_samples $N --actor.adam.lr $N ${END}\n`,
    `--data.max_samples 1000 --actor.adam.lr 1e3 ${END}`,
  ],
  [
    'the correction in a string of its own',
    `F="--algo.advantage.is_correction_enable"\n${PPO} $F ${END}\n`,
    `--algo.advantage.is_correction_level token --algo.advantage.is_correction_mode clip ${END}`,
  ],
];

for (const [name, script, argv] of MENDED) {
  test(name, () => {
    const fixed = fixAll(script, { release: '0.11.2' });
    const [launch] = argvsOf([fixed])[0] ?? [];
    assert.deepEqual(launch?.slice(3), argv.split(' '), fixed);
    assert.deepEqual(checkScript(fixed, { release: '0.11.2' }).findings, [], fixed);
  });
}

const LEFT: readonly (readonly [name: string, script: string])[] = [
  ['a split behind a variable that holds the flag only', `F=--l2\n${PPO} $F 0.1 ${END}\n`],
  ['a split of a quoted variable', `F="--ref_reward_offload"\n${PPO} "$F" ${END}\n`],
  ['a value from any number of words', `${PPO} --ptx_coef $@ ${END}\n`],
  ['a value that is not known', `${PPO} --ptx_coef $COEF ${END}\n`],
  [
    'a flag that another launch needs',
    `A=(--data.dataset d)\n${PPO} "\${A[@]}"\ndeepspeed --module openrlhf.cli.train_sft "\${A[@]}"\n`,
  ],
  [
    'a correction whose type is not known',
    `${PPO} --algo.advantage.is_correction_enable --algo.advantage.is_correction_type $T\n`,
  ],
  ['a correction beside words of the caller', `${PPO} --algo.advantage.is_correction_enable "$@"\n`],
  [
    'a correction that is half new',
    `${PPO} --algo.advantage.is_correction_enable --algo.advantage.is_correction_mode mask\n`,
  ],
];

for (const [name, script] of LEFT) {
  test(`no certain fix for ${name}`, () => {
    const { findings } = checkScript(script, { release: '0.11.2' });
    assert.ok(findings.length > 0, script);
    assert.deepEqual(
      findings.flatMap(({ fixes }) => fixes.filter(({ preferred }) => preferred)),
      [],
      script,
    );
  });
}
