import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ServiceBench } from '../support/service.ts';

// Accepting an item gives exactly the text behind it, wherever the cursor stands and however much is typed.

const bench = new ServiceBench({
  'file:///work/reward_func.py': '',
  'file:///work/rewards/math.py': '',
  'file:///work/two words.py': '',
  'file:///data/prompts.jsonl': '',
  'file:///work/defaults.sh': '',
});

const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';
const FLAG = '--actor.adam.lr';

/** Name, script before with its cursor, script after. */
type Case = readonly [name: string, before: string, after: string];

function accepting(label: string, cases: readonly Case[]): void {
  for (const [name, before, after] of cases) {
    test(name, async () => {
      assert.equal(await bench.accept(before, label), after);
    });
  }
}

describe('a flag', () => {
  accepting(FLAG, [
    ['after two dashes', `${PPO} --‸`, `${PPO} ${FLAG}`],
    ['after one dash', `${PPO} -‸`, `${PPO} ${FLAG}`],
    ['asked for where nothing is typed', `${PPO} ‸`, `${PPO} ${FLAG}`],
    ['after a section', `${PPO} --actor.‸`, `${PPO} ${FLAG}`],
    ['after a part that is no beginning', `${PPO} --adam_lr‸`, `${PPO} ${FLAG}`],
    ['in the middle of a word', `${PPO} --actor.ad‸am.beta`, `${PPO} ${FLAG}`],
    ['right behind the dashes of a word', `${PPO} --‸actor.beta 1`, `${PPO} ${FLAG} 1`],
    ['at the end of a whole flag', `${PPO} --actor.adam.betas‸ 1`, `${PPO} ${FLAG} 1`],
    ['with a value behind', `${PPO} --act‸ 1e-6`, `${PPO} ${FLAG} 1e-6`],
    ['with a value behind =', `${PPO} --act‸=1e-6`, `${PPO} ${FLAG}=1e-6`],
    ['between a flag and its value-to-be', `${PPO} --ref.num_nodes --‸ 1`, `${PPO} --ref.num_nodes ${FLAG} 1`],
    ['before a comment', `${PPO} --act‸ # the rate`, `${PPO} ${FLAG} # the rate`],
    ['before a redirection', `${PPO} --act‸>log 2>&1 &`, `${PPO} ${FLAG}>log 2>&1 &`],
    ['before a pipe', `${PPO} --act‸| tee log`, `${PPO} ${FLAG}| tee log`],
    ['in a list of commands', `cd x && ${PPO} --act‸; echo done`, `cd x && ${PPO} ${FLAG}; echo done`],
  ]);
});

describe('a flag on continued lines', () => {
  accepting(FLAG, [
    ['in the middle', `${PPO} \\\n  --act‸ \\\n  --use_ms`, `${PPO} \\\n  ${FLAG} \\\n  --use_ms`],
    ['at the end', `${PPO} \\\n  --use_ms \\\n  --act‸\n`, `${PPO} \\\n  --use_ms \\\n  ${FLAG}\n`],
    ['on a line that cuts the command', `${PPO} \\\n  --act‸\n  --use_ms`, `${PPO} \\\n  ${FLAG}\n  --use_ms`],
    ['below a line without a backslash', `${PPO} \\\n  --use_ms\n  --act‸\n`, `${PPO} \\\n  --use_ms\n  ${FLAG}\n`],
    ['below a backslash with a blank', `${PPO} \\ \n  --act‸\n`, `${PPO} \\ \n  ${FLAG}\n`],
    ['below a comment', `${PPO} \\\n  --use_ms # x\n  --act‸\n`, `${PPO} \\\n  --use_ms # x\n  ${FLAG}\n`],
    ['in CRLF lines', `${PPO} \\\r\n  --act‸ \\\r\n  --use_ms\r\n`, `${PPO} \\\r\n  ${FLAG} \\\r\n  --use_ms\r\n`],
    ['at the end of a CRLF line', `${PPO} \\\r\n  --act‸\r\n`, `${PPO} \\\r\n  ${FLAG}\r\n`],
    ['on one CRLF line', `${PPO} --act‸\r\nwait\r\n`, `${PPO} ${FLAG}\r\nwait\r\n`],
  ]);
});

describe('a flag in an array', () => {
  const use = `${PPO} "\${A[@]}"`;
  accepting(FLAG, [
    ['on its line', `A=(\n  --act‸\n)\n${use}`, `A=(\n  ${FLAG}\n)\n${use}`],
    ['before a comment', `A=(\n  --act‸ # x\n)\n${use}`, `A=(\n  ${FLAG} # x\n)\n${use}`],
    ['in quotes', `A=("--act‸")\n${use}`, `A=("${FLAG}")\n${use}`],
    ['added with +=', `A=()\nA+=(--act‸)\n${use}`, `A=()\nA+=(${FLAG})\n${use}`],
    ['not closed', `A=(\n  --act‸\n${use}`, `A=(\n  ${FLAG}\n${use}`],
    ['not closed, in CRLF', `A=(\r\n  --act‸\r\n${use}\r\n`, `A=(\r\n  ${FLAG}\r\n${use}\r\n`],
    ['in an array of the whole command', `C=(${PPO} --act‸)\n"\${C[@]}"`, `C=(${PPO} ${FLAG})\n"\${C[@]}"`],
    [
      'in a branch',
      `A=()\nif [ "$1" ]; then A+=(--act‸); fi\n${use}`,
      `A=()\nif [ "$1" ]; then A+=(${FLAG}); fi\n${use}`,
    ],
  ]);
});

describe('a flag in strings', () => {
  accepting(FLAG, [
    ['in quotes', `${PPO} "--act‸"`, `${PPO} "${FLAG}"`],
    ['in single quotes', `${PPO} '--act‸'`, `${PPO} '${FLAG}'`],
    ['in quotes with a value behind =', `${PPO} "--act‸=1"`, `${PPO} "${FLAG}=1"`],
    ['in quotes that are open', `${PPO} "--act‸\nx=1\n`, `${PPO} "${FLAG}\nx=1\n`],
    ['in bash -c', `bash -c "${PPO} --act‸"`, `bash -c "${PPO} ${FLAG}"`],
    ["in bash -c '…'", `bash -c '${PPO} --act‸ --use_ms'`, `bash -c '${PPO} ${FLAG} --use_ms'`],
    ['in srun … bash -c', `srun -N 2 bash -c "${PPO} --act‸"`, `srun -N 2 bash -c "${PPO} ${FLAG}"`],
    [
      'in a string over lines',
      `bash -c "\n${PPO} \\\n  --act‸ \\\n  --use_ms"`,
      `bash -c "\n${PPO} \\\n  ${FLAG} \\\n  --use_ms"`,
    ],
    ['in a string not closed', `bash -c "${PPO} --act‸\nx=1\n`, `bash -c "${PPO} ${FLAG}\nx=1\n`],
    ['in a string over lines, not closed', `bash -c "\n${PPO} \\\n  --act‸\n`, `bash -c "\n${PPO} \\\n  ${FLAG}\n`],
    ['in escaped quotes', `bash -c "${PPO} \\"--act‸\\""`, `bash -c "${PPO} \\"${FLAG}\\""`],
    ['in eval', `eval "${PPO} --act‸"`, `eval "${PPO} ${FLAG}"`],
    ['in a command kept in a variable', `C="${PPO} --act‸"\n$C`, `C="${PPO} ${FLAG}"\n$C`],
    ['in flags kept in a variable', `F="--use_ms --act‸"\n${PPO} $F`, `F="--use_ms ${FLAG}"\n${PPO} $F`],
    ['in a default', `${PPO} \${F:---act‸}`, `${PPO} \${F:-${FLAG}}`],
  ]);
});

describe('a flag in a heredoc', () => {
  const text = 'openrlhf.cli.train_ppo_ray';
  accepting(FLAG, [
    [
      'read into a variable',
      `read -r -d '' cmd <<EOF\n${text} --act‸ \\\n  --use_ms\nEOF\npython3 -m $cmd`,
      `read -r -d '' cmd <<EOF\n${text} ${FLAG} \\\n  --use_ms\nEOF\npython3 -m $cmd`,
    ],
    [
      'not closed',
      `read -r -d '' cmd <<EOF\n${text} \\\n  --act‸\npython3 -m $cmd\n`,
      `read -r -d '' cmd <<EOF\n${text} \\\n  ${FLAG}\npython3 -m $cmd\n`,
    ],
    ['run by bash', `bash <<EOF\n${PPO} --act‸\nEOF\n`, `bash <<EOF\n${PPO} ${FLAG}\nEOF\n`],
    ['run by bash, not closed', `bash <<'EOF'\n${PPO} --act‸\n`, `bash <<'EOF'\n${PPO} ${FLAG}\n`],
    [
      'in CRLF lines',
      `read -r -d '' cmd <<EOF\r\n${text} --act‸\r\nEOF\r\npython3 -m $cmd\r\n`,
      `read -r -d '' cmd <<EOF\r\n${text} ${FLAG}\r\nEOF\r\npython3 -m $cmd\r\n`,
    ],
  ]);
});

describe('a flag in functions and blocks', () => {
  accepting(FLAG, [
    ['through "$@"', `run() { ${PPO} "$@"; }\nrun --act‸`, `run() { ${PPO} "$@"; }\nrun ${FLAG}`],
    ['in the body', `run() {\n  ${PPO} --act‸\n}\nrun`, `run() {\n  ${PPO} ${FLAG}\n}\nrun`],
    ['in a body that nothing calls', `run() {\n  ${PPO} --act‸\n}\n`, `run() {\n  ${PPO} ${FLAG}\n}\n`],
    ['in a body not closed', `run() {\n  ${PPO} --act‸\n`, `run() {\n  ${PPO} ${FLAG}\n`],
    ['in function name {', `function run {\n  ${PPO} --act‸\n`, `function run {\n  ${PPO} ${FLAG}\n`],
    ['in if, not closed', `if [ "$1" ]; then\n  ${PPO} --act‸\n`, `if [ "$1" ]; then\n  ${PPO} ${FLAG}\n`],
    ['in for, not closed', `for i in 1 2; do\n  ${PPO} --act‸`, `for i in 1 2; do\n  ${PPO} ${FLAG}`],
    ['in case, not closed', `case $1 in\n  a) ${PPO} --act‸`, `case $1 in\n  a) ${PPO} ${FLAG}`],
    ['in a subshell, not closed', `(cd x; ${PPO} --act‸`, `(cd x; ${PPO} ${FLAG}`],
    [
      'in if, not closed, in a function not closed',
      `f() {\n if x; then\n ${PPO} --act‸\n`,
      `f() {\n if x; then\n ${PPO} ${FLAG}\n`,
    ],
  ]);
});

describe('a flag behind launchers', () => {
  const launchers = [
    `ray job submit -- ${PPO}`,
    `ray job submit --address http://x:8265 --runtime-env-json '{"a": 1}' -- ${PPO}`,
    'deepspeed --module openrlhf.cli.train_ppo_ray',
    'torchrun --nproc_per_node 8 -m openrlhf.cli.train_ppo_ray',
    'accelerate launch -m openrlhf.cli.train_ppo_ray',
    'python -u -m openrlhf.cli.train_ppo_ray',
    'python openrlhf/cli/train_ppo_ray.py',
    `CUDA_VISIBLE_DEVICES=0 nohup ${PPO}`,
    `time env X=1 ${PPO}`,
    `exec ${PPO}`,
    'python3 -m my_fork.train_ppo_ray',
  ];
  accepting(
    FLAG,
    launchers.map((launcher) => [launcher, `${launcher} --act‸`, `${launcher} ${FLAG}`]),
  );
});

describe('a flag that begins with a variable', () => {
  accepting(FLAG, [
    ['its section', `S=actor\n${PPO} --$S.ad‸`, `S=actor\n${PPO} --$S.adam.lr`],
    ['its section in braces', `S=actor.adam\n${PPO} "--\${S}.‸"`, `S=actor.adam\n${PPO} "--\${S}.lr"`],
  ]);
});

describe('a value', () => {
  const E = `${PPO} --algo.advantage.estimator`;
  accepting('group_norm', [
    ['behind a space', `${E} ‸`, `${E} group_norm`],
    ['half typed', `${E} gr‸`, `${E} group_norm`],
    ['by another name', `${E} GRPO‸`, `${E} group_norm`],
    ['before another flag', `${E} ‸ --use_ms`, `${E} group_norm --use_ms`],
    ['over another', `${E} g‸ae --use_ms`, `${E} group_norm --use_ms`],
    ['behind =', `${E}=‸`, `${E}=group_norm`],
    ['over another behind =', `${E}=g‸ae`, `${E}=group_norm`],
    ['behind = in quotes', `${PPO} "--algo.advantage.estimator=g‸"`, `${PPO} "--algo.advantage.estimator=group_norm"`],
    ['in quotes behind =', `${E}="‸"`, `${E}="group_norm"`],
    ['in quotes', `${E} "‸"`, `${E} "group_norm"`],
    ['in open quotes', `${E} "g‸\nwait\n`, `${E} "group_norm\nwait\n`],
    ['in a variable', `E=g‸\n${E} $E`, `E=group_norm\n${E} $E`],
    ['in a quoted variable', `E="g‸ae"\n${E} "$E"`, `E="group_norm"\n${E} "$E"`],
    ['in an exported variable', `export E=‸\n${E} $E`, `export E=group_norm\n${E} $E`],
    ['in a default', `${E} \${E:-‸}`, `${E} \${E:-group_norm}`],
    ['in a quoted default', `${E} "\${E:-g‸ae}"`, `${E} "\${E:-group_norm}"`],
    [
      'in the default of an assignment',
      `E=\${1:-x}\nE=\${E2:-g‸}\n${E} $E`,
      `E=\${1:-x}\nE=\${E2:-group_norm}\n${E} $E`,
    ],
    [
      'in an array',
      `A=(--algo.advantage.estimator ‸)\n${PPO} "\${A[@]}"`,
      `A=(--algo.advantage.estimator group_norm)\n${PPO} "\${A[@]}"`,
    ],
    ['in a list of a loop', `for E in gae g‸; do ${E} $E; done`, `for E in gae group_norm; do ${E} $E; done`],
    ['on the next line', `${E} \\\n  ‸\n`, `${E} \\\n  group_norm\n`],
    ['of an abbreviated flag', `${PPO} --algo.advantage.est ‸`, `${PPO} --algo.advantage.est group_norm`],
    ['in CRLF lines', `${E} g‸\r\nwait\r\n`, `${E} group_norm\r\nwait\r\n`],
    ['behind a function', `run() { ${E} "$1"; }\nrun g‸`, `run() { ${E} "$1"; }\nrun group_norm`],
    ['that ends behind a variable', `P=group\n${E} \${P}_‸`, `P=group\n${E} \${P}_norm`],
  ]);
});

describe('values of flags that take two', () => {
  const B = `${PPO} --actor.adam.betas`;
  accepting('0.9 0.95', [
    ['both at once', `${B} ‸`, `${B} 0.9 0.95`],
    ['both, begun', `${B} 0.‸`, `${B} 0.9 0.95`],
    ['before another flag', `${B} ‸ --use_ms`, `${B} 0.9 0.95 --use_ms`],
  ]);
  accepting('0.95', [
    ['the second', `${B} 0.9 ‸`, `${B} 0.9 0.95`],
    ['the second, begun', `${B} 0.9 0.‸`, `${B} 0.9 0.95`],
  ]);
  accepting('0.9', [['the first before a second', `${B} 0.‸ 0.999`, `${B} 0.9 0.999`]]);
  test('the second goes with the first', async () => {
    const { items } = await bench.complete(`${PPO} --actor.eps_clip_low_high 3e-4 ‸`);
    assert.deepEqual(
      items.map(({ label }) => label),
      ['4e-4'],
    );
  });
  test('there is none behind =, which argparse refuses', async () => {
    assert.deepEqual((await bench.complete(`${B}=‸`)).items, []);
  });
});

describe('values of flags that take any number', () => {
  const T = `deepspeed --module openrlhf.cli.train_sft --ds.lora.target_modules`;
  accepting('q_proj v_proj', [['several', `${T} ‸`, `${T} q_proj v_proj`]]);
  accepting('v_proj', [['one more', `${T} q_proj ‸`, `${T} q_proj v_proj`]]);
  test('one that is there is not offered again', async () => {
    const { items } = await bench.complete(`${T} q_proj ‸`);
    assert.ok(items.length > 0 && items.every(({ label }) => label !== 'q_proj'));
  });
});

describe('files', () => {
  const R = `${PPO} --reward.remote_url`;
  accepting('reward_func.py', [
    ['beside the script', `${R} re‸`, `${R} reward_func.py`],
    ['with ./', `${R} ./re‸`, `${R} ./reward_func.py`],
    ['behind =', `${R}=‸`, `${R}=reward_func.py`],
    ['in quotes', `${R} "re‸"`, `${R} "reward_func.py"`],
    ['over another', `${R} re‸xyz.py --use_ms`, `${R} reward_func.py --use_ms`],
  ]);
  accepting('rewards/', [['a folder', `${R} re‸`, `${R} rewards/`]]);
  accepting('math.py', [
    ['in a folder', `${R} rewards/‸`, `${R} rewards/math.py`],
    ['in a folder from a variable', `D=rewards\n${R} $D/‸`, `D=rewards\n${R} $D/math.py`],
    ['in a folder from a quoted variable', `D=rewards\n${R} "$D/ma‸"`, `D=rewards\n${R} "$D/math.py"`],
  ]);
  accepting('prompts.jsonl', [
    ['of an absolute path', `${PPO} --data.prompt_dataset /data/‸`, `${PPO} --data.prompt_dataset /data/prompts.jsonl`],
  ]);
  test('a name that would need quotes is left out', async () => {
    const { items } = await bench.complete(`${R} t‸`);
    assert.ok(items.every(({ label }) => !label.includes(' ')));
  });
});

describe('modules', () => {
  accepting('openrlhf.cli.train_sft', [
    ['for python', 'python3 -m openrlhf.cli.‸', 'python3 -m openrlhf.cli.train_sft'],
    ['half typed', 'python3 -m openrlhf.cli.tr‸', 'python3 -m openrlhf.cli.train_sft'],
    ['from the package on', 'python3 -m openr‸', 'python3 -m openrlhf.cli.train_sft'],
    ['for deepspeed', 'deepspeed --module openrlhf.cli.tr‸', 'deepspeed --module openrlhf.cli.train_sft'],
    [
      'for torchrun',
      'torchrun --nproc_per_node 8 -m openrlhf.cli.‸',
      'torchrun --nproc_per_node 8 -m openrlhf.cli.train_sft',
    ],
    [
      'behind ray',
      'ray job submit -- python3 -m openrlhf.cli.‸',
      'ray job submit -- python3 -m openrlhf.cli.train_sft',
    ],
    ['over another', 'python3 -m openrlhf.cli.train_p‸po_ray --use_ms', 'python3 -m openrlhf.cli.train_sft --use_ms'],
    ['in bash -c', 'bash -c "python3 -m openrlhf.cli.‸"', 'bash -c "python3 -m openrlhf.cli.train_sft"'],
    ['in a variable', 'M=openrlhf.cli.‸\npython3 -m $M', 'M=openrlhf.cli.train_sft\npython3 -m $M'],
    ['with the package in a variable', 'M=openrlhf.cli\npython3 -m $M.‸', 'M=openrlhf.cli\npython3 -m $M.train_sft'],
    [
      'in a heredoc',
      "read -r -d '' C <<EOF\nopenrlhf.cli.‸\nEOF\npython3 -m $C",
      "read -r -d '' C <<EOF\nopenrlhf.cli.train_sft\nEOF\npython3 -m $C",
    ],
  ]);
  for (const marked of [
    'python3 -m pip‸',
    'python3 openrlhf/cli/tr‸',
    'python3 train‸.py',
    'python3 -m http.‸',
    'cat openrlhf.cli.‸',
  ]) {
    test(`none in ${marked}`, async () => {
      assert.deepEqual((await bench.complete(marked)).items, []);
    });
  }
});
