import type { SyntaxNode } from '@lezer/common';
import { readArguments } from './callArguments.ts';
import { memberOf } from './members.ts';
import { binary, compare, unary } from './operators.ts';
import { iterate } from './iterate.ts';
import { LimitReached, type Frame, type Run } from './run.ts';
import { Scope } from './scope.ts';
import { assign } from './assign.ts';
import { resolveName, subscript } from './names.ts';
import { convertAndFormat, decodeEscapes, literalOf } from './strings.ts';
import { children, operands, splitAtCommas, textOf } from './tree.ts';
import {
  type PyDict,
  type PyValue,
  FALSE,
  NONE,
  TRUE,
  bool,
  float,
  int,
  list,
  setKey,
  str,
  truth,
  tuple,
  unknown,
} from './values.ts';

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

/** Several expressions with commas between them, as in `for x in 1, 2` or `return a, b`, are a tuple. */
export function evaluateList(run: Run, frame: Frame, nodes: readonly SyntaxNode[]): PyValue {
  const groups = splitAtCommas(nodes);
  const only = groups[0]?.[0];
  if (groups.length === 1 && groups[0]?.length === 1 && only && !nodes.some(({ name }) => name === ','))
    return evaluate(run, frame, only);
  const items = elements(run, frame, nodes);
  return items ? tuple(items) : unknown(nodes.map((node) => textOf(frame.source, node)).join(' '));
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

/** The nodes between the brackets of a display. */
function inner(node: SyntaxNode): SyntaxNode[] {
  return children(node).slice(1, -1);
}

function asSet(items: readonly PyValue[]): PyValue {
  const distinct: PyDict = { kind: 'dict', entries: [] };
  for (const item of items) setKey(distinct, item, item);
  return { kind: 'list', items: distinct.entries.map(([item]) => item), unordered: true };
}

function elements(run: Run, frame: Frame, nodes: readonly SyntaxNode[]): PyValue[] | undefined {
  const items: PyValue[] = [];
  for (const group of splitAtCommas(nodes)) {
    const [first, second] = group;
    if (first?.name === '*' && second) {
      const spread = iterate(evaluate(run, frame, second));
      if (!spread) return undefined;
      items.push(...spread);
    } else if (first && group.length === 1) items.push(evaluate(run, frame, first));
    else return undefined;
  }
  return items;
}

function number(text: string): PyValue | undefined {
  const digits = text.replaceAll('_', '').toLowerCase();
  if (/^(0x[\da-f]+|0o[0-7]+|0b[01]+|\d+)$/.test(digits)) return int(BigInt(digits.replace(/^0+(?=\d)/, '')));
  if (digits.endsWith('j')) return undefined;
  const value = Number(digits);
  return Number.isNaN(value) ? undefined : float(value);
}

function text(run: Run, frame: Frame, node: SyntaxNode): PyValue | undefined {
  const whole = textOf(frame.source, node);
  const literal = literalOf(whole);
  if (!literal || literal.prefix.includes('b')) return undefined;
  const decoded = decodeEscapes(whole.slice(literal.from, literal.to), literal.prefix.includes('r'));
  return decoded === undefined ? undefined : str(decoded, run.at(frame, node));
}

function formatString(run: Run, frame: Frame, node: SyntaxNode): PyValue | undefined {
  const literal = literalOf(textOf(frame.source, node));
  if (!literal) return undefined;
  const raw = literal.prefix.includes('r');
  let result = '';
  let from = node.from + literal.from;
  const take = (to: number): boolean => {
    const piece = decodeEscapes(frame.source.text.slice(from, to), raw);
    result += piece?.replaceAll('{{', '{').replaceAll('}}', '}') ?? '';
    return piece !== undefined;
  };
  for (const part of children(node)) {
    if (part.name !== 'FormatReplacement') continue;
    if (!take(part.from)) return undefined;
    const printed = replacement(run, frame, part);
    if (printed === undefined) return undefined;
    result += printed;
    from = part.to;
  }
  return take(node.from + literal.to) ? str(result, run.at(frame, node)) : undefined;
}

function replacement(run: Run, frame: Frame, node: SyntaxNode): string | undefined {
  const [value, ...rest] = children(node).filter(({ name }) => name !== '{' && name !== '}');
  // `{name=}` prints the source as well; it has no place in an option string.
  if (!value || rest.some(({ name }) => name === 'FormatSelfDoc')) return undefined;
  const conversion = rest.find(({ name }) => name === 'FormatConversion');
  const spec = rest.find(({ name }) => name === 'FormatSpec');
  if (spec?.getChild('FormatReplacement')) return undefined;
  return convertAndFormat(
    evaluate(run, frame, value),
    conversion && textOf(frame.source, conversion).slice(1),
    spec ? textOf(frame.source, spec).slice(1) : '',
  );
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

interface Clause {
  readonly kind: 'for' | 'if';
  readonly targets: SyntaxNode[];
  readonly source: SyntaxNode[];
}

/** `[value for target in items if test …]` and its kin, over decided items. */
function comprehension(run: Run, frame: Frame, node: SyntaxNode): PyValue | undefined {
  const parts = inner(node);
  const start = parts.findIndex(({ name }) => name === 'for' || name === 'async');
  if (start < 1) return undefined;
  const head = parts.slice(0, start);
  const clauses: Clause[] = [];
  let open: { kind: 'for' | 'if'; targets: SyntaxNode[]; source: SyntaxNode[]; inside: boolean } | undefined;
  for (const part of parts.slice(start)) {
    if (part.name === 'async') return undefined;
    if (part.name === 'for' || part.name === 'if') {
      open = { kind: part.name, targets: [], source: [], inside: part.name === 'if' };
      clauses.push(open);
    } else if (part.name === 'in' && open && !open.inside) open.inside = true;
    else if (open?.inside) open.source.push(part);
    else open?.targets.push(part);
  }
  const local: Frame = { source: frame.source, scope: new Scope(frame.scope) };
  const results: PyValue[] = [];
  // The value, or key `:` value.
  const wanted = head.filter(({ name }) => name !== ':');
  const complete = runClauses(run, local, clauses, 0, () => {
    results.push(...wanted.map((part) => evaluate(run, local, part)));
  });
  if (!complete) return undefined;
  if (node.name === 'SetComprehensionExpression') return asSet(results);
  if (node.name !== 'DictionaryComprehensionExpression') return list(results);
  const dict: PyDict = { kind: 'dict', entries: [] };
  for (let i = 0; i + 1 < results.length; i += 2) setKey(dict, results[i] ?? NONE, results[i + 1] ?? NONE);
  return dict;
}

/** Runs the clauses from `index` on; false where an iterable or a test is not decided. */
function runClauses(run: Run, frame: Frame, clauses: readonly Clause[], index: number, body: () => void): boolean {
  const clause = clauses[index];
  if (!clause) {
    body();
    return true;
  }
  const value = evaluateList(run, frame, clause.source);
  if (clause.kind === 'if') {
    const decided = truth(value);
    if (decided === undefined) return false;
    return !decided || runClauses(run, frame, clauses, index + 1, body);
  }
  const items = iterate(value);
  if (!items) return false;
  for (const item of [...items]) {
    assign(run, frame, clause.targets, item);
    if (!runClauses(run, frame, clauses, index + 1, body)) return false;
  }
  return true;
}
