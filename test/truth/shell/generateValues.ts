import type { Scope } from './generateScope.ts';
import { anyTest } from './generateTests.ts';
import { anyLiteral, arithmetic, flagWords, names, word } from './generateWords.ts';
import type { Node } from './tree.ts';
import { command } from './tree.ts';

export function assignment(scope: Scope, depth: number): Node {
  const { random } = scope;
  const name = random.pick(names.scalars);
  const number = random.pick(names.numbers);
  // `$@` in an assignment joins, brace expansion does not happen: all of it is fair.
  const value = (): string => word(random, depth - 1);
  const declaration = (): string =>
    random.weighted<string>([
      [6, ''],
      [1, 'export '],
      [0.5, 'declare '],
      [scope.inFunction ? 4 : 0, 'local '],
      [scope.inFunction ? 0.3 : 0, 'declare -g '],
    ]);
  return random.weighted<() => Node>([
    [6, () => command(`${declaration()}${name}=${value()}`)],
    [
      3,
      () =>
        command(
          `${declaration()}${number}=${random.chance(0.6) ? random.int(12) : `$((${arithmetic(random, depth - 1)}))`}`,
        ),
    ],
    [2, () => command(`${name}+=${value()}`)],
    [1, () => command(`${name}="$${name} ${random.pick(['--more 1', 'x', '--y'] as const)}"`)],
    [0.7, () => command(`: "\${${name}:=${anyLiteral(random).replaceAll(/["'$`\\}]/g, '')}}"`)],
    [
      0.7,
      () =>
        command(`(( ${number} ${random.pick(['+=', '-=', '*=', '='] as const)} ${arithmetic(random, depth - 1)} ))`),
    ],
    [0.4, () => command(`let ${number}=${number}+${random.int(5)}`)],
    [0.4, () => command(`unset ${random.pick([...names.scalars, ...names.arrays] as [string, ...string[]])}`)],
    [0.6, () => command(`IFS=${random.pick(["','", "$' \\t\\n'", '/', '-', "''"] as const)}`)],
    [0.6, () => command("IFS=$' \\t\\n'")],
    [0.3, () => command(random.pick(['set -f', 'set +f'] as const))],
    [0.6, () => command(`read -r ${name} ${random.pick(names.scalars)} <<< ${value()}`)],
    [0.5, () => command(`${name}=(${value()} ${value()})`)],
    [0.4, () => command(`printf -v ${name} '%s-%s' ${value()} b`)],
    [0.5, () => command(`${name}=${value()} ${random.pick(names.scalars)}=$${name}`)],
    [0.3, () => command(`export ${name} ${random.pick(names.scalars)}`)],
    [0.2, () => command(`export -n ${name}`)],
    [0.2, () => command('unset IFS')],
    [
      0.2,
      () =>
        command(
          random.pick([
            'shopt -s nullglob',
            'set -o noglob',
            'set +o noglob',
            'set -a',
            'set +a',
            'shopt -s extglob',
            'shopt -s lastpipe',
          ] as const),
        ),
    ],
    [0.2, () => command(`unset -n link; declare -n link=${name}\nlink=${value()}`)],
    [scope.inFunction ? 0.5 : 0, () => command(`local IFS=${random.pick([',', '/', '-'] as const)}`)],
    [scope.inFunction ? 0.5 : 0, () => command(`local ${name} ${random.pick(names.scalars)}=${value()}`)],
    [scope.inFunction ? 0.4 : 0, () => command(`local ${name}=$1 ${random.pick(names.scalars)}="\${2:-none}"; shift`)],
    [0.3, () => command(`REF=${random.pick([...names.scalars, ...names.numbers] as [string, ...string[]])}`)],
    [0.3, () => command(`declare -A TABLE=([sft]=${value()} ["a b"]=${value()})`)],
    [0.3, () => command(`TABLE[${random.pick(names.keys)}]=${value()}`)],
    [0.3, () => command(`declare -i ${number}=${random.int(9)}+${random.int(9)}`)],
    [0.3, () => command(`declare -u ${name}=${value()}`)],
    [0.3, () => command(`echo ${value()} | read -r ${name}`)],
    [
      0.3,
      () => command(`read -r ${name} ${random.pick(names.scalars)} ${random.pick(names.scalars)} < <(echo ${value()})`),
    ],
    [
      0.3,
      () =>
        command(
          `IFS=, read -r ${name} ${random.pick(names.scalars)} <<< "${random.pick(['a,b', 'a,b,c', ',x', 'a b'] as const)}"`,
        ),
    ],
    [0.3, () => command(`${name}=$(${anyTest(random)} && echo yes || echo no)`)],
    [0.3, () => command(`${name}=\`echo ${anyLiteral(random).replaceAll(/[^\w./=-]/gu, '')}\``)],
  ])();
}

export function arrayAssignment(scope: Scope, depth: number): Node {
  const { random } = scope;
  const name = random.pick(names.arrays);
  const elements = Array.from({ length: random.int(4) }, () => flagWords(random, depth - 1)).flat();
  const lines = (): Node => {
    const rows = elements.map((element) => {
      const comment = random.chance(0.2)
        ? `  # ${random.pick(["it's a comment", 'plain', '"quoted', '--x 1', '(a) b)'] as const)}`
        : '';
      return `  ${element}${comment}`;
    });
    return command(`${name}${random.pick(['=', '+='] as const)}(\n${rows.join('\n')}\n)`);
  };
  const local = scope.inFunction && random.chance(0.3) ? 'local -a ' : random.chance(0.1) ? 'declare -a ' : '';
  return random.weighted<() => Node>([
    [3, () => command(`${local}${name}=(`, elements, ' )')],
    [3, () => command(`${name}+=(`, elements, ' )')],
    [3, lines],
    [0.7, () => command(`${name}[${random.int(3)}]=${word(random, depth - 1)}`)],
    [0.4, () => command(`${name}[${random.int(3)}]+=${word(random, depth - 1)}`)],
    [0.3, () => command(`unset '${name}[${random.int(3)}]'`)],
    [0.5, () => command(`read -ra ${name} <<< ${word(random, depth - 1)}`)],
    [0.4, () => command(`${name}=([1]=${word(random, depth - 1)} [4]=${word(random, depth - 1)} last)`)],
    [0.4, () => command(`mapfile -t ${name} <<< ${word(random, depth - 1)}`)],
    [0.5, () => command(`${name}=("\${${name}[@]}"`, elements, ' )')],
    [0.5, () => command(`${name}=(`, elements, ` "\${${random.pick(names.arrays)}[@]}")`)],
    [0.4, () => command(`${name}[\${#${name}[@]}]=${word(random, depth - 1)}`)],
    [0.3, () => command(`${name}=($(echo ${word(random, depth - 1)}))`)],
    [0.3, () => command(`IFS=, read -ra ${name} <<< a,${random.pick(['b', '"b c"', '$NAME'] as const)},d`)],
    [0.3, () => command(`${name}=(\${${random.pick(names.scalars)}//-/ })`)],
  ])();
}

export function heredocRead(scope: Scope): Node {
  const { random } = scope;
  const name = random.pick(names.scalars);
  const quoted = random.chance(0.4);
  const dash = random.chance(0.2);
  const count = 1 + random.int(3);
  const rows = Array.from({ length: count }, (_, i) => {
    // A backslash on the last line would swallow the end of the heredoc.
    const backslash = i < count - 1 && random.chance(0.5) ? ' \\' : '';
    const value = random.pick([
      '128',
      `$${random.pick(names.scalars)}`,
      `\${${random.pick(names.scalars)}:-d}`,
      `$((${random.pick(names.numbers)} * 2))`,
      "'a b'",
      '"c"',
      '\\$HOME',
      '# no comment',
      '$(echo sub)',
    ] as const);
    return `${dash ? '\t' : '  '}--${random.pick(['a', 'data.max_len', 'b'] as const)} ${value}${backslash}`;
  });
  const heredoc = `<<${dash ? '-' : ''}${quoted ? "'EOF'" : 'EOF'}\n${rows.join('\n')}\n${dash ? '\t' : ''}EOF`;
  return random.weighted<Node>([
    [3, command(`read -r -d '' ${name} ${heredoc}`)],
    [1, command(`read -d '' ${name} ${heredoc}`)],
    [1, command(`IFS= read -r -d '' ${name} ${heredoc}`)],
    [2, command(`${name}=$(cat ${heredoc}\n)`)],
    [0.5, command(`read -r ${name} ${heredoc}`)],
  ]);
}
