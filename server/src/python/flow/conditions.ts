import type { SyntaxNode } from '@lezer/common';
import { children, inner, operands, textOf } from '../tree.ts';
import { type Abstract, type Atom, atomsOf, isLoose, mapAtoms, oneOf } from './domain.ts';
import { factOf, operatorOf, remember } from './facts.ts';
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
    case 'response':
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
    case 'response':
    case 'iterable':
    case 'dtype':
      return undefined;
  }
}
