import type { SyntaxNode } from '@lezer/common';
import { children, operands, textOf } from '../tree.ts';
import { atomsOf } from './domain.ts';
import type { Frame } from './machine.ts';
import type { State } from './state.ts';

/** Conditions that were decided on a way, so that they are decided in the same way later. */

/** The operator of a `BinaryExpression`: `not in`, `<`. */
export function operatorOf(frame: Frame, node: SyntaxNode): string {
  return children(node)
    .slice(1, -1)
    .map((part) => textOf(frame.file.source, part))
    .join(' ');
}

interface Key {
  readonly text: string;
  readonly holds: boolean;
  readonly names: readonly string[];
  readonly deep: boolean;
  readonly fragile: boolean;
}

/** What is known of a condition on this way. */
export function factOf(frame: Frame, state: State, test: SyntaxNode): boolean | undefined {
  const key = keyOf(frame, state, test);
  if (!key) return undefined;
  const fact = state.facts.get(key.text);
  return fact ? fact.holds === key.holds : undefined;
}

/** Notes a condition; false where the opposite is known. */
export function remember(frame: Frame, state: State, test: SyntaxNode, holds: boolean): boolean {
  const key = keyOf(frame, state, test);
  if (!key) return true;
  const fact = state.facts.get(key.text);
  const wanted = key.holds === holds;
  if (fact) return fact.holds === wanted;
  state.facts.set(key.text, { holds: wanted, names: key.names, deep: key.deep, fragile: key.fragile });
  return true;
}

/** Functions and methods that give the same for the same, and change nothing. */
const PURE_CALL = /^(len|isinstance|issubclass|hasattr|callable|bool|str|abs|any|all)$/;
const PURE_METHOD = /^(get|startswith|endswith|strip|lower|upper|isdigit|isnumeric)$/;

/** A condition in one way of writing: `a != b` is `not a == b`, `a > b` is `b < a`. `null` where it may be another next time. */
function keyOf(frame: Frame, state: State, test: SyntaxNode): Key | null {
  const names: string[] = [];
  const found = { deep: false, fragile: false };
  if (!isPure(frame, state, test, names, found)) return null;
  const { source } = frame.file;
  const text = (node: SyntaxNode): string => textOf(source, node).replace(/\s+/g, ' ').trim();
  const prefix = `${frame.scope}:`;
  if (test.name === 'UnaryExpression' && test.firstChild?.name === 'not' && test.lastChild) {
    const key = keyOf(frame, state, test.lastChild);
    return key && { ...key, holds: !key.holds };
  }
  const left = test.firstChild;
  const right = test.lastChild;
  if (test.name === 'BinaryExpression' && left && right) {
    const op = operatorOf(frame, test);
    const [base, holds, swap] = CANONICAL[op] ?? [op, true, false];
    const [a, b] = swap ? [text(right), text(left)] : [text(left), text(right)];
    return { text: `${prefix}${a} ${base} ${b}`, holds, names, ...found };
  }
  return { text: prefix + text(test), holds: true, names, ...found };
}

const CANONICAL: Readonly<Record<string, readonly [string, boolean, boolean]>> = {
  '!=': ['==', false, false],
  'not in': ['in', false, false],
  'is not': ['is', false, false],
  '>': ['<', true, true],
  '>=': ['<', false, false],
  '<=': ['<', false, true],
};

function isPure(
  frame: Frame,
  state: State,
  node: SyntaxNode,
  names: string[],
  found: { deep: boolean; fragile: boolean },
): boolean {
  switch (node.name) {
    case 'VariableName': {
      const name = textOf(frame.file.source, node);
      names.push(name);
      const value = frame.locals.has(name) && !frame.shared.has(name) ? state.get(frame.scope, name) : undefined;
      const kinds = value ? atomsOf(value).map(({ kind }) => kind) : [];
      // Objects that can change are told apart from what never does.
      if (!value || kinds.some((kind) => kind === 'ref' || kind === 'tensor' || kind === 'tuple')) found.deep = true;
      if (kinds.includes('unknown')) found.fragile = true;
      return true;
    }
    case 'CallExpression': {
      found.deep = true;
      const callee = node.firstChild;
      const list = node.getChild('ArgList');
      if (!callee || !list) return false;
      const last = callee.lastChild;
      const pure =
        callee.name === 'VariableName'
          ? PURE_CALL.test(textOf(frame.file.source, callee))
          : callee.name === 'MemberExpression' && last && PURE_METHOD.test(textOf(frame.file.source, last));
      if (!pure) return false;
      const object = callee.name === 'MemberExpression' ? callee.firstChild : null;
      if (object && !isPure(frame, state, object, names, found)) return false;
      return operands(list).every((each) => isPure(frame, state, each, names, found));
    }
    case 'MemberExpression':
      found.deep = true;
      return operands(node).every((each) => each.name === 'PropertyName' || isPure(frame, state, each, names, found));
    case 'BinaryExpression':
    case 'UnaryExpression':
    case 'ParenthesizedExpression':
    case 'TupleExpression':
    case 'ArrayExpression':
      // Lists and sets in a condition are written out, and compared only.
      return operands(node).every((each) => isPure(frame, state, each, names, found));
    case 'Number':
    case 'String':
    case 'Boolean':
    case 'None':
    case 'not':
    case 'and':
    case 'or':
    case 'in':
    case 'is':
    case 'ArithOp':
    case 'BitOp':
    case 'CompareOp':
      return true;
    default:
      return false;
  }
}
