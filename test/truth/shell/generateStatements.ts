import { caseOf, condition, group, loop } from './generateBlocks.ts';
import { functionCall, functionDefinition } from './generateFunctions.ts';
import { launch } from './generateLaunches.ts';
import type { Scope } from './generateScope.ts';
import { stringScript } from './generateStrings.ts';
import { anyTest, knownTest, unknownTest } from './generateTests.ts';
import { arrayAssignment, assignment, heredocRead } from './generateValues.ts';
import { anyLiteral, literal, names, word } from './generateWords.ts';
import type { Node } from './tree.ts';
import { command } from './tree.ts';

export function statements(scope: Scope, count: number, depth: number): Node[] {
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
