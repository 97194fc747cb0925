import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modelOf, onlyLaunch, showAll, textAt } from './support.ts';

const M = 'openrlhf.cli.train_sft';
const P = 'openrlhf/cli/train_sft.py';

describe('commands that start an entry point', () => {
  const cases: readonly (readonly [command: string, launcher: string, argv: string, wrappers?: string])[] = [
    [`python -m ${M} --a 1`, 'python -m', '--a 1'],
    [`python3.11 -u -W ignore -X dev -m ${M} --a`, 'python3.11 -u -W ignore -X dev -m', '--a'],
    [`python -um ${M}`, 'python -um', ''],
    [`/opt/venv/bin/python3 ${P} --a`, '/opt/venv/bin/python3', '--a'],
    [`./${P} --a`, '', '--a'],
    [`$PYTHON -m ${M} --a`, '… -m', '--a'],
    [`"$PYTHON" -u -m ${M}`, '? -u -m', ''],
    [
      `python -m torch.distributed.run --nproc 8 -m ${M}`,
      'python -m torch.distributed.run --nproc 8 -m',
      '',
      'torch.distributed.run',
    ],
    [`torchrun --nproc_per_node 8 -m ${M} --a`, 'torchrun --nproc_per_node 8 -m', '--a', 'torchrun'],
    [`torchrun --nproc_per_node=8 ${P} --a`, 'torchrun --nproc_per_node=8', '--a', 'torchrun'],
    [`deepspeed --num_gpus 8 --module ${M} --a`, 'deepspeed --num_gpus 8 --module', '--a', 'deepspeed'],
    [`deepspeed --module --num_gpus 8 ${M} --a`, 'deepspeed --module --num_gpus 8', '--a', 'deepspeed'],
    [`deepspeed ${P} --a`, 'deepspeed', '--a', 'deepspeed'],
    [`accelerate launch --config c.yaml -m ${M}`, 'accelerate launch --config c.yaml -m', '', 'accelerate'],
    [`nohup python -m ${M} --a > log 2>&1 &`, 'nohup python -m', '--a', 'nohup'],
    [`sudo -E timeout 3h nice -n 5 python -m ${M}`, 'sudo -E timeout 3h nice -n 5 python -m', '', 'sudo'],
    [`time python -m ${M}`, 'python -m', '', 'time'],
    [`exec python -m ${M}`, 'python -m', '', 'exec'],
    [`command python -m ${M}`, 'python -m', ''],
    [`env A=1 B="x y" python -m ${M}`, 'env A=1 "B=x y" python -m', '', 'env'],
    [`srun -N 1 --gres=gpu:8 python -m ${M} --a`, 'srun -N 1 --gres=gpu:8 python -m', '--a', 'srun'],
    [`conda run -n x python -m ${M}`, 'conda run -n x python -m', '', 'conda'],
    [`uv run python -m ${M}`, 'uv run python -m', '', 'uv'],
    [`docker run --rm image python -m ${M} --a`, 'docker run --rm image python -m', '--a', 'docker'],
    [
      `ray job submit --address=h -- python3 -m ${M} --a`,
      'ray job submit --address=h -- python3 -m',
      '--a',
      'ray job submit',
    ],
    [`bash -c "python -m ${M} --a 'b c'"`, 'python -m', '--a "b c"', 'bash -c'],
    [`bash -lc 'python -m ${M} "$1"' x y`, 'python -m', 'y', 'bash -c'],
    [`srun --ntasks=1 bash -c "cd /x && python -m ${M}"`, 'python -m', '', 'srun bash -c'],
    [`ray job submit -- bash -c "python -m ${M} --a"`, 'python -m', '--a', 'ray job submit bash -c'],
    [`eval "python -m ${M} --a"`, 'python -m', '--a'],
    [`CMD="python -m ${M} --a"\n$CMD --b`, 'python -m', '--a --b'],
    [`CMD=(python -m ${M} --a)\n"\${CMD[@]}" --b`, 'python -m', '--a --b'],
    [`bash <<EOF\npython -m ${M} --a\nEOF`, 'python -m', '--a', 'bash'],
    [`echo "python -m ${M} --a" | bash`, 'python -m', '--a', 'bash'],
    [`bash <<< "python -m ${M} --a"`, 'python -m', '--a', 'bash'],
    [`python -m ${M} --a | tee log`, 'python -m', '--a'],
    [`python -m ${M} --a 2>&1 | tee -a log`, 'python -m', '--a'],
    [`(python -m ${M} --a)`, 'python -m', '--a'],
    [`X=$(python -m ${M} --a)`, 'python -m', '--a'],
    [`if python -m ${M} --a; then echo ok; fi`, 'python -m', '--a'],
    [`xargs -n 1 python -m ${M} --a < list`, 'xargs -n 1 python -m', '--a …', 'xargs'],
  ];
  for (const [command, launcher, argv, wrappers = ''] of cases)
    test(command.replaceAll('\n', '⏎'), () => {
      const launch = onlyLaunch(command);
      assert.deepEqual(
        [showAll(launch.launcher), showAll(launch.argv), launch.wrappers.map((wrapper) => wrapper.kind).join(' ')],
        [launcher, argv, wrappers],
      );
      assert.equal(launch.how, launch.module.value.endsWith('.py') ? 'path' : 'module');
      assert.equal(launch.secondShell, command.startsWith('ray job submit'));
      assert.equal(textAt(command, launch.module.location), launch.module.value);
    });
});

describe('commands that start none', () => {
  const cases = [
    'python -m molt.cli.train_rl_ray',
    'python -m pytest',
    `python other.py -m ${M}`,
    `python -c "import x" -m ${M}`,
    `echo python -m ${M}`,
    `pkill -f "python -m ${M}"`,
    `grep -r ${P} .`,
    `vim ${P}`,
    `cp ${P} /tmp`,
    `ls ${M}`,
    `pip install openrlhf`,
    `cat <<EOF > run.sh\npython -m ${M}\nEOF`,
    `bash run.sh ${M}`,
    `python - <<EOF\nimport ${M}\nEOF`,
    `ray job submit -- python other.py`,
    `which python && command -v ${M}`,
  ];
  for (const command of cases)
    test(command.replaceAll('\n', '⏎'), () => {
      assert.deepEqual(modelOf(command).launches, []);
    });
});

describe('the environment of a launch', () => {
  const envOf = (script: string): string[] =>
    onlyLaunch(script).env.map(({ name, item }) => `${name}=${showAll([item])}`);
  const cases: readonly (readonly [string, readonly string[]])[] = [
    [`A=1\npython -m ${M}`, []],
    [`export A=1\npython -m ${M}`, ['A=1']],
    [`A=1\nexport A\nA=2\npython -m ${M}`, ['A=2']],
    [`A=1 B=$X python -m ${M}`, ['A=1', 'B=?']],
    [`A=1 true\npython -m ${M}`, []],
    [`env A=1 python -m ${M}`, ['A=1']],
    [`set -a; A=1; set +a; B=2\npython -m ${M}`, ['A=1']],
    [`export A=1; export -n A\npython -m ${M}`, []],
    [`declare -x A=1; B=2\nbash -c 'python -m ${M} "$A" "$B"'`, ['A=1']],
  ];
  for (const [script, expected] of cases)
    test(script.replaceAll('\n', '⏎'), () => {
      assert.deepEqual(envOf(script), expected);
    });
  test('a shell of its own sees what was exported only', () => {
    assert.equal(showAll(onlyLaunch(`A=1; export B=2\nbash -c 'python -m ${M} "$A" "$B"'`).argv), '? 2');
    assert.equal(showAll(onlyLaunch(`A=1\neval 'python -m ${M} "$A"'`).argv), '1');
  });
});

test('other shells are named and not read', () => {
  for (const shell of ['zsh', 'fish'])
    assert.deepEqual(modelOf(`#!/usr/bin/env ${shell}\npython -m ${M}`), {
      launches: [],
      notes: [],
      assignments: [],
      needs: [],
      foreignShell: shell,
    });
  for (const line of ['#!/bin/sh', '#!/usr/bin/env -S bash -e', '\uFEFF#!/bin/bash', ''])
    assert.equal(modelOf(`${line}\npython -m ${M}`).launches.length, 1);
});
