import type { SyntaxNode } from '@lezer/common';
import { textOf, type PythonSource } from '../tree.ts';

/** Statements that only hold others; what they do is asked of these. */
const HOLDS =
  /^(IfStatement|ForStatement|WhileStatement|WithStatement|TryStatement|MatchStatement|FunctionDefinition|ClassDefinition|PassStatement|BreakStatement|ContinueStatement|ScopeStatement)$/;

/** Calls that do not raise, whatever they get. */
const SAFE_CALL = /^(print|len|isinstance|callable|bool|dict|list|set|tuple|(logger|logging|log)\.\w+)$/;

/** True where a statement may raise an exception before it has done anything. */
export function mayRaise(source: PythonSource, node: SyntaxNode): boolean {
  if (HOLDS.test(node.name)) return false;
  return expressionMayRaise(source, node);
}

function expressionMayRaise(source: PythonSource, node: SyntaxNode): boolean {
  switch (node.name) {
    case 'CallExpression': {
      const callee = node.firstChild;
      const list = node.getChild('ArgList');
      const text = callee ? textOf(source, callee) : '';
      const literal =
        /^(torch\.(tensor|as_tensor|zeros|ones|full)|float|int|str)$/.test(text) && list && isLiteral(list);
      const safe = /^(dict|list|set|tuple)$/.test(text)
        ? /^\(\s*(\w+\s*=|\))/.test(list ? textOf(source, list) : '')
        : SAFE_CALL.test(text);
      if (!safe && !literal) return true;
      return list ? inside(source, list) : false;
    }
    case 'MemberExpression':
      // The target of `d[key] = …` is looked at where it is assigned; a key that is written out cannot fail to hash.
      if (isTarget(node)) return node.lastChild?.name !== ']' || inside(source, node);
      return true;
    case '*':
    case '**':
    case 'FormatSpec':
    case 'AwaitExpression':
    case 'RaiseStatement':
    case 'AssertStatement':
    case 'ImportStatement':
    case 'DeleteStatement':
    case 'YieldExpression':
    case 'UpdateStatement':
    case 'ArrayComprehensionExpression':
    case 'SetComprehensionExpression':
    case 'DictionaryComprehensionExpression':
      return true;
    case 'BinaryExpression': {
      const operator = node.firstChild?.nextSibling?.name;
      if (operator !== 'and' && operator !== 'or' && operator !== 'is') return true;
      return inside(source, node);
    }
    case 'LambdaExpression':
    case 'ComprehensionExpression':
    case 'FunctionDefinition':
      return false;
    default:
      return inside(source, node);
  }
}

function inside(source: PythonSource, node: SyntaxNode): boolean {
  for (let child = node.firstChild; child; child = child.nextSibling)
    if (expressionMayRaise(source, child)) return true;
  return false;
}

function isTarget(node: SyntaxNode): boolean {
  return node.parent?.name === 'AssignStatement' && node.nextSibling?.name === 'AssignOp';
}

function isLiteral(list: SyntaxNode): boolean {
  for (let child = list.firstChild; child; child = child.nextSibling) {
    const fine = /^(\(|\)|\[|\]|,|-|Number|Boolean|VariableName|AssignOp|ArithOp)$/.test(child.name);
    if (
      !fine &&
      !(/^(ArrayExpression|UnaryExpression)$/.test(child.name) && isLiteral(child)) &&
      child.name !== 'MemberExpression'
    )
      return false;
    if (child.name === 'VariableName' && child.nextSibling?.name !== 'AssignOp') return false;
  }
  return true;
}
