import type { SyntaxNode } from '@lezer/common';
import { children, inner } from '../tree.ts';
import { readArguments } from './arguments.ts';
import { assume, truthOf } from './conditions.ts';
import { unknown } from './domain.ts';
import { evaluate } from './expressions.ts';
import { type Frame, type Machine, type Way } from './machine.ts';
import { havocEscaped, type State } from './state.ts';
import { isTransparent } from './invoke.ts';

/**
 * The ways through an expression that is a whole statement, the value of an assignment or of a `return`: a condition, and a call
 * of a workspace function, are followed on each of their ways apart. Others give one way.
 */
export function waysOf(machine: Machine, frame: Frame, state: State, node: SyntaxNode): readonly Way[] {
  switch (node.name) {
    case 'ParenthesizedExpression': {
      const [only, ...more] = inner(node);
      return only && more.length === 0 ? waysOf(machine, frame, state, only) : single(machine, frame, state, node);
    }
    case 'ConditionalExpression': {
      const [whenTrue, , test, , whenFalse] = children(node);
      if (!whenTrue || !test || !whenFalse) break;
      const truth = truthOf(state, evaluate(machine, frame, state, test));
      machine.raises(state);
      if (truth !== undefined) return waysOf(machine, frame, state, truth ? whenTrue : whenFalse);
      const other = state.clone();
      return [
        ...(assume(frame, state, test, true) ? waysOf(machine, frame, state, whenTrue) : []),
        ...(assume(frame, other, test, false) ? waysOf(machine, frame, other, whenFalse) : []),
      ];
    }
    case 'AwaitExpression': {
      const operand = node.lastChild;
      if (operand?.name === 'CallExpression') return waysOfCall(machine, frame, state, operand, true);
      break;
    }
    case 'CallExpression':
      return waysOfCall(machine, frame, state, node, false);
    default:
  }
  return single(machine, frame, state, node);
}

function single(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Way[] {
  const value = evaluate(machine, frame, state, node);
  return state.dead ? [] : [{ state, value }];
}

function waysOfCall(
  machine: Machine,
  frame: Frame,
  state: State,
  node: SyntaxNode,
  isAwaited: boolean,
): readonly Way[] {
  const callee = node.firstChild;
  const list = node.getChild('ArgList');
  const whole = isAwaited && node.parent ? node.parent : node;
  if (!callee || !list) return single(machine, frame, state, whole);
  const fn = evaluate(machine, frame, state, callee);
  const followed =
    fn.kind === 'function' && isTransparent(fn.fn) && !fn.fn.isGenerator && (fn.fn.async !== null) === isAwaited;
  // What is not followed here is evaluated once more as a whole, which changes nothing: a callee is a name or an attribute.
  if (!followed || !isName(callee)) return single(machine, frame, state, whole);
  const args = readArguments(machine, frame, state, list);
  machine.raises(state);
  if (isAwaited) havocEscaped(state);
  const ways = machine.steps.invoke(machine, frame, state, fn, args, node);
  if (!ways) {
    const value = machine.steps.call(machine, frame, state, unknown(fn.at), args, node);
    return [{ state, value }];
  }
  if (isAwaited) for (const way of ways) havocEscaped(way.state);
  return ways;
}

function isName(node: SyntaxNode): boolean {
  if (node.name === 'VariableName') return true;
  return (
    node.name === 'MemberExpression' &&
    node.firstChild !== null &&
    node.lastChild?.name === 'PropertyName' &&
    isName(node.firstChild)
  );
}
