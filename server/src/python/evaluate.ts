import type { SyntaxNode } from '@lezer/common';
import { comprehension } from './comprehension.ts';
import { formatString, number, text } from './literals.ts';
import { readArguments } from './callArguments.ts';
import { memberOf } from './members.ts';
import { binary, compare, unary } from './operators.ts';
import { LimitReached, type Frame, type Run } from './run.ts';
import { assign } from './assign.ts';
import { asSet, elements } from './sequences.ts';
import type { PyDict, PyValue } from './model.ts';
import { resolveName, subscript } from './names.ts';
import { children, inner, operands, splitAtCommas, textOf } from './tree.ts';
import { FALSE, NONE, TRUE, bool, setKey, str, truth, tuple, unknown } from './values.ts';

const MAX_DEPTH = 400;

/** The value of an expression; what is not decided is `unknown` with its source. */
export function evaluate(run: Run, frame: Frame, node: SyntaxNode): PyValue {
  run.tick();
  if (run.depth > MAX_DEPTH) throw new LimitReached();
  run.depth++;
  try {
    const isText = node.name === 'FormatString' || node.name === 'ContinuedString';
    return expression(run, frame, node) ?? unknown(textOf(frame.source, node), isText ? 'str' : undefined);
  } finally {
    run.depth--;
  }
}

function expression(run: Run, frame: Frame, node: SyntaxNode): PyValue | undefined {
  const of = (child: SyntaxNode | undefined | null): PyValue | undefined =>
    child ? evaluate(run, frame, child) : undefined;
  switch (node.name) {
    case 'VariableName':
      return resolveName(run, frame, textOf(frame.source, node));
    case 'Number':
      return number(textOf(frame.source, node));
    case 'Boolean':
      return textOf(frame.source, node) === 'True' ? TRUE : FALSE;
    case 'None':
      return NONE;
    case 'String':
      return text(run, frame, node);
    case 'FormatString':
      return formatString(run, frame, node);
    case 'ContinuedString': {
      const parts = children(node).map((part) => of(part));
      const texts = parts.map((part) => (part?.kind === 'str' ? part.value : undefined));
      return texts.includes(undefined) ? undefined : str(texts.join(''), run.at(frame, node));
    }
    case 'ParenthesizedExpression':
      return of(operands(node)[0]);
    case 'TupleExpression': {
      const items = elements(run, frame, inner(node));
      return items && tuple(items);
    }
    case 'ArrayExpression': {
      const items = elements(run, frame, inner(node));
      return items && { kind: 'list', items, born: run.conditions.length };
    }
    case 'SetExpression': {
      const items = elements(run, frame, inner(node));
      return items && asSet(items);
    }
    case 'DictionaryExpression':
      return dictionary(run, frame, node);
    case 'ArrayComprehensionExpression':
    case 'ComprehensionExpression':
    case 'ArgList':
    case 'SetComprehensionExpression':
    case 'DictionaryComprehensionExpression':
      return comprehension(run, frame, node);
    case 'UnaryExpression': {
      const [operator, operand] = children(node);
      const value = of(operand);
      if (!operator || !value) return undefined;
      if (operator.name !== 'not') return unary(textOf(frame.source, operator), value);
      const decided = truth(value);
      return decided === undefined ? undefined : bool(!decided);
    }
    case 'BinaryExpression':
      return binaryExpression(run, frame, node);
    case 'ConditionalExpression': {
      const [yes, , test, , no] = children(node);
      const value = of(test);
      const decided = value && truth(value);
      return decided === undefined ? undefined : of(decided ? yes : no);
    }
    case 'NamedExpression': {
      const [target, , source] = children(node);
      const value = of(source);
      if (target && value) assign(run, frame, [target], value);
      return value;
    }
    case 'LambdaExpression': {
      const scope = frame.scope;
      const source = textOf(frame.source, node);
      return { kind: 'function', name: 'lambda', source: frame.source, node, scope, defaults: new Map(), text: source };
    }
    case 'MemberExpression': {
      const [object, ...rest] = children(node);
      // The grammar takes `1.` and `1.e5` for attributes of an integer.
      if (object?.name === 'Number') return number(textOf(frame.source, node));
      const value = of(object);
      if (!value) return undefined;
      const property = rest.at(-1);
      if (property?.name === 'PropertyName') return memberOf(run, frame, value, textOf(frame.source, property), node);
      return subscript(
        value,
        rest.slice(1, -1).map((part) => (part.name === ':' ? ':' : evaluate(run, frame, part))),
      );
    }
    case 'CallExpression': {
      const [callee, args] = children(node);
      const value = of(callee);
      if (!value || args?.name !== 'ArgList') return undefined;
      return run.steps.call(run, frame, value, readArguments(run, frame, args), node);
    }
    default:
      return undefined;
  }
}

function dictionary(run: Run, frame: Frame, node: SyntaxNode): PyValue | undefined {
  const dict: PyDict = { kind: 'dict', entries: [], born: run.conditions.length };
  for (const group of splitAtCommas(inner(node))) {
    const [key, second, value] = group;
    if (key?.name === '**' && second) {
      const spread = evaluate(run, frame, second);
      if (spread.kind !== 'dict' || spread.broken !== undefined) return undefined;
      for (const [name, item] of spread.entries) setKey(dict, name, item);
    } else if (key && second?.name === ':' && value)
      setKey(dict, evaluate(run, frame, key), evaluate(run, frame, value));
    else return undefined;
  }
  return dict;
}

function binaryExpression(run: Run, frame: Frame, node: SyntaxNode): PyValue | undefined {
  const [leftNode, ...rest] = children(node);
  const rightNode = rest.at(-1);
  if (!leftNode || !rightNode) return undefined;
  // The grammar takes `1.e-5` for a subtraction.
  if (/^[\d_]+\.e[+-]\d+$/i.test(textOf(frame.source, node))) return number(textOf(frame.source, node));
  const operator = rest
    .slice(0, -1)
    .map((part) => textOf(frame.source, part))
    .join(' ');
  if (operator === 'and' || operator === 'or') {
    const left = evaluate(run, frame, leftNode);
    const decided = truth(left);
    if (decided === undefined) {
      // The right side runs or not; whatever it would do is seen as happening under a condition.
      run.conditions.push(
        operator === 'and' ? textOf(frame.source, leftNode) : `not (${textOf(frame.source, leftNode)})`,
      );
      try {
        evaluate(run, frame, rightNode);
      } finally {
        run.conditions.pop();
      }
      return undefined;
    }
    return decided === (operator === 'and') ? evaluate(run, frame, rightNode) : left;
  }
  const right = evaluate(run, frame, rightNode);
  const isComparison = (op: string) => /^(==|!=|<=?|>=?|in|not in|is|is not)$/.test(op);
  if (!isComparison(operator)) {
    const left = evaluate(run, frame, leftNode);
    const isText = left.kind === 'str' && (operator === '%' || operator === '+');
    return binary(operator, left, right) ?? (isText ? unknown(textOf(frame.source, node), 'str') : undefined);
  }
  // `a < b < c` compares b with both: the left side of the outer comparison is itself one.
  const chained = leftNode.name === 'BinaryExpression' ? children(leftNode) : [];
  const innerOperator = chained
    .slice(1, -1)
    .map((part) => textOf(frame.source, part))
    .join(' ');
  const left = evaluate(run, frame, leftNode);
  const middle = chained.at(-1);
  if (middle && isComparison(innerOperator)) {
    const before = truth(left);
    if (before !== true) return before === false ? FALSE : undefined;
    const decided = compare(operator, evaluate(run, frame, middle), right);
    return decided === undefined ? undefined : bool(decided);
  }
  const decided = compare(operator, left, right);
  return decided === undefined ? undefined : bool(decided);
}
