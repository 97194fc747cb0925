import type { SyntaxNode } from '@lezer/common';
import type { FunctionOutline } from '../outline/model.ts';
import { children, textOf } from '../tree.ts';
import { isDoubtful } from './bases.ts';
import {
  type Abstract,
  type Atom,
  type CallArguments,
  type EntryState,
  type FunctionAtom,
  atomsOf,
  unknown,
} from './domain.ts';
import { distinct } from './join.ts';
import { type Frame, type Machine, type Return, type Way, keyOf, locate } from './machine.ts';
import { moduleFrame } from './names.ts';
import { bindingsOf } from './scopes.ts';
import { havoc, type State } from './state.ts';

/** Running the body of a workspace function. */

/** Calls deeper than this are not followed. */
const MAX_DEPTH = 8;
/** Ways out of one call that are told apart. */
const MAX_WAYS = 12;

const TRANSPARENT =
  /^((builtins\.)?(staticmethod|classmethod)|(abc\.)?abstractmethod|(typing\.|t\.)?(override|final|no_type_check)|(torch\.)?(no_grad|inference_mode)(\(\s*\))?|(functools\.)?(lru_cache|cache)(\(.*\))?)$/s;

/** True where the decorators leave what a call gives as it is. */
export function isTransparent(fn: FunctionOutline): boolean {
  return fn.decorators.every(({ text }) => TRANSPARENT.test(text.trim()));
}

/** What a parameter holds where a function is asked about on its own. */
export type Given = ReadonlyMap<string, Abstract>;

/** The ways out of a call; `null` where it is not followed. The state is not changed. */
export function invoke(
  machine: Machine,
  frame: Frame,
  state: State,
  callee: FunctionAtom,
  args: CallArguments,
  node: SyntaxNode,
): readonly Way[] | null {
  const { fn } = callee;
  if (frame.depth >= MAX_DEPTH || machine.active.includes(keyOf(fn)) || !isTransparent(fn) || isDoubtful(fn))
    return null;
  const inside = state.clone();
  const callFrame = enter(machine, frame, fn, callee, `${frame.path}>${node.from}`);
  const values = bindArguments(machine, callFrame, inside, callee, args, node);
  if (!values) return null;
  for (const [name, value] of values) inside.set(callFrame.scope, name, value);
  const before = state.doubt;
  return distinctWays(
    run(machine, callFrame, inside, fn).map((way) => {
      const value: Abstract = way.state.doubt !== 'none' && silent(way) ? unknown(locate(frame, node)) : way.value;
      if (!atomsOf(value).some(({ kind }) => kind === 'function')) way.state.scopes.delete(callFrame.scope);
      way.state.doubt = before;
      return { state: way.state, value };
    }),
  );
}

/** True where nothing may be said of what this way gives. */
export function silent({ state, node }: Return): boolean {
  return state.doubt === 'all' || (state.doubt === 'end' && node === null);
}

function distinctWays(ways: readonly Way[]): Way[] {
  if (ways.length <= MAX_WAYS) return [...ways];
  const [state] = distinct(
    ways.map((way) => way.state),
    1,
  );
  return state ? ways.map(({ value }) => ({ state, value })).slice(0, 200) : [];
}

/** A frame for the body of a function. */
export function enter(machine: Machine, around: Frame, fn: FunctionOutline, callee: FunctionAtom, path: string): Frame {
  const { locals, shared } = machine.bindings(fn, bindingsOf);
  const scope = machine.fresh();
  return {
    file: fn.file,
    fn,
    scope,
    walrus: scope,
    locals,
    shared,
    closure: callee.closure,
    path,
    depth: around.depth + 1,
    self: callee.self ?? null,
  };
}

/** All ways out of a body whose parameters are bound. */
export function run(machine: Machine, frame: Frame, state: State, fn: FunctionOutline): Return[] {
  if (!state.scopes.has(frame.scope)) state.scopes.set(frame.scope, new Map());
  machine.active.push(keyOf(fn));
  try {
    const body = fn.node.getChild('Body');
    if (body) {
      const { states, returns } = machine.steps.block(machine, frame, [state], body);
      return [
        ...returns,
        ...states.map((each): Return => ({ state: each, node: null, value: { kind: 'none', at: nameOf(fn) } })),
      ];
    }
    const expression = fn.node.lastChild;
    if (!expression) return [];
    const value = machine.steps.evaluate(machine, frame, state, expression);
    return state.dead ? [] : [{ state, value, node: expression }];
  } finally {
    machine.active.pop();
  }
}

function nameOf(fn: FunctionOutline): Atom['at'] {
  return { uri: fn.file.uri, range: fn.nameRange };
}

/** Parameters with what the call gives them; `null` where the call does not fit. */
function bindArguments(
  machine: Machine,
  frame: Frame,
  state: State,
  callee: FunctionAtom,
  args: CallArguments,
  node: SyntaxNode,
): Map<string, Abstract> | null {
  const { fn } = callee;
  const at = locate(frame, fn.node);
  const values = new Map<string, Abstract>();
  const positional = callee.self ? [callee.self, ...args.positional] : [...args.positional];
  const keywords = new Map(args.keywords);
  for (const parameter of fn.parameters) {
    const { name } = parameter;
    switch (parameter.kind) {
      case 'var-positional': {
        const rest = positional.splice(0);
        values.set(name, args.open ? { kind: 'tuple', element: unknown(at), at } : { kind: 'tuple', items: rest, at });
        break;
      }
      case 'var-keyword': {
        const entries = new Map<string, EntryState>();
        for (const [key, value] of keywords)
          entries.set(key, { value, keyAt: value.kind === 'oneOf' ? at : value.at, maybe: false });
        keywords.clear();
        values.set(name, newKeywords(machine, state, frame, node, at, entries, args.open));
        break;
      }
      case 'positional-only':
      case 'positional':
      case 'keyword-only': {
        const given = parameter.kind === 'keyword-only' ? undefined : positional.shift();
        const named = parameter.kind === 'positional-only' ? undefined : keywords.get(name);
        if (given === undefined) keywords.delete(name);
        const value = given ?? named;
        if (value) values.set(name, value);
        else if (args.open) values.set(name, unknown(at));
        else if (parameter.hasDefault) values.set(name, defaultOf(machine, state, fn, name, at));
        else return null;
      }
    }
  }
  return positional.length > 0 || keywords.size > 0 ? null : values;
}

function newKeywords(
  machine: Machine,
  state: State,
  frame: Frame,
  node: SyntaxNode,
  at: Atom['at'],
  entries: ReadonlyMap<string, EntryState>,
  open: boolean,
): Atom {
  const site = `${frame.path}|**${node.from}`;
  return machine.allocate(state, { kind: 'dict', site, at, summary: false, escaped: false, entries, open });
}

/** A default is evaluated once, where the function is defined; what it holds may have been changed by a call before. */
function defaultOf(machine: Machine, state: State, fn: FunctionOutline, name: string, at: Atom['at']): Abstract {
  const node = defaultNode(fn, name);
  if (!node) return unknown(at);
  const before = new Set(state.heap.keys());
  // Names of a function around it are not known any more.
  const known =
    fn.owner === null && isModuleLevel(fn)
      ? true
      : /^(Number|String|Boolean|None|UnaryExpression|ContinuedString)$/.test(node.name);
  if (!known) return unknown(at);
  const value = machine.steps.evaluate(machine, moduleFrame(fn.file), state, node);
  for (const [id, object] of state.heap) if (!before.has(id)) state.heap.set(id, havoc(object));
  return value;
}

function isModuleLevel(fn: FunctionOutline): boolean {
  for (let at = fn.node.parent; at; at = at.parent)
    if (at.name === 'FunctionDefinition' || at.name === 'LambdaExpression') return false;
  return true;
}

function defaultNode(fn: FunctionOutline, name: string): SyntaxNode | null {
  const list = fn.node.getChild('ParamList');
  if (!list) return null;
  const parts = children(list);
  const at = parts.findIndex((part) => part.name === 'VariableName' && textOf(fn.file.source, part) === name);
  for (let i = at + 1; i < parts.length; i++) {
    if (parts[i]?.name === ',') return null;
    if (parts[i]?.name === 'AssignOp') return parts[i + 1] ?? null;
  }
  return null;
}
