import { names } from './generateWords.ts';
import type { Random } from './random.ts';

export function knownTest(random: Random): string {
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

export function unknownTest(random: Random): string {
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

export function anyTest(random: Random): string {
  return random.chance(0.6) ? knownTest(random) : unknownTest(random);
}
