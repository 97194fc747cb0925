import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readMarked } from './marked.ts';
import { applyFix, at, checkScript, type Options } from './pipeline.ts';

const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';
const SFT = 'deepspeed --module openrlhf.cli.train_sft';
const T = '--algo.advantage.is_correction_threshold';
const STATED: Options = { release: '0.11.2' };

type Row = readonly [name: string, script: string, options?: Options];

/** What is found, as code and place. */
function found(text: string, options: Options = STATED): (readonly [string, number, number])[] {
  return checkScript(text, options).findings.map(({ code, location }) => [
    code,
    location.range.start,
    location.range.end,
  ]);
}

function rows(title: string, table: readonly Row[]): void {
  describe(title, () => {
    for (const [name, source, options] of table) {
      test(name, () => {
        const { text, expected } = readMarked(source);
        assert.deepEqual(found(text, options), expected, text);
      });
    }
  });
}

test('a mark stands for its text', () => {
  const { text, expected } = readMarked('a «x 1» «y b «z 2»» c');
  assert.equal(text, 'a 1 b 2 c');
  assert.deepEqual(expected, [
    ['x', 2, 3],
    ['y', 4, 7],
    ['z', 6, 7],
  ]);
});

rows('a finding is where the literal is written', [
  ['in the command', `${PPO} --ds.zero_stage «int-literal 2.0»\n`],
  ['behind =', `${PPO} --ds.zero_stage=«int-literal 2.0»\n`],
  ['in quotes', `${PPO} --ds.zero_stage "«int-literal 2.0»" --data.max_samples '«int-literal 1e5»'\n`],
  ['in an assignment', `N=«int-literal 1e5»\n${PPO} --data.max_samples $N\n`],
  ['in a quoted assignment', `N="«int-literal 1e5»"\n${PPO} --data.max_samples "\${N}"\n`],
  ['in a default', `E=\n${PPO} --algo.advantage.estimator "\${E:-«invalid-choice grpo»}"\n`],
  ['in an array', `A=(--data.max_samples «int-literal 1e5»)\n${PPO} "\${A[@]}"\n`],
  ['in a second array', `A=(--data.max_samples)\nA+=(«int-literal 1e5»)\n${PPO} "\${A[@]}"\n`],
  ['in a heredoc', `read -r -d '' A <<EOF\n--data.max_samples «int-literal 1e5»\nEOF\n${PPO} $A\n`],
  ['in bash -c', `bash -c '${PPO} --data.max_samples «int-literal 1e5»'\n`],
  ['in a loop', `for e in gae «invalid-choice grpo»; do ${PPO} --algo.advantage.estimator $e; done\n`],
  ['in an argument', `run() { ${PPO} --data.max_samples "$1"; }\nrun «int-literal 1e5»\nrun 5\n`],
  ['in a branch', `if [ "$1" = big ]; then N=«int-literal 1e5»; else N=100; fi\n${PPO} --data.max_samples $N\n`],
  ['in a composed word', `S=2\n${PPO} --ds.zero_stage «int-literal "$S.0"»\n`],
  ['for a flag', `F=«old-flat-flag --zero_stage»\n${PPO} $F 3\n`],
  ['for a flag in a string', `F="«old-flat-flag --zero_stage» 3"\n${PPO} $F\n`],
]);

rows('what is not known is not judged', [
  ['a default of a variable that the environment may set', `${PPO} --ds.zero_stage "\${STAGE:-2.0}"\n`],
  ['a variable that nobody sets', `${PPO} --ds.zero_stage $STAGE --algo.advantage.estimator "$ESTIMATOR"\n`],
  ['a command', `${PPO} --ds.zero_stage $(cat stage) --ds.param_dtype "$(dtype)"\n`],
  [
    'a positional parameter',
    `${PPO} --ds.zero_stage $1 --ds.zero_stage "\${2}"\n`.replace(' --ds.zero_stage "${2}"', ''),
  ],
  ['words of the caller', `${PPO} "$@"\n`],
  ['words of the caller behind a flag', `${PPO} --ds.zero_stage 3 "$@" --train.seed 1\n`],
  ['a part of a word', `${PPO} --ds.zero_stage 1$X\n`],
  ['an unknown flag', `${PPO} --$FLAG 3\n`],
  ['a missing flag that may be there', `python3 -m openrlhf.cli.lora_combiner "$@"\n`],
  ['the number of values', `${PPO} --actor.adam.betas $BETAS\n`],
  ['a module', `python3 -m $MODULE --zero_stage 3\n`],
  ['a launcher', `$LAUNCHER openrlhf.cli.train_sft --ds.zero_stage 3\n`],
  ['another project', `python3 -m molt.cli.train_rl_ray --zero_stage 3\n`],
  ['a script without a launch', `source ./nothing.sh\necho hf_ExampleExampleExampleExampleExam\n`],
  [
    'a branch that excludes another',
    `if [ "$1" ]; then X=token; Y=1; else X=5; Y=2; fi\nif [ "$1" ]; then :; fi\n${PPO} --ds.zero_stage $Y\n`,
  ],
]);

rows('abbreviations', [
  ['exact beats prefix', `${PPO} --actor.eps_clip 0.2\n`],
  ['unique', `${PPO} «abbrev-used --ckpt.load»\n`],
  ['ambiguous', `${PPO} «ambiguous-abbrev --vllm.enable»\n`],
  ['with =', `${PPO} «abbrev-used --actor.adam.l»=1e-6\n`],
  ['ambiguous from 0.11.1 on', `${PPO} «ambiguous-abbrev --algo.kl.u»\n`, { release: '0.11.1' }],
  ['and not before', `${PPO} «abbrev-used --algo.kl.u»\n`, { release: '0.11.0' }],
  ['ambiguous up to 0.11.1', `${PPO} «ambiguous-abbrev --algo.advantage.is_correction_t» 1 2\n`, { release: '0.11.1' }],
]);

rows('literals', [
  [
    'integers that int() takes',
    `${PPO} --data.max_samples 1_000 --ds.zero_stage ' 3' --eval.steps -1 --train.seed +5\n`,
  ],
  [
    'hexadecimal, empty, infinite',
    `${PPO} --ds.zero_stage «int-literal 0x2» --train.seed inf\n`.replace('inf\n', '«int-literal inf»\n'),
  ],
  ['no digits', `${PPO} --ds.zero_stage «int-literal three»\n`],
  ['ckpt.max_mem is a float here', `${PPO} --ckpt.max_mem inf\n`],
  ['and an integer there', `${SFT} --ckpt.max_mem «int-literal inf»\n`],
  ['floats', `${PPO} --actor.adam.lr 1e-6 --critic.adam.lr .5 --actor.adam.eps 1_0.5\n`],
  ['not floats', `${PPO} --actor.adam.lr «float-literal 1e-6x» --critic.adam.lr «float-literal 1,5»\n`],
  ['each of two values', `${PPO} --actor.adam.betas «float-literal a» «float-literal b»\n`],
  ['negative numbers', `${PPO} --reward.clip_range -1 -.5 --reward.stop_properly_penalty_coef -0.5\n`],
  ['dashes', `${PPO} --reward.clip_range «negative-literal -1e1» 5\n`],
  ['a template with a dash and a space', `${SFT} --data.input_template '- {}'\n`],
  ['choices', `${PPO} --actor.policy_loss_type «invalid-choice PPO» --ds.param_dtype «invalid-choice fp32»\n`],
]);

rows('number of values', [
  ['two', `${PPO} --reward.clip_range -10 10\n`],
  ['one', `${PPO} «nargs2-arity --reward.clip_range» 10 --train.seed 1\n`],
  ['three', `${PPO} --reward.clip_range 1 2 «nargs2-arity 3»\n`],
  ['threshold of 0.11.2', `${PPO} --algo.advantage.is_correction_threshold «is-threshold-single 5.0»\n`],
  ['the last threshold counts', `${PPO} «repeated-flag ${T}» 1 2 3 ${T} 1 2\n`],
  ['the number of thresholds is not known', `${PPO} ${T} 1 2 $MORE\n${PPO} ${T} 5.0 "$@"\n`],
  ['three thresholds, one not known', `${PPO} «is-threshold-count ${T}» 1 2 "$HIGH"\n`],
  [
    'threshold of before',
    `${PPO} «nargs2-arity --algo.advantage.is_correction_threshold» 5.0\n`,
    { release: '0.11.1' },
  ],
  ['no value before a flag', `${PPO} «missing-value --ds.zero_stage» --train.seed 1\n`],
  ['no value at the end', `${PPO} «missing-value --ds.zero_stage»\n`],
  ['an empty variable is no value', `X=\n${PPO} «missing-value --ds.zero_stage» $X\n`],
  ['a list may be empty', `${PPO} --ds.lora.target_modules\n`],
]);

rows('stray words', [
  [
    'an unquoted value with spaces',
    `${SFT} --data.input_template User: «positional-token {}»\n`.replace(
      '«positional-token {}»',
      '«positional-token {}»',
    ),
  ],
  ['before any flag', `${PPO} «positional-token train» --train.seed 1\n`],
  ['an empty word', `${PPO} «positional-token ""» --train.seed 1\n`],
  ['behind a switch', `${PPO} --train.colocate_all «bool-flag-with-value 1» --ds.zero_stage 3\n`],
  ['a switch with =', `${PPO} «bool-flag-eq-value --train.colocate_all=1»\n`],
  ['behind --', `${PPO} --train.seed 1 «positional-token --» --ds.zero_stage 3\n`],
]);

rows('repeated flags', [
  ['in one command', `${PPO} «repeated-flag --train.seed» 1 --ds.zero_stage 3 --train.seed 2\n`],
  ['three times', `${PPO} «repeated-flag --train.seed» 1 «repeated-flag --train.seed» 2 --train.seed 3\n`],
  ['two flags for one thing', `${PPO} «repeated-flag --actor.muon.no_nesterov» --actor.muon.nesterov\n`],
  ['an array and an override', `A=(«repeated-flag --train.seed» 1)\n${PPO} "\${A[@]}" --train.seed 2\n`],
  ['what the caller passes', `run() { ${PPO} --train.seed 1 "$@"; }\nrun --train.seed 2\n`],
  ['in other branches', `if [ "$1" ]; then S="--train.seed 1"; else S="--train.seed 2"; fi\n${PPO} $S\n`],
]);

rows('W&B and other keys', [
  ['a key', `${PPO} --logger.wandb.key «secret-in-script «wandb-secret 0123456789abcdef0123456789abcdef01234567»»\n`],
  [
    'a key behind a variable',
    `KEY=«secret-in-script «wandb-secret 0123456789abcdef0123456789abcdef01234567»»\n${PPO} --logger.wandb.key $KEY\n`,
  ],
  ['a commit', `COMMIT=0123456789abcdef0123456789abcdef01234567\n${PPO} --ckpt.path ./$COMMIT\n`],
  ['a login', `wandb login «secret-in-script 0123456789abcdef0123456789abcdef01234567»\n${PPO} --train.seed 1\n`],
  [
    'in a comment',
    `# export WANDB_API_KEY=«secret-in-script 0123456789abcdef0123456789abcdef01234567»\n${PPO} --train.seed 1\n`,
  ],
  [
    'in the environment of a job',
    `ray job submit --runtime-env-json '{"env_vars": {"WANDB_API_KEY": "«secret-in-script 0123456789abcdef0123456789abcdef01234567»"}}' -- ${PPO} --train.seed 1\n`,
  ],
  [
    'a commit of W&B',
    `pip install git+https://github.com/wandb/wandb@0123456789abcdef0123456789abcdef01234567\n${PPO}\n`,
  ],
  ['a folder of W&B', `export WANDB_DIR=./wandb/0123456789abcdef0123456789abcdef01234567\n${PPO}\n`],
  ['no key', `${PPO} --logger.wandb.key «none-literal None»\n`],
  ['an example key', `export WANDB_API_KEY=0000000000000000000000000000000000000000\n${PPO} --train.seed 1\n`],
  ['True with a login', `wandb login\n${PPO} --logger.wandb.key True\n`],
  ['True without', `${PPO} --logger.wandb.key «wandb-key True»\n`],
  ['flat and left over', `${PPO} «old-flat-flag --use_wandb» «wandb-key {wandb_token}»\n`],
  ['none given', `${PPO} --logger.wandb.key ""\n`],
]);

rows('placeholders', [
  ['in braces', `${PPO} --ckpt.path «placeholder-value {ckpt_path}»\n`],
  ['in angle brackets', `${PPO} --ckpt.path "«placeholder-value <OPENRLHF_ROOT_PATH>»/ckpt"\n`],
  ['in the environment', `HF_HOME=«placeholder-value /path/to/cache» ${PPO} --train.seed 1\n`],
  ['in the launcher', `srun -p "«placeholder-value { partition }»" ${PPO} --train.seed 1\n`],
  ['tokens of models', `${SFT} --data.input_template '<image>{}<|im_end|></s>' --data.input_key '<s>'\n`],
  ['JSON', `ray job submit --runtime-env-json '{"working_dir": "."}' -- ${PPO} --train.seed 1\n`],
  ['a stray ellipsis', `${PPO} --train.seed 1 «placeholder-value ...»\n`],
]);

rows('launchers', [
  ['deepspeed', `${SFT} --train.seed 1\n`],
  ['torchrun', `torchrun --nproc_per_node 8 -m openrlhf.cli.train_sft --train.seed 1\n`],
  ['python alone', `python -m «launcher-mismatch openrlhf.cli.train_rm» --train.seed 1\n`],
  ['python with ranks', `export RANK=0 WORLD_SIZE=1\npython -m openrlhf.cli.train_rm --train.seed 1\n`],
  ['python with ranks before it', `RANK=0 WORLD_SIZE=1 python -m openrlhf.cli.train_rm --train.seed 1\n`],
  ['under srun', `srun python -m openrlhf.cli.train_rm --train.seed 1\n`],
  ['PPO under torchrun', `«launcher-mismatch torchrun» -m openrlhf.cli.train_ppo_ray --train.seed 1\n`],
  ['under srun, in a string', `srun bash -c "python -m openrlhf.cli.train_rm --train.seed 1"\n`],
  ['in a string', `bash -c "python -m «launcher-mismatch openrlhf.cli.train_rm» --train.seed 1"\n`],
  ['ranks that a missing file may set', `«missing-source . ./ranks.sh»\npython -m openrlhf.cli.train_rm\n`],
  ['an environment of that name', `conda run -n deepspeed ${PPO} --train.seed 1\n`],
  ['an image of that name', `docker run --gpus all registry/deepspeed ${PPO} --train.seed 1\n`],
  [
    'a launcher in an environment of that name',
    `conda run -n deepspeed «launcher-mismatch torchrun» -m openrlhf.cli.train_ppo_ray --train.seed 1\n`,
  ],
  [
    'a launcher that is a module',
    `python -m «launcher-mismatch torch.distributed.run» -m openrlhf.cli.train_ppo_ray\n`,
  ],
  ['PPO under ray', `ray job submit -- ${PPO} --train.seed 1\n`],
  ['serve_rm', `python -m openrlhf.cli.serve_rm --port 5000\n`],
]);

rows('modules', [
  ['invented', `python3 -m «unknown-module openrlhf.cli.train_grpo» --actor.x 1\n`],
  ['misspelled', `python3 -m «unknown-module openrlhf.cli.train_ppo_rai»\n`],
  ['of old', `deepspeed --module «unknown-module openrlhf.cli.train_kto»\n`],
  ['a path', `python3 openrlhf/cli/train_ppo_ray.py --train.seed 1\n`],
  ['a path behind -m', `python3 -m «unknown-module openrlhf/cli/train_ppo_ray.py» --train.seed 1\n`],
]);

rows('the comment that states the release', [
  ['known', `# openrlhf: release v0.10.3\n${PPO} --train.seed 1\n`, {}],
  ['older than all', `# openrlhf: release «unknown-release 0.9»\n${PPO} --train.seed 1\n`, {}],
  ['no release', `#!/bin/bash\n  # openrlhf: release «unknown-release main» # of May\n${PPO} --train.seed 1\n`, {}],
  ['newer than all', `# openrlhf: release «unknown-release 99.0»\n${PPO} --train.seed 1\n`, {}],
  ['between two', `# openrlhf: release «unknown-release 0.10.9»\n${PPO} --train.seed 1\n`, {}],
  ['in a script without a launch', `# openrlhf: release main\necho\n`, {}],
  ['overruled', `# openrlhf: release main\n${PPO} --train.seed 1\n`],
]);

test('a flag is no error where the release that is stated may have it', () => {
  const severities = (release: string, flag: string) =>
    checkScript(`# openrlhf: release ${release}\n${PPO} ${flag} 3\n`)
      .findings.filter(({ code }) => code !== 'unknown-release')
      .map(({ severity }) => severity);
  for (const release of ['main', '0.9', '99.0']) assert.deepEqual(severities(release, '--new.flag'), ['warning']);
  assert.deepEqual(severities('0.9', '--zero_stage'), ['warning']);
  for (const release of ['main', '99.0', '0.11.2']) assert.deepEqual(severities(release, '--zero_stage'), ['error']);
  assert.deepEqual(severities('0.11.2', '--new.flag'), ['error']);
  assert.deepEqual(severities('0.9', '--ds.param_dtype'), ['error'], 'what is wrong in any release');
});

rows('the script itself', [
  [
    'a comment behind a backslash',
    `${PPO} \\\n  --train.seed 1 \\\n  «continuation-cut-comment # --ds.zero_stage 2 \\»\n  --ds.zero_stage 3\n`,
  ],
  ['a comment at the end', `${PPO} \\\n  --train.seed 1 \\\n  # --ds.zero_stage 2\n`],
  ['a comment in an array', `A=(\n  --train.seed 1\n  # --zero_stage 2\n)\n${PPO} "\${A[@]}"\n`],
  ['a space behind a backslash', `${PPO} \\\n  --train.seed 1 «continuation-cut-space \\ »\n  --ds.zero_stage 3\n`],
  [
    'flags that are cut off are not judged',
    `${PPO} \\\n  --train.seed 1 «continuation-cut-space \\ »\n  --zero_stage 3\n`,
  ],
]);

test('an unknown flag of a wrapper is a hint, whatever it is called', () => {
  for (const flag of ['--mine 1', '--zero_stage 3', '--adam.lr 1', '--algo.advantage.is_correction_enable']) {
    const { findings } = checkScript(`python3 -m my_package.cli.train_ppo_ray ${flag}\n`, STATED);
    assert.deepEqual(
      findings.map(({ code, severity, fixes }) => [code, severity, fixes.length]),
      [['unknown-flag', 'hint', 0]],
    );
  }
});

test('the known flags of a wrapper are judged', () => {
  const { findings } = checkScript('python3 -m my_package.cli.train_ppo_ray --ds.zero_stage x\n', STATED);
  assert.deepEqual(
    findings.map(({ code, severity }) => [code, severity]),
    [['int-literal', 'error']],
  );
});

test('a name of several settings is no certain fix for one of them', () => {
  for (const [flag, value, choice] of [
    ['--algo.advantage.estimator', 'DAPO', 'group_norm'],
    ['--algo.advantage.is_correction_level', 'tis', 'token'],
  ] as const) {
    const text = `${PPO} ${flag} ${value}\n`;
    const [finding] = checkScript(text, STATED).findings;
    assert.equal(finding?.message.key, 'invalid-choice-part');
    assert.deepEqual(
      finding.fixes.map((fix) => [fix.preferred ?? false, applyFix(text, fix)]),
      [[false, `${PPO} ${flag} ${choice}\n`]],
    );
  }
});

test('a name of two letters is the last part of a flag, or like nothing', () => {
  const suggested = (module: string, flag: string) =>
    checkScript(`python3 -m openrlhf.cli.${module} ${flag} 1\n`, STATED)
      .findings.filter(({ code }) => code === 'unknown-flag' || code === 'ambiguous-abbrev')
      .flatMap(({ fixes }) => fixes.map(({ title }) => title.args?.['flag']));
  assert.deepEqual(suggested('train_ppo_ray', '--lr'), ['--actor.adam.lr', '--critic.adam.lr', '--actor.muon.lr']);
  assert.deepEqual(suggested('train_ppo_ray', '--xy'), []);
  // The beginning of two flags, and the name of none of them.
  assert.deepEqual(suggested('train_sft', '--lr').slice(0, 2), ['--adam.lr', '--muon.lr']);
  assert.deepEqual(suggested('train_ppo_ray', '--actor.lr').slice(0, 1), ['--actor.adam.lr']);
});

test('settings change the severity of a rule or turn it off', () => {
  const text = `${PPO} --ds.zero_stage 2.0\n`;
  const severities = (setting: 'off' | 'hint') =>
    checkScript(text, { ...STATED, severities: { 'int-literal': setting } }).findings.map(({ severity }) => severity);
  assert.deepEqual(severities('off'), []);
  assert.deepEqual(severities('hint'), ['hint']);
});

test('while the release is assumed, a flag of another one is a warning with a comment as one fix', () => {
  const text = `#!/bin/bash\n#SBATCH -N 1\n\n${PPO} --algo.advantage.is_correction_enable\n`;
  const [finding] = checkScript(text).findings;
  assert.equal(finding?.severity, 'warning');
  const stated = finding.fixes.map((fix) => applyFix(text, fix)).find((result) => result.includes('openrlhf: release'));
  assert.equal(stated, text.replace('1\n\n', '1\n# openrlhf: release 0.11.1\n\n'));
});

test('while the release is assumed, flat correction flags are errors that no fix settles by itself', () => {
  const text = `${PPO} --enable_vllm_is_correction\n`;
  const [finding] = checkScript(text).findings;
  assert.equal(finding?.severity, 'error');
  assert.deepEqual(
    finding.fixes.map(({ preferred }) => preferred),
    [undefined, undefined],
  );
  const stated = checkScript(text, { release: '0.11.1' }).findings[0];
  assert.deepEqual(
    stated?.fixes.map((fix) => applyFix(text, fix)),
    [`${PPO} --algo.advantage.is_correction_enable\n`],
  );
});

test('a flat flag is an error in every release, assumed or not', () => {
  const text = `${PPO} --zero_stage 3\n`;
  for (const options of [{}, { release: '0.10.2' }, STATED]) {
    assert.deepEqual(
      checkScript(text, options).findings.map(({ severity }) => severity),
      ['error'],
    );
  }
});

test('related places: the use of a value, the flag of a stray word, the lines that are cut off', () => {
  const related = (text: string): string[] => {
    const checked = checkScript(text, STATED);
    return checked.findings.flatMap((finding) => finding.related.map(({ location }) => at(checked, location)));
  };
  assert.deepEqual(related(`N=1e5\n${PPO} --data.max_samples "$N"\n`), ['"$N"']);
  assert.deepEqual(related(`${PPO} --train.colocate_all True\n`), ['--train.colocate_all']);
  assert.deepEqual(related(`S=2\n${PPO} --ds.zero_stage "$S.0"\n`), ['2']);
  assert.deepEqual(related(`${PPO} \\\n  # c\n  --train.seed 1\n`), ['--train.seed 1']);
});

test('a literal that several launches share is one finding, which names the others', () => {
  const text = `A=(--zero_stage 3)\n${PPO} "\${A[@]}" --train.seed 1\n${PPO} "\${A[@]}" --train.seed 2\n`;
  const checked = checkScript(text, STATED);
  assert.equal(checked.findings.length, 1);
  const [finding] = checked.findings;
  assert.ok(finding?.related.some(({ location }) => at(checked, location).endsWith('--train.seed 2')));
  assert.equal(finding?.fixes.length, 1);
});

test('launches that begin at one place are named once', () => {
  const text = `C="${PPO} --zero_stage 3"\n$C\n$C\nbash -c "$C"\neval "$C --train.seed 1"\n`;
  const checked = checkScript(text, STATED);
  const starts = checked.findings[0]?.related.map(({ location }) => location.range.start) ?? [];
  assert.ok(starts.length > 0);
  assert.equal(new Set(starts).size, starts.length);
});

test('a literal that is right for another launch is left alone', () => {
  const text = `M=(--pretrain m)\n${PPO} "\${M[@]}"\n${SFT} "\${M[@]}"\n`;
  const { findings } = checkScript(text, STATED);
  assert.equal(findings.length, 2, 'the new names differ');
  assert.deepEqual(
    findings.flatMap(({ fixes }) => fixes),
    [],
  );
});

test('a value that serves another flag too is changed where it is used', () => {
  const text = `N=1e5\n${PPO} --data.max_samples $N --actor.adam.lr $N\n`;
  const [finding] = checkScript(text, STATED).findings;
  const [fix] = finding?.fixes ?? [];
  assert.ok(fix);
  assert.equal(applyFix(text, fix), `N=1e5\n${PPO} --data.max_samples 100000 --actor.adam.lr $N\n`);
});

test('a value that the environment shares is left alone there', () => {
  const text = `N=1e3\nTOTAL=$N ${PPO} --data.max_samples $N\n`;
  const [finding] = checkScript(text, STATED).findings;
  const [fix] = finding?.fixes ?? [];
  assert.ok(fix);
  assert.equal(applyFix(text, fix), `N=1e3\nTOTAL=$N ${PPO} --data.max_samples 1000\n`);
});

test('messages never show a key', () => {
  const key = '0123456789abcdef0123456789abcdef01234567';
  const token = 'hf_ExampleExampleExampleExampleExam';
  const text = `export HF_TOKEN=${token}\n${PPO} --logger.wandb.key ${key} ${token}\n`;
  const { findings } = checkScript(text, STATED);
  assert.ok(findings.length >= 4);
  const said = JSON.stringify(findings.map(({ message, related, fixes }) => [message, related, fixes]));
  assert.ok(!said.includes(key) && !said.includes(token), said);
});

test('findings come in the order of the text', () => {
  const text = `N=1e5\n${PPO} --zero_stage 3 --data.max_samples $N junk\n`;
  const starts = checkScript(text, STATED).findings.map(({ location }) => location.range.start);
  assert.deepEqual(
    starts,
    [...starts].sort((a, b) => a - b),
  );
  assert.equal(starts.length, 3);
});
