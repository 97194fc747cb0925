import type { SyntaxNode } from '@lezer/common';
import { functionOutline } from '../outline/functions.ts';
import { children, inner, splitAtCommas, textOf } from '../tree.ts';
import { awaited } from './awaiting.ts';
import { readArguments } from './arguments.ts';
import { asTruth, assume, truthOf } from './conditions.ts';
import { comprehension } from './comprehensions.ts';
import { type Abstract, type Atom, atomsOf, isLoose, mapAtoms, oneOf, unknown } from './domain.ts';
import { dictionary, displayed } from './displays.ts';
import { joinAll } from './join.ts';
import { numberLiteral, stringLiteral } from './literals.ts';
import { type Frame, type Machine, enclosing, locate } from './machine.ts';
import { attribute } from './members.ts';
import { lookup } from './names.ts';
import { newDict, newList, withUpdate } from './objects.ts';
import { arithmetic, comparison, unary } from './operators.ts';
import { escape, havocEscaped, type State } from './state.ts';
import { subscript } from './subscripts.ts';
import { joinWays } from './ways.ts';

/** What an expression gives on one way; the state is changed by what it does. */
export function evaluate(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Abstract {
  machine.tick();
  const at = locate(frame, node);
  const { source } = frame.file;
  switch (node.name) {
    case 'Number':
      return numberLiteral(textOf(source, node), at);
    case 'String':
      return stringLiteral(source, node, at);
    case 'ContinuedString':
    case 'FormatString':
      evaluateReplacements(machine, frame, state, node);
      return stringLiteral(source, node, at);
    case 'Boolean':
      return { kind: 'bool', value: textOf(source, node) === 'True', at };
    case 'None':
      return { kind: 'none', at };
    case 'VariableName':
      return lookup(machine, frame, state, textOf(source, node), at);
    case 'ParenthesizedExpression': {
      const [only] = inner(node);
      return only ? evaluate(machine, frame, state, only) : unknown(at);
    }
    case 'TupleExpression':
      return tuple(machine, frame, state, inner(node), node);
    case 'ArrayExpression': {
      const content = displayed(machine, frame, state, splitAtCommas(inner(node)));
      return newList(machine, frame, state, node, content);
    }
    case 'SetExpression': {
      const { items, element } = displayed(machine, frame, state, splitAtCommas(inner(node)));
      return newList(machine, frame, state, node, { items: null, element: joinAll(items ?? []) ?? element }, 'set');
    }
    case 'DictionaryExpression':
      return dictionary(machine, frame, state, node);
    case 'ArrayComprehensionExpression':
    case 'SetComprehensionExpression':
    case 'DictionaryComprehensionExpression':
    case 'ComprehensionExpression':
      return comprehension(machine, frame, state, node, inner(node));
    case 'UnaryExpression':
      return unaryExpression(machine, frame, state, node);
    case 'BinaryExpression':
      return binaryExpression(machine, frame, state, node);
    case 'ConditionalExpression':
      return conditional(machine, frame, state, node);
    case 'MemberExpression':
      return member(machine, frame, state, node);
    case 'CallExpression':
      return callExpression(machine, frame, state, node);
    case 'AwaitExpression': {
      const operand = node.lastChild;
      return operand ? awaited(machine, frame, state, evaluate(machine, frame, state, operand), node) : unknown(at);
    }
    case 'LambdaExpression':
      return {
        kind: 'function',
        fn: functionOutline(frame.file, node),
        closure: enclosing(frame),
        at,
      };
    case 'NamedExpression': {
      const [target, , value] = children(node);
      const result = value ? evaluate(machine, frame, state, value) : unknown(at);
      if (target?.name === 'VariableName') state.set(frame.walrus, textOf(source, target), result);
      return result;
    }
    case 'YieldExpression':
    case 'YieldStatement':
      for (const part of children(node).slice(1))
        if (!part.type.isError && part.name !== 'from' && part.name !== ',')
          escape(state, [evaluate(machine, frame, state, part)]);
      havocEscaped(state);
      machine.raises(state);
      return unknown(at);
    default:
      return unknown(at);
  }
}

/** Expressions between commas, as `return a, b` has them: one value, or a tuple. */
export function evaluateList(
  machine: Machine,
  frame: Frame,
  state: State,
  nodes: readonly SyntaxNode[],
  whole: SyntaxNode,
): Abstract {
  const [first] = nodes;
  if (nodes.length === 1 && first) return evaluate(machine, frame, state, first);
  return tuple(machine, frame, state, nodes, whole);
}

function tuple(machine: Machine, frame: Frame, state: State, nodes: readonly SyntaxNode[], whole: SyntaxNode): Atom {
  const { items, element } = displayed(machine, frame, state, splitAtCommas(nodes));
  const at = locate(frame, whole);
  if (items) return { kind: 'tuple', items, at };
  return element ? { kind: 'tuple', element, at } : { kind: 'tuple', at };
}

function evaluateReplacements(machine: Machine, frame: Frame, state: State, node: SyntaxNode): void {
  for (const part of children(node)) {
    if (part.name === 'FormatString') evaluateReplacements(machine, frame, state, part);
    if (part.name !== 'FormatReplacement') continue;
    for (const value of children(part))
      if (value.name !== '{' && value.name !== '}' && !value.name.startsWith('Format'))
        evaluate(machine, frame, state, value);
  }
}

function unaryExpression(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Abstract {
  const [operator, operand] = children(node);
  const at = locate(frame, node);
  if (!operator || !operand) return unknown(at);
  const value = evaluate(machine, frame, state, operand);
  if (operator.name === 'not') {
    const truth = truthOf(state, value);
    return truth === undefined ? { kind: 'bool', at } : { kind: 'bool', value: !truth, at };
  }
  return unary(textOf(frame.file.source, operator), value, at);
}

function binaryExpression(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Abstract {
  const parts = children(node);
  const left = parts[0];
  const right = parts.at(-1);
  const at = locate(frame, node);
  if (!left || !right || parts.length < 3) return unknown(at);
  const op = parts
    .slice(1, -1)
    .map((part) => textOf(frame.file.source, part))
    .join(' ');
  if (op === 'and' || op === 'or') return shortCircuit(machine, frame, state, left, right, op === 'or', at);
  // In `a < b < c` the tree has `(a < b) < c`: the value is that of the last comparison, or a false one before.
  const chained = isComparison(op) && left.name === 'BinaryExpression' && isComparison(operatorOf(frame, left));
  const a = evaluate(machine, frame, state, left);
  const b = evaluate(machine, frame, state, right);
  if (chained) return atomsOf(a).every(({ kind }) => kind === 'bool') && plain(b) ? { kind: 'bool', at } : unknown(at);
  if (isComparison(op)) return comparison(op, a, b, at);
  return concatenated(machine, frame, state, op, a, b, node) ?? arithmetic(op, a, b, at);
}

const plain = (value: Abstract): boolean =>
  atomsOf(value).every(({ kind }) => kind === 'bool' || kind === 'int' || kind === 'float' || kind === 'str');

function operatorOf(frame: Frame, node: SyntaxNode): string {
  return children(node)
    .slice(1, -1)
    .map((part) => textOf(frame.file.source, part))
    .join(' ');
}

function isComparison(op: string): boolean {
  return /^(<|>|<=|>=|==|!=|in|not in|is|is not)$/.test(op);
}

/** `+` and `*` of lists, `|` of dicts: new objects. */
function concatenated(
  machine: Machine,
  frame: Frame,
  state: State,
  op: string,
  a: Abstract,
  b: Abstract,
  node: SyntaxNode,
): Abstract | null {
  const at = locate(frame, node);
  const x = a.kind === 'ref' ? state.object(a.id) : undefined;
  const y = b.kind === 'ref' ? state.object(b.id) : undefined;
  if (op === '|' && x?.kind === 'dict' && y?.kind === 'dict') {
    const merged = withUpdate(x, y, true);
    return newDict(machine, frame, state, node, merged.entries, merged.open);
  }
  if (op === '+' && x?.kind === 'list' && y?.kind === 'list') {
    const items = x.items && y.items ? [...x.items, ...y.items] : null;
    const all = [...(x.items ?? []), ...(y.items ?? []), ...[x.element, y.element].flatMap((each) => each ?? [])];
    return newList(machine, frame, state, node, { items, element: items ? null : joinAll(all) });
  }
  const list = x?.kind === 'list' ? x : y?.kind === 'list' ? y : null;
  const factor = list === x ? b : a;
  if (op === '*' && list && (factor.kind === 'int' || factor.kind === 'bool')) {
    const count = factor.kind === 'int' ? factor.value : undefined;
    if (list.items && count !== undefined && count * list.items.length <= 16)
      return newList(machine, frame, state, node, {
        items: Array.from({ length: Math.max(0, count) }, () => list.items ?? []).flat(),
        element: null,
      });
    return newList(machine, frame, state, node, { items: null, element: list.element ?? joinAll(list.items ?? []) });
  }
  if (op === '*' && list && atomsOf(factor).some(({ kind }) => kind === 'unknown' || kind === 'tensor'))
    return unknown(at);
  return null;
}

/** `a or b`: the first where it counts as true, else the second. */
function shortCircuit(
  machine: Machine,
  frame: Frame,
  state: State,
  left: SyntaxNode,
  right: SyntaxNode,
  isOr: boolean,
  at: Atom['at'],
): Abstract {
  const a = evaluate(machine, frame, state, left);
  const truth = truthOf(state, a);
  if (truth === isOr) return a;
  if (truth === !isOr) return evaluate(machine, frame, state, right);
  const further = state.clone();
  assume(frame, further, left, !isOr);
  const b = evaluate(machine, frame, further, right);
  rejoin(state, further);
  const kept = asTruth(state, a, isOr);
  if (further.dead) return kept ?? unknown(at);
  return oneOf([...(kept ? atomsOf(kept) : []), ...atomsOf(b)], isLoose(a) || isLoose(b), at);
}

function conditional(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Abstract {
  const [whenTrue, , test, , whenFalse] = children(node);
  const at = locate(frame, node);
  if (!whenTrue || !test || !whenFalse) return unknown(at);
  const truth = truthOf(state, evaluate(machine, frame, state, test));
  if (truth !== undefined) return evaluate(machine, frame, state, truth ? whenTrue : whenFalse);
  const other = state.clone();
  const takesFirst = assume(frame, state, test, true);
  const takesSecond = assume(frame, other, test, false);
  if (!takesSecond) return evaluate(machine, frame, state, whenTrue);
  if (!takesFirst) {
    state.become(other);
    return evaluate(machine, frame, state, whenFalse);
  }
  const a = evaluate(machine, frame, state, whenTrue);
  const b = evaluate(machine, frame, other, whenFalse);
  const deadFirst = state.dead;
  rejoin(state, other);
  if (deadFirst) return b;
  if (other.dead) return a;
  return oneOf([...atomsOf(a), ...atomsOf(b)], isLoose(a) || isLoose(b), at);
}

function rejoin(state: State, other: State): void {
  state.become(joinWays([state, other]));
}

function member(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Abstract {
  const parts = children(node);
  const [object, separator] = parts;
  const at = locate(frame, node);
  if (!object || !separator) return unknown(at);
  // The grammar takes the float `1.` for the start of an attribute.
  if (object.name === 'Number' && separator.name === '.') {
    const text = textOf(frame.file.source, node).trim();
    return /^[\d_]+\.([eE][+-]?\d+)?$/.test(text) ? numberLiteral(text.replace('.', '.0'), at) : unknown(at);
  }
  const value = evaluate(machine, frame, state, object);
  machine.raises(state);
  if (separator.name === '[') {
    const index = parts.slice(2, -1);
    const keys = index.some(({ name }) => name === ':') ? null : evaluateList(machine, frame, state, index, node);
    if (!keys)
      for (const part of index) if (part.name !== ':' && part.name !== ',') evaluate(machine, frame, state, part);
    return subscript(machine, frame, state, value, keys, index, node);
  }
  const property = parts.at(-1);
  if (property?.name !== 'PropertyName') return unknown(at);
  const name = textOf(frame.file.source, property);
  return mapAtoms(value, at, (atom) => attribute(machine, frame, state, atom, name, node));
}

function callExpression(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Abstract {
  const callee = node.firstChild;
  const list = node.getChild('ArgList');
  const at = locate(frame, node);
  if (!callee || !list) return unknown(at);
  const fn = evaluate(machine, frame, state, callee);
  const args = readArguments(machine, frame, state, list);
  machine.raises(state);
  return machine.steps.call(machine, frame, state, fn, args, node);
}
