import { posixLaunch } from './generateLaunches.ts';
import type { Scope } from './generateScope.ts';
import { numbers } from './generateScope.ts';
import { anyLiteral, names, word } from './generateWords.ts';
import type { Node } from './tree.ts';
import { command } from './tree.ts';

/** A script in a string, a heredoc or a variable, run by another shell or `eval`. */
export function stringScript(scope: Scope, depth: number): Node {
  const { random } = scope;
  const inner: Scope = { ...scope, functions: [], library: undefined, inFunction: false, inLoop: false };
  const body = [numbers(scope), ...inner.statements(inner, 1 + random.int(2), depth - 1)];
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
