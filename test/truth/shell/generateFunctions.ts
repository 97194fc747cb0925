import { launch } from './generateLaunches.ts';
import type { Scope } from './generateScope.ts';
import { anyLiteral, flagWords, names } from './generateWords.ts';
import type { Node } from './tree.ts';
import { command } from './tree.ts';

export function functionDefinition(scope: Scope, depth: number): Node {
  const name = `run${scope.counter.names++}`;
  const inner: Scope = { ...scope, functions: [...scope.functions], inFunction: true, inLoop: false };
  const body = inner.statements(inner, 1 + scope.random.int(3), depth - 1);
  if (scope.random.chance(0.7)) body.push(launch(inner, depth, ['"$@"']));
  scope.functions.push(name);
  return {
    kind: 'block',
    parts: [{ open: scope.random.pick([`${name}() {`, `function ${name} {`] as const), body }],
    close: '}',
  };
}

export function functionCall(scope: Scope, depth: number): Node {
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
