import { anyLiteral, arithmetic, flagWords, literal, names, scalarReference, word } from './generateWords.ts';
import { Random } from './random.ts';
import type { Node } from './tree.ts';
import { command } from './tree.ts';

/** A generated script: its tree and the file that it sources. */
export interface GeneratedScript {
  readonly seed: number;
  readonly body: readonly Node[];
  readonly library: readonly Node[];
}

interface Scope {
  readonly random: Random;
  /** Functions that can be called here. */
  readonly functions: string[];
  readonly inFunction: boolean;
  readonly inLoop: boolean;
  /** Names are defined here for the first time: nothing else has them. */
  readonly counter: { launches: number; names: number };
  /** Name of the file to source, where that is allowed. */
  readonly library: string | undefined;
}

const modules = ['train_ppo_ray', 'train_sft', 'train_rm', 'train_dpo', 'serve_rm'] as const;

const deepest = 3;

/** A script from a seed: constructs of launch scripts, composed up to three deep. `library` names the file it sources. */
export function generate(seed: number, library: string): GeneratedScript {
  const random = new Random(seed);
  const counter = { launches: 0, names: 0 };
  const inner: Scope = { random, functions: [], inFunction: false, inLoop: false, counter, library: undefined };
  const sources = random.chance(0.15);
  const libraryBody = sources ? statements(inner, 1 + random.int(3), deepest - 1) : [];
  const scope: Scope = { ...inner, library: sources ? library : undefined };
  const body = [numbers(scope), ...statements(scope, 3 + random.int(6), deepest)];
  body.push(launch(scope, deepest));
  return { seed, body, library: libraryBody };
}

/** What would stop a script otherwise: numbers are numbers, the reference names a variable, the table is one. */
function numbers({ random }: Scope): Node {
  const values = names.numbers.map((name) => `${name}=${random.int(12)}`).join(' ');
  return command(`${values} REF=NAME\ndeclare -A TABLE=()`);
}

function statements(scope: Scope, count: number, depth: number): Node[] {
  return Array.from({ length: count }, () => statement(scope, depth));
}

function statement(scope: Scope, depth: number): Node {
  const { random } = scope;
  const simple: readonly [number, () => Node][] = [
    [6, () => assignment(scope, depth)],
    [4, () => arrayAssignment(scope, depth)],
    [2, () => heredocRead(scope)],
    [1, () => other(scope, depth)],
  ];
  if (depth <= 0) return random.weighted<() => Node>([[3, () => launch(scope, 1)], ...simple])();
  return random.weighted<() => Node>([
    [5, () => launch(scope, depth)],
    [2, () => condition(scope, depth)],
    [1, () => caseOf(scope, depth)],
    [1.5, () => loop(scope, depth)],
    [1.5, () => functionDefinition(scope, depth)],
    [scope.functions.length > 0 ? 2 : 0, () => functionCall(scope, depth)],
    [1.2, () => stringScript(scope, depth)],
    [1, () => group(scope, depth)],
    [
      scope.library === undefined ? 0 : 1,
      () => command(`${random.pick(['source', '.'] as const)} ./${scope.library ?? ''}`),
    ],
    ...simple,
  ])();
}

function assignment(scope: Scope, depth: number): Node {
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

function arrayAssignment(scope: Scope, depth: number): Node {
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

function heredocRead(scope: Scope): Node {
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

function other(scope: Scope, depth: number): Node {
  const { random } = scope;
  return random.weighted<() => Node>([
    [
      2,
      () =>
        command(
          'set --',
          Array.from({ length: random.int(4) }, () => word(random, depth - 1)),
        ),
    ],
    [1, () => command('shift')],
    [1, () => command('echo', [word(random, depth - 1)])],
    [0.5, () => command(`cd . && ${random.pick(names.scalars)}=${word(random, depth - 1)}`)],
    [0.7, () => command(`${knownTest(random)} && ${random.pick(names.scalars)}=${word(random, depth - 1)}`)],
    [
      0.7,
      () => command(`${unknownTest(random)} && ${random.pick(names.arrays)}+=(--maybe ${word(random, depth - 1)})`),
    ],
    [0.5, () => command(`${unknownTest(random)} || ${random.pick(names.scalars)}=${word(random, depth - 1)}`)],
    [
      0.7,
      () =>
        command(
          random.pick([
            ": # it's a comment",
            '# python3 -m openrlhf.cli.train_sft --old 1\n:',
            ': "nothing"',
            'set -o pipefail',
            'sleep 1',
            'trap "echo done" EXIT',
          ] as const),
        ),
    ],
    [0.1, () => command(`${anyTest(random)} || exit 1`)],
    [0.1, () => command(`if ${anyTest(random)}; then echo usage; exit 2; fi`)],
    [0.3, () => command('shift', ['2'])],
    [scope.inLoop ? 1 : 0, () => command(`${anyTest(random)} && ${random.pick(['break', 'continue'] as const)}`)],
    [scope.inFunction ? 0.6 : 0, () => command(`${anyTest(random)} && return`)],
    [0.5, () => command(`eval ${literal(random, `${random.pick(names.scalars)}=${anyLiteral(random)}`)}`)],
  ])();
}

function knownTest(random: Random): string {
  const name = random.pick(names.scalars);
  return random.weighted<string>([
    [1, '[ 1 = 1 ]'],
    [1, `[[ $${name} == Q* ]]`],
    [1, `[ -z "$${name}" ]`],
    [1, `[ "$${name}" = bf16 ]`],
    [1, `[[ -n $${name} && $${name} != *b* ]]`],
    [1, `(( ${random.pick(names.numbers)} > 4 ))`],
    [1, `[ "$${random.pick(names.numbers)}" -le 6 ]`],
    [0.6, `[[ ! "$${name}" =~ ^[0-9]+$ ]]`],
    [0.5, 'true'],
    [0.5, 'false'],
    [0.5, `(( \${#${random.pick(names.arrays)}[@]} > 2 ))`],
    [0.4, `! [ -n "$${name}" ]`],
    [0.3, `[ $${name} = 128 ]`],
    [0.3, `[[ \${${name}:-x} < m ]]`],
    [0.3, `test "$${name}" != ""`],
  ]);
}

function unknownTest(random: Random): string {
  return random.pick([
    '[ "$TAG" = 3 ]',
    '[ -n "$LEVEL" ]',
    '[[ -f x ]]',
    '[ $# -gt 1 ]',
    '[[ $1 == alpha ]]',
    '(( SHARD > 5 ))',
    '[ "${TAG:-3}" = 3 ]',
    'grep -q node-a <<< "$(hostname)"',
    '[ -n "$LEVEL" ] && [ -n "$TAG" ]',
  ] as const);
}

function anyTest(random: Random): string {
  return random.chance(0.6) ? knownTest(random) : unknownTest(random);
}

function condition(scope: Scope, depth: number): Node {
  const { random } = scope;
  const body = (): Node[] => statements(scope, 1 + random.int(2), depth - 1);
  const parts = [{ open: `if ${anyTest(random)}; then`, body: body() }];
  if (random.chance(0.2)) parts.push({ open: `elif ${anyTest(random)}; then`, body: body() });
  if (random.chance(0.5)) parts.push({ open: 'else', body: body() });
  return { kind: 'block', parts, close: 'fi' };
}

function caseOf(scope: Scope, depth: number): Node {
  const { random } = scope;
  const subject = random.pick([
    `$${random.pick(names.scalars)}`,
    `"$${random.pick(names.scalars)}"`,
    '$1',
    '"$TAG"',
    '$GPUS',
  ] as const);
  const patterns = ['Q*', '"two words"', '3 | 41', '[0-9]*', '*.gz', '*', 'b?16', "''", '(alpha)', '1e-6|128'] as const;
  const parts = Array.from({ length: 1 + random.int(3) }, (_, i) => ({
    open: `${i === 0 ? `case ${subject} in\n` : `${random.pick([';;', ';;', ';;', ';&', ';;&'] as const)}\n`}${random.pick(patterns).replace(/([^)])$/, '$1)')}`,
    body: statements(scope, 1, depth - 1),
  }));
  return { kind: 'block', parts, close: ';;\nesac' };
}

function loop(scope: Scope, depth: number): Node {
  const { random } = scope;
  const inner: Scope = { ...scope, inLoop: true };
  const name = random.pick(names.scalars);
  const count = 1 + random.int(3);
  const body = (): Node[] => statements(inner, 1 + random.int(2), depth - 1);
  const index = `i${scope.counter.names++}`;
  const steps = (open: string): Node => ({
    kind: 'block',
    parts: [{ open, body: [command(`${index}=$((${index} + 1))`), ...body()] }],
    close: 'done',
  });
  return random.weighted<() => Node>([
    [
      4,
      () => ({
        kind: 'block',
        parts: [
          {
            open: `for ${name} in ${Array.from({ length: count }, () => word(random, depth - 1)).join(' ')}; do`,
            body: body(),
          },
        ],
        close: 'done',
      }),
    ],
    [
      1,
      () => ({
        kind: 'block',
        parts: [{ open: `for ${name} in "\${${random.pick(names.arrays)}[@]}"; do`, body: body() }],
        close: 'done',
      }),
    ],
    [
      1,
      () => ({
        kind: 'block',
        parts: [{ open: `for ((${index} = 0; ${index} < ${count}; ${index}++)); do`, body: body() }],
        close: 'done',
      }),
    ],
    [
      1,
      () => ({
        kind: 'block',
        parts: [{ open: `${index}=0`, body: [steps(`while [ $${index} -lt ${count} ]; do`)] }],
        close: ':',
      }),
    ],
    [
      0.5,
      () => ({
        kind: 'block',
        parts: [{ open: `${index}=0`, body: [steps(`until (( ${index} >= ${count} )); do`)] }],
        close: ':',
      }),
    ],
    [0.5, () => ({ kind: 'block', parts: [{ open: `for ${name}; do`, body: body() }], close: 'done' })],
    [
      0.6,
      () => ({
        kind: 'block',
        parts: [
          {
            open: `for ${name} in $(${random.pick(['seq 2', 'echo a b', 'seq 1 2 5', `echo $${random.pick(names.scalars)}`] as const)}); do`,
            body: body(),
          },
        ],
        close: 'done',
      }),
    ],
    [
      0.5,
      () => ({
        kind: 'block',
        parts: [{ open: `while read -r ${name}; do`, body: body() }],
        close: `done <<< ${random.pick(["$'a b\\nc'", 'one', '"$EXTRA"'] as const)}`,
      }),
    ],
    [
      0.4,
      () => ({
        kind: 'block',
        parts: [{ open: `printf '%s\\n' x 'y z' | while read -r ${name}; do`, body: body() }],
        close: 'done',
      }),
    ],
    [0.5, () => argumentLoop(name)],
  ])();
}

/** The loop in which scripts read their own options. */
function argumentLoop(name: string): Node {
  const parts = [
    {
      open: 'while [[ $# -gt 0 ]]; do\ncase "$1" in\n--seed|alpha)',
      body: [command(`${name}="$2"`), command('shift 2 || shift')],
    },
    { open: ';;\n*)', body: [command('shift')] },
  ];
  return { kind: 'block', parts, close: ';;\nesac\ndone' };
}

function functionDefinition(scope: Scope, depth: number): Node {
  const name = `run${scope.counter.names++}`;
  const inner: Scope = { ...scope, functions: [...scope.functions], inFunction: true, inLoop: false };
  const body = statements(inner, 1 + scope.random.int(3), depth - 1);
  if (scope.random.chance(0.7)) body.push(launch(inner, depth, ['"$@"']));
  scope.functions.push(name);
  return {
    kind: 'block',
    parts: [{ open: scope.random.pick([`${name}() {`, `function ${name} {`] as const), body }],
    close: '}',
  };
}

function functionCall(scope: Scope, depth: number): Node {
  const { random } = scope;
  const name = scope.functions[random.int(scope.functions.length)] ?? ':';
  const prefix = random.chance(0.15) ? `${random.pick(names.scalars)}=${anyLiteral(random)} ` : '';
  const words = Array.from({ length: random.int(3) }, () => flagWords(random, depth - 1)).flat();
  return command(
    `${prefix}${name}`,
    words,
    random.pick(['', '', '', ' > /dev/null', ' 2>&1 | cat', ' || true'] as const),
  );
}

function group(scope: Scope, depth: number): Node {
  const { random } = scope;
  const body = statements(scope, 1 + random.int(3), depth - 1);
  const [open, close] = random.pick<readonly [string, string]>([
    ['(', ')'],
    ['{', '}'],
    ['{', '} > /dev/null'],
    ['time {', '}'],
    ['{', '} 2>&1 | cat'],
    ['( cd . && :', ')'],
  ]);
  return { kind: 'block', parts: [{ open, body }], close };
}

function stringScript(scope: Scope, depth: number): Node {
  const { random } = scope;
  const inner: Scope = { ...scope, functions: [], library: undefined, inFunction: false, inLoop: false };
  const body = [numbers(scope), ...statements(inner, 1 + random.int(2), depth - 1)];
  const here = { kind: 'string', quote: 'heredoc', body } as const;
  const words = (): string => (random.chance(0.3) ? ` name ${word(random, depth - 1)}` : '');
  const quote = random.pick(['single', 'single', 'double'] as const);
  return random.weighted<() => Node>([
    [3, () => ({ kind: 'string', before: 'bash -c ', quote, body, after: words() })],
    [2, () => ({ kind: 'string', before: 'eval ', quote, body, after: '' })],
    [1, () => ({ kind: 'string', before: 'srun -N 1 bash -c ', quote, body: [...body, command(':')], after: '' })],
    [1, () => ({ kind: 'string', before: 'ray job submit -- bash -c ', quote, body, after: '' })],
    [1, () => ({ ...here, before: 'bash ', after: '' })],
    [0.5, () => ({ ...here, before: `bash ${random.pick(['-c', '-e -c', '-xc'] as const)} "$(cat `, after: '\n)"' })],
    [0.4, () => ({ ...here, before: 'eval "$(cat ', after: '\n)"' })],
    [
      0.5,
      () => ({
        kind: 'string',
        before: `${random.pick(names.scalars)}=${anyLiteral(random)} bash -c `,
        quote,
        body,
        after: words(),
      }),
    ],
    [
      0.4,
      () => ({
        kind: 'string',
        before: `env ${random.pick(names.scalars)}=${anyLiteral(random)} TP=5 bash -c `,
        quote,
        body,
        after: '',
      }),
    ],
    [
      0.4,
      () => ({
        kind: 'string',
        before: `export ${random.pick(names.scalars)}=${anyLiteral(random)}\nnohup bash -c `,
        quote,
        body,
        after: ' > /dev/null &\nwait',
      }),
    ],
    [
      0.4,
      () => ({
        kind: 'string',
        before: 'script=',
        quote,
        body,
        after: `\n${random.pick(['bash -c "$script"', 'eval "$script"', 'bash <<< "$script"', 'echo "$script" | bash'] as const)}`,
      }),
    ],
    [0.5, () => ({ ...here, before: 'bash -s a "b c" ', after: '' })],
    [0.5, () => ({ kind: 'string', before: 'sh -c ', quote: 'single', body: [posixLaunch(scope)], after: '' })],
  ])();
}

/** A launch that every `sh` understands alike. */
function posixLaunch(scope: Scope): Node {
  const words = flagWords(scope.random, 0).filter((text) => !text.includes("$'"));
  return command(`python3 -m openrlhf.cli.${scope.random.pick(modules)} --id ${++scope.counter.launches}`, words);
}

/** A launch in one of the ways in which people start one. */
function launch(scope: Scope, depth: number, more: readonly string[] = []): Node {
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
