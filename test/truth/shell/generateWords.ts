import type { Random } from './random.ts';

/** Names that generated scripts use. `outside` comes from the environment only. */
export const names = {
  scalars: ['MODEL', 'OUT', 'NAME', 'EXTRA', 'flags'],
  numbers: ['GPUS', 'NODES', 'TP'],
  arrays: ['ARGS', 'BASE', 'MORE'],
  outside: ['TAG', 'LEVEL', 'SHARD'],
  maps: ['TABLE'],
  keys: ['sft', 'rm', '"a b"', 'k$NAME'],
  references: ['REF'],
} as const;

const plain = [
  '1e-6',
  '128',
  'Qwen/Qwen3-4B',
  'out/run_1.tar.gz',
  'bf16',
  'a.b-c',
  '--x',
  '-1',
  'Group_Norm',
  'k=v',
] as const;
const special = [
  '$?',
  '$$',
  '$RANDOM',
  '$0',
  '$HOME',
  '$PWD',
  '$UID',
  '$HOSTNAME',
  '$USER',
  '$LINENO',
  '$!',
  '$-',
  '$SECONDS',
] as const;
const odd = [
  'two words',
  "it's",
  'a"b',
  '*.jsonl',
  '[ab]',
  '~',
  '$HOME',
  'back\\slash',
  'é→',
  '#hash',
  '{x}',
  '',
  ' lead',
  'a  b ',
  'one\ntwo',
  'a\tb',
  '--y 5',
  'x#y',
  '!',
  '-',
  'a,b',
  '?',
  'a;b',
  '(c)',
  'p&q|r<s>t',
  '%',
  '^',
] as const;

/** Text of a literal word in some style of quoting. */
export function literal(random: Random, value: string): string {
  const bare = /^[\w./=+-]+$/.test(value);
  if (bare && random.chance(0.6)) return value;
  if (!bare && value !== '' && !/[\n\t]/.test(value) && random.chance(0.2))
    return value.replaceAll(/[^\w./=+-]/gu, '\\$&');
  if (value.length > 2 && random.chance(0.15)) {
    const cut = 1 + random.int(value.length - 1);
    if (!/[\ud800-\udfff]/.test(value)) return literal(random, value.slice(0, cut)) + literal(random, value.slice(cut));
  }
  return random.weighted<() => string>([
    [3, () => `"${value.replaceAll(/[\\"$`]/g, '\\$&')}"`],
    [3, () => `'${value.replaceAll("'", "'\\''")}'`],
    [1, () => `$'${value.replaceAll(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')}'`],
  ])();
}

export function anyLiteral(random: Random): string {
  return literal(random, random.chance(0.7) ? random.pick(plain) : random.pick(odd));
}

/** An arithmetic expression without division by something that may be zero. */
export function arithmetic(random: Random, depth: number): string {
  if (depth <= 0 || random.chance(0.3)) {
    return random.weighted<() => string>([
      [3, () => random.pick(names.numbers)],
      [1, () => `$${random.pick(names.numbers)}`],
      [4, () => String(random.int(20))],
      [0.5, () => random.pick(names.outside)],
      [0.5, () => `\${#${random.pick(names.arrays)}[@]}`],
    ])();
  }
  const a = arithmetic(random, depth - 1);
  const b = arithmetic(random, depth - 1);
  return random.weighted<() => string>([
    [3, () => `${a} ${random.pick(['+', '-', '*'] as const)} ${b}`],
    [1, () => `(${a} + ${b}) * 2`],
    [1, () => `${a} ${random.pick(['/', '%'] as const)} ${1 + random.int(9)}`],
    [1, () => `${a} ${random.pick(['>', '<', '==', '!=', '>=', '<='] as const)} ${b} ? ${b} : ${random.int(9)}`],
    [0.5, () => `${random.pick(['-', '!', '~'] as const)}(${a})`],
    [0.5, () => `(${a}) ${random.pick(['<<', '>>', '&', '|', '^', '&&', '||'] as const)} ${random.int(5)}`],
    [0.3, () => `${random.int(5)} ** ${random.int(4)}`],
  ])();
}

function scalarOperation(random: Random, depth: number): string {
  const name = random.weighted<string>([
    [5, random.pick(names.scalars)],
    [1, random.pick(names.outside)],
    [1, random.pick(['1', '2'] as const)],
  ]);
  const inner = (): string => word(random, depth - 1);
  const operation = random.weighted<() => string>([
    [2, () => `:-${inner()}`],
    [0.7, () => `-${inner()}`],
    [1.5, () => `:+${inner()}`],
    [0.5, () => `+${inner()}`],
    [
      1.5,
      () =>
        random.pick([
          '##*/',
          '#*/',
          '%/*',
          '%%/*',
          '%.*',
          '%%.*',
          '##*.',
          '%-*',
          '#*-',
          '#?',
          '%[a-c]',
          '%"*"',
          '##*" "',
        ] as const),
    ],
    [
      2,
      () =>
        random.pick([
          '/a/b',
          '//-/_',
          '//\\//_',
          '/#Q/q',
          '/%c/C',
          '// /',
          '//[0-9]/N',
          '/./',
          '//?/x',
          '/e*/E',
          "//' '/+",
        ] as const),
    ],
    [0.3, () => `/a/${/["'\\]/.test(name) ? 'z' : `$${random.pick(names.scalars)}`}`],
    [1, () => random.pick([',,', '^^', '^', ',', '^^[a-m]'] as const)],
    [1, () => random.pick([':1', ':0:3', ':2:1', ': -2', ':1:-1', ':9', ':GPUS', ':$((1 + 1)):NODES'] as const)],
    [0.3, () => random.pick(['@U', '@L', '@u', '@Q'] as const)],
  ])();
  // A negative length is an error on a short value.
  const safe = operation === ':1:-1' ? ':1:2' : operation;
  return random.chance(0.1) ? `\${#${name}}` : `\${${name}${safe}}`;
}

function arrayExpansion(random: Random): string {
  const name = random.pick(names.arrays);
  return random.weighted<string>([
    [5, `"\${${name}[@]}"`],
    [1, `\${${name}[@]}`],
    [1, `"\${${name}[*]}"`],
    [1, `\${${name}[*]}`],
    [1, `"\${${name}[0]}"`],
    [1, `\${${name}[1]}`],
    [1, `\${#${name}[@]}`],
    [1, `"\${${name}[@]:1}"`],
    [1, `"\${${name}[@]:0:2}"`],
    [0.5, `"\${${name}[@]/#/pre}"`],
    [0.5, `"\${${name}[@]%.*}"`],
    [0.5, `"x\${${name}[@]}y"`],
    [0.4, `\${${name}[@]:+"\${${name}[@]}"}`],
    [0.4, `\${${name}[@]+"\${${name}[@]}"}`],
    [0.4, `"\${${name}[@]:-none}"`],
    [0.4, `$${name}`],
    [0.4, `"\${!${name}[@]}"`],
    [0.4, `"\${${name}[\${#${name}[@]}]}"`],
    [0.4, `"\${${name}[@]^^}"`],
    [0.4, `"\${${name}[@]//a/b}"`],
    [0.4, `"\${${name}[@]: -1}"`],
    [0.3, `"\${${name}[@]:1:1}"`],
    [0.3, `\${${name}[@]//[-.]/_}`],
    [0.3, `"\${${name}[*]:0:2}"`],
    [0.3, `"\${${name}[*]%%-*}"`],
  ]);
}

/** Shell text of one argument; it may expand to any number of words. */
export function word(random: Random, depth: number): string {
  if (depth <= 0) return anyLiteral(random);
  return random.weighted<() => string>([
    [5, () => anyLiteral(random)],
    [3, () => scalarReference(random)],
    [2.5, () => maybeQuoted(random, scalarOperation(random, depth))],
    [2, () => arrayExpansion(random)],
    [1.5, () => maybeQuoted(random, `$((${arithmetic(random, depth)}))`)],
    [2, () => word(random, depth - 1) + word(random, depth - 1)],
    [0.6, () => maybeQuoted(random, `$${random.pick(names.outside)}`)],
    [
      0.7,
      () =>
        maybeQuoted(
          random,
          random.pick([
            '$1',
            '$2',
            '$#',
            '$*',
            '${2:-d}',
            '${@:2}',
            '$3',
            '${!#}',
            '${@: -1}',
            '${1#a}',
            '${2:+x}',
            '${#1}',
            '${@^^}',
          ] as const),
        ),
    ],
    [0.7, () => random.pick(['"$@"', '"${@:2}"', '$@', '"${@:1:1}"', '"pre$@"'] as const)],
    [
      0.5,
      () => random.pick(['{a,b}', 'x{1..3}', '{a,"b c"}z', '{1..2}{x,y}', '--{p,q}=1', '{single}', 'a{,b}'] as const),
    ],
    [0.5, () => maybeQuoted(random, `$(echo ${word(random, depth - 1)})`)],
    [
      0.3,
      () =>
        maybeQuoted(
          random,
          random.pick([
            '$(date +%s)',
            '`hostname`',
            '$(nvidia-smi -L | wc -l)',
            '$(basename /a/b.c .c)',
            '$(dirname a/b/c)',
            '$(printf %s x)',
          ] as const),
        ),
    ],
    [0.5, () => maybeQuoted(random, random.pick(special))],
    [0.3, () => `\${${random.pick(names.outside)}:-${word(random, depth - 1)}}`],
    [0.2, () => `"a\\\nb$${random.pick(names.scalars)}"`],
    [0.2, () => `$"${random.pick(plain)}"`],
    [0.2, () => `$[${random.pick(names.numbers)} + 1]`],
    [0.2, () => `"\${${random.pick(names.maps)}[${random.pick(names.keys)}]}"`],
    [0.2, () => `\${!${random.pick(names.references)}}`],
    [0.3, () => random.pick(['part-*.jsonl', '?', '[0-9]', 'no*match', '~/x', '*.none', 'a?c'] as const)],
  ])();
}

export function scalarReference(random: Random): string {
  const name = random.pick([...names.scalars, ...names.numbers] as [string, ...string[]]);
  return random.pick([
    `$${name}`,
    `"$${name}"`,
    `\${${name}}`,
    `"\${${name}}"`,
    `"pre-$${name}"`,
    `$${name}.x`,
    `x/\${${name}}_y`,
  ] as const);
}

function maybeQuoted(random: Random, text: string): string {
  if (text.includes("$'")) return text;
  return random.chance(/["']/.test(text) ? 0.2 : 0.5) ? `"${text}"` : text;
}

/** A flag with its value, or without. */
export function flagWords(random: Random, depth: number): string[] {
  const flag = `--${random.pick(['actor.adam.lr', 'train.seed', 'ckpt.output_dir', 'data.max_len', 'logger.wandb.run_name', 'train.colocate_all'] as const)}`;
  return random.weighted<() => string[]>([
    [4, () => [flag, word(random, depth)]],
    [1, () => [`${flag}=${word(random, depth)}`]],
    [1, () => [flag]],
    [1.5, () => [word(random, depth)]],
  ])();
}
