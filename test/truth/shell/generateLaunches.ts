import type { Scope } from './generateScope.ts';
import { knownTest, unknownTest } from './generateTests.ts';
import { anyLiteral, flagWords, literal, names, scalarReference } from './generateWords.ts';
import type { Node } from './tree.ts';
import { command } from './tree.ts';

const modules = ['train_ppo_ray', 'train_sft', 'train_rm', 'train_dpo', 'serve_rm'] as const;

/** A launch that every `sh` understands alike. */
export function posixLaunch(scope: Scope): Node {
  const words = flagWords(scope.random, 0).filter((text) => !text.includes("$'"));
  return command(`python3 -m openrlhf.cli.${scope.random.pick(modules)} --id ${++scope.counter.launches}`, words);
}

/** A launch in one of the ways in which people start one. */
export function launch(scope: Scope, depth: number, more: readonly string[] = []): Node {
  const { random } = scope;
  const id = ++scope.counter.launches;
  const module = `openrlhf.cli.${random.pick(modules)}`;
  const words = [...Array.from({ length: random.int(5) }, () => flagWords(random, depth - 1)).flat(), ...more];
  const between = random.chance(0.3)
    ? words.map((text, i) => (i > 0 && random.chance(0.5) ? `\\\n  ${text}` : text))
    : words;
  const prefix = random.weighted<string>([
    [8, ''],
    [1, `NCCL_DEBUG=INFO ${random.pick(names.scalars)}=${anyLiteral(random)} `],
    [0.5, 'time '],
    [0.5, 'nohup '],
    [0.4, 'env A=1 '],
    [0.3, 'command '],
    [0.3, `${knownTest(random)} && `],
    [0.3, `${unknownTest(random)} && `],
    [0.2, `${unknownTest(random)} || `],
    [0.3, 'cd . && '],
    [0.2, '! '],
    [0.2, 'timeout 100 '],
  ]);
  const tail = random.weighted<string>([
    [8, ''],
    [1, ' > /dev/null 2>&1'],
    [1, ' 2>&1 | cat'],
    [0.5, ' > /dev/null &\nwait'],
    [0.4, ' || true'],
    [0.4, ' # and a comment'],
    [0.3, ' \\\n'],
    [0.3, ` && ${random.pick(names.scalars)}=done`],
  ]);
  const launcher = random.weighted<string>([
    [6, `python3 -m ${module}`],
    [1, `python -u -m ${module}`],
    [1.5, `deepspeed --num_gpus 8 --module ${module}`],
    [1.5, `ray job submit --address auto -- python3 -m ${module}`],
    [0.7, `torchrun --nproc_per_node ${scalarReference(random)} -m ${module}`],
    [0.5, `srun -N 1 python3 -m ${module}`],
    [0.3, `accelerate launch -m ${module}`],
  ]);
  const between2 =
    between.length > 1 && random.chance(0.1)
      ? [
          ...between.slice(0, 1),
          random.pick(['2>&1', '> /dev/null', '< /dev/null', '2> /dev/null'] as const),
          ...between.slice(1),
        ]
      : between;
  const safeLauncher = launcher.includes('per_node') ? `torchrun --nproc_per_node 8 -m ${module}` : launcher;
  const cmd = `cmd${scope.counter.names++}`;
  const flags = words.join(' ');
  const known = prefix.includes('&&') || prefix.includes('||') || prefix.includes('!') ? '' : prefix;
  return random.weighted<() => Node>([
    [8, () => command(`${prefix}${safeLauncher} --id ${id}`, between2, tail)],
    [0.8, () => command(`${cmd}=${literal(random, `${safeLauncher} --id ${id} --x 5`)}\n$${cmd}`, words)],
    [0.8, () => command(`${cmd}="${safeLauncher} --id ${id} $${random.pick(names.scalars)}"\n$${cmd}`, words)],
    [0.6, () => command(`${cmd}=(${safeLauncher} --id ${id} ${flags})\n${known}"\${${cmd}[@]}"`)],
    [
      0.6,
      () =>
        command(
          `eval "${safeLauncher} --id ${id}"`,
          words.filter((text) => /^[\w.=-]+$/.test(text)),
        ),
    ],
    [
      0.5,
      () =>
        command(
          `read -r -d '' ${cmd} <<EOF\n${module} \\\n  --id ${id} \\\n  --x $${random.pick(names.scalars)}\nEOF\npython3 -m $${cmd}`,
          words,
        ),
    ],
  ])();
}
