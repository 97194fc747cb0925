import type { SyntaxNode } from '@lezer/common';
import { children, inner, operands, textOf } from '../tree.ts';
import { type Abstract, type Atom, atomsOf, isLoose, mapAtoms, oneOf } from './domain.ts';
import type { Frame } from './machine.ts';
import type { State } from './state.ts';

/** What conditions decide, and what they say about names on the way where they hold. */

/** Whether a value counts as true; `undefined` where that is not known. */
export function truthOf(state: State, value: Abstract): boolean | undefined {
  const truths = atomsOf(value).map((atom) => truthOfAtom(state, atom));
  const [first] = truths;
  return truths.every((truth) => truth === first) ? first : undefined;
}

function truthOfAtom(state: State, atom: Atom): boolean | undefined {
  switch (atom.kind) {
    case 'none':
      return false;
    case 'bool':
      return atom.value;
    case 'int':
    case 'float':
      return atom.value === undefined ? undefined : atom.value !== 0;
    case 'str':
      return atom.value === undefined ? undefined : atom.value !== '';
    case 'tuple':
      return atom.items ? atom.items.length > 0 : undefined;
    case 'ref':
      return truthOfObject(state, atom.id);
    case 'function':
    case 'class':
    case 'module':
    case 'method':
    case 'coroutine':
    case 'generator':
    case 'dtype':
      return true;
    case 'unknown':
    case 'tensor':
    case 'external':
    case 'iterable':
      return undefined;
  }
}

function truthOfObject(state: State, id: number): boolean | undefined {
  const object = state.object(id);
  if (object?.kind === 'list' || object?.kind === 'set') return object.items ? object.items.length > 0 : undefined;
  if (object?.kind !== 'dict') return undefined;
  if ([...object.entries.values()].some(({ maybe }) => !maybe)) return true;
  return object.open || object.entries.size > 0 ? undefined : false;
}

/** What is left of a value where it counts as true (or false); `null` where it cannot. */
export function asTruth(state: State, value: Abstract, truth: boolean): Abstract | null {
  const kept = keep(value, (atom) => truthOfAtom(state, atom) !== !truth);
  const [first] = kept ? atomsOf(kept) : [];
  return kept && first
    ? mapAtoms(kept, first.at, (atom) => (atom.kind === 'bool' ? { ...atom, value: truth } : atom))
    : null;
}

function keep(value: Abstract, test: (atom: Atom) => boolean): Abstract | null {
  const all = atomsOf(value);
  const kept = all.filter(test);
  const [first] = kept;
  if (!first) return null;
  return kept.length === all.length ? value : oneOf(kept, isLoose(value), first.at);
}

/**
 * Goes on where a condition holds, or does not. The condition has been evaluated. Returns false where that way is not possible.
 */
export function assume(frame: Frame, state: State, test: SyntaxNode, holds: boolean): boolean {
  if (test.name === 'ParenthesizedExpression') {
    const [only] = inner(test);
    return only ? assume(frame, state, only, holds) : true;
  }
  const parts = children(test);
  const [first, second] = parts;
  const last = parts.at(-1);
  if (test.name === 'UnaryExpression' && first?.name === 'not' && second) return assume(frame, state, second, !holds);
  if (test.name === 'BinaryExpression' && (second?.name === 'and' || second?.name === 'or') && first && last) {
    if ((second.name === 'and') === holds)
      return assume(frame, state, first, holds) && assume(frame, state, last, holds);
    // `not (a and b)` with a known `a`.
    const known = factOf(frame, state, first);
    return known === !holds ? assume(frame, state, last, holds) : true;
  }
  return refine(frame, state, test, holds) && remember(frame, state, test, holds);
}

/** Leaves out values of a name that the condition excludes. */
function refine(frame: Frame, state: State, test: SyntaxNode, holds: boolean): boolean {
  const [first, second] = operands(test);
  if (test.name === 'VariableName') return narrow(frame, state, test, (atom) => truthOfAtom(state, atom) !== !holds);
  if (test.name === 'NamedExpression' && first)
    return narrow(frame, state, first, (atom) => truthOfAtom(state, atom) !== !holds);
  if (test.name === 'BinaryExpression' && first) {
    const last = test.lastChild;
    const operator = operatorOf(frame, test);
    if (last?.name === 'None' && /^(is|is not|==|!=)$/.test(operator)) {
      const wantsNone = (operator === 'is' || operator === '==') === holds;
      const name = first.name === 'ParenthesizedExpression' ? first.firstChild?.nextSibling?.firstChild : first;
      return narrow(frame, state, name ?? first, (atom) =>
        wantsNone ? atom.kind === 'none' || atom.kind === 'unknown' || atom.kind === 'external' : atom.kind !== 'none',
      );
    }
  }
  if (test.name === 'CallExpression' && first && textOf(frame.file.source, first) === 'isinstance' && second) {
    const [name, types] = operands(second);
    if (!name || !types) return true;
    const kinds = typesOf(frame, types);
    if (!kinds) return true;
    return narrow(frame, state, name, (atom) => {
      const is = isInstance(state, atom, kinds);
      return is === undefined || is === holds;
    });
  }
  return true;
}

function operatorOf(frame: Frame, node: SyntaxNode): string {
  return children(node)
    .slice(1, -1)
    .map((part) => textOf(frame.file.source, part))
    .join(' ');
}

function narrow(frame: Frame, state: State, name: SyntaxNode, test: (atom: Atom) => boolean): boolean {
  if (name.name !== 'VariableName') return true;
  const text = textOf(frame.file.source, name);
  if (!frame.locals.has(text) || frame.shared.has(text)) return true;
  const value = state.get(frame.scope, text);
  if (!value) return true;
  const kept = keep(value, test);
  if (!kept) return false;
  // Not `set`, which would forget what is known about the name.
  if (kept !== value) state.scopes.get(frame.scope)?.set(text, kept);
  return true;
}

const TYPES = new Set(['str', 'int', 'float', 'bool', 'list', 'tuple', 'dict', 'set', 'torch.Tensor', 'np.ndarray']);

function typesOf(frame: Frame, node: SyntaxNode): string[] | null {
  const nodes = node.name === 'TupleExpression' ? operands(node) : [node];
  const names = nodes.map((each) => textOf(frame.file.source, each));
  return names.every((name) => TYPES.has(name) && !frame.locals.has(name.split('.')[0] ?? name)) ? names : null;
}

function isInstance(state: State, atom: Atom, types: readonly string[]): boolean | undefined {
  switch (atom.kind) {
    case 'none':
    case 'function':
      return false;
    case 'bool':
      return types.includes('bool') || types.includes('int');
    case 'int':
    case 'float':
    case 'str':
    case 'tuple':
      return types.includes(atom.kind);
    case 'tensor':
      // A numpy scalar can be a `float`.
      return atom.library === 'torch' ? types.includes('torch.Tensor') : undefined;
    case 'ref': {
      const object = state.object(atom.id);
      return object && object.kind !== 'instance' ? types.includes(object.kind) : undefined;
    }
    case 'unknown':
    case 'class':
    case 'module':
    case 'external':
    case 'method':
    case 'coroutine':
    case 'generator':
    case 'iterable':
    case 'dtype':
      return undefined;
  }
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

function remember(frame: Frame, state: State, test: SyntaxNode, holds: boolean): boolean {
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
