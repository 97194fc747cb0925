import type { Scope } from './generateScope.ts';
import { anyTest } from './generateTests.ts';
import { names, word } from './generateWords.ts';
import type { Node } from './tree.ts';
import { command } from './tree.ts';

export function condition(scope: Scope, depth: number): Node {
  const { random } = scope;
  const body = (): Node[] => scope.statements(scope, 1 + random.int(2), depth - 1);
  const parts = [{ open: `if ${anyTest(random)}; then`, body: body() }];
  if (random.chance(0.2)) parts.push({ open: `elif ${anyTest(random)}; then`, body: body() });
  if (random.chance(0.5)) parts.push({ open: 'else', body: body() });
  return { kind: 'block', parts, close: 'fi' };
}

export function caseOf(scope: Scope, depth: number): Node {
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
    body: scope.statements(scope, 1, depth - 1),
  }));
  return { kind: 'block', parts, close: ';;\nesac' };
}

export function loop(scope: Scope, depth: number): Node {
  const { random } = scope;
  const inner: Scope = { ...scope, inLoop: true };
  const name = random.pick(names.scalars);
  const count = 1 + random.int(3);
  const body = (): Node[] => inner.statements(inner, 1 + random.int(2), depth - 1);
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

export function group(scope: Scope, depth: number): Node {
  const { random } = scope;
  const body = scope.statements(scope, 1 + random.int(3), depth - 1);
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
