import type { SyntaxNode } from '@lezer/common';
import { assignParts, branchesOf, endsProgram, statementsOf } from '../outline/blocks.ts';
import { classOutline } from '../outline/classes.ts';
import { decoratorsOf, functionOutline } from '../outline/functions.ts';
import { importParts } from '../outline/imports.ts';
import { children, textOf } from '../tree.ts';
import { assume, truthOf } from './conditions.ts';
import { type Abstract, unknown } from './domain.ts';
import { evaluate, evaluateList } from './expressions.ts';
import { joinAll } from './join.ts';
import { forLoop, whileLoop } from './loops.ts';
import { type Frame, type Machine, type Outcome, type Way, enclosing, locate } from './machine.ts';
import { importedValue, moduleValue } from './names.ts';
import { change, elementsOf, withUpdate } from './objects.ts';
import { arithmetic } from './operators.ts';
import { join, outcome, NOTHING } from './outcomes.ts';
import { mayRaise } from './raising.ts';
import { captures } from './scopes.ts';
import { escape, type State } from './state.ts';
import { withoutValue } from './values.ts';
import { bindName, bindTarget, unbind } from './targets.ts';
import { tryBlock, withBlock } from './tries.ts';
import { waysOf } from './forks.ts';

/** Runs the statements of a body on each of the ways that lead to it. */
export function block(machine: Machine, frame: Frame, states: readonly State[], body: SyntaxNode): Outcome {
  let at = outcome(states);
  for (const statement of statementsOf(body)) {
    if (at.states.length === 0) break;
    const results = at.states.map((state) => run(machine, frame, state, statement));
    at = join([{ ...at, states: [] }, ...results]);
  }
  return at;
}

function run(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Outcome {
  machine.tick();
  if (machine.raisers.length > 0 && mayRaise(frame.file.source, node)) machine.raises(state);
  const result = statement(machine, frame, state, node);
  return {
    ...result,
    states: result.states.filter(({ dead }) => !dead),
    returns: result.returns.filter((way) => !way.state.dead),
  };
}

function statement(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Outcome {
  const { source } = frame.file;
  switch (node.name) {
    case 'ExpressionStatement': {
      if (endsProgram(source, node)) return NOTHING;
      const parts = children(node);
      const [only] = parts;
      if (parts.length === 1 && only) return outcome(waysOf(machine, frame, state, only).map((way) => way.state));
      evaluateList(machine, frame, state, parts, node);
      return outcome([state]);
    }
    case 'YieldStatement':
      evaluate(machine, frame, state, node);
      return outcome([state]);
    case 'AssignStatement':
      return outcome(assignment(machine, frame, state, node));
    case 'UpdateStatement':
      update(machine, frame, state, node);
      return outcome([state]);
    case 'ReturnStatement': {
      const parts = children(node).slice(1);
      const [only] = parts;
      if (!only) return { ...NOTHING, returns: [{ state, node, value: { kind: 'none', at: locate(frame, node) } }] };
      const ways: readonly Way[] =
        parts.length === 1
          ? waysOf(machine, frame, state, only)
          : [{ state, value: evaluateList(machine, frame, state, parts, node) }];
      return { ...NOTHING, returns: ways.map((way) => ({ ...way, node })) };
    }
    case 'IfStatement':
      return conditional(machine, frame, state, node);
    case 'ForStatement':
      return forLoop(machine, frame, state, node);
    case 'WhileStatement':
      return whileLoop(machine, frame, state, node);
    case 'TryStatement':
      return tryBlock(machine, frame, state, node);
    case 'WithStatement':
      return withBlock(machine, frame, state, node);
    case 'MatchStatement':
      return match(machine, frame, state, node);
    case 'RaiseStatement':
      for (const part of children(node).slice(1)) if (part.name !== 'from') evaluate(machine, frame, state, part);
      machine.raises(state);
      return NOTHING;
    case 'AssertStatement': {
      const test = children(node)[1];
      if (!test) return outcome([state]);
      const truth = truthOf(state, evaluate(machine, frame, state, test));
      machine.raises(state);
      return truth === false || !assume(frame, state, test, true) ? NOTHING : outcome([state]);
    }
    case 'BreakStatement':
      return { ...NOTHING, breaks: [state] };
    case 'ContinueStatement':
      return { ...NOTHING, continues: [state] };
    case 'DeleteStatement':
      for (const target of children(node).slice(1)) unbind(machine, frame, state, target);
      return outcome([state]);
    case 'ImportStatement':
      imports(machine, frame, state, node);
      return outcome([state]);
    case 'FunctionDefinition':
    case 'ClassDefinition':
    case 'DecoratedStatement':
      define(frame, state, node);
      return outcome([state]);
    default:
      return outcome([state]);
  }
}

function assignment(machine: Machine, frame: Frame, state: State, node: SyntaxNode): State[] {
  const { targets, value } = assignParts(node);
  if (!value) return [state];
  const [only] = value;
  const ways: readonly Way[] =
    value.length === 1 && only
      ? waysOf(machine, frame, state, only)
      : [{ state, value: evaluateList(machine, frame, state, value, node) }];
  for (const way of ways) for (const target of targets) bindTarget(machine, frame, way.state, target, way.value);
  return ways.map((way) => way.state);
}

function update(machine: Machine, frame: Frame, state: State, node: SyntaxNode): void {
  const [target, operator, ...source] = children(node);
  if (!target || !operator) return;
  const op = textOf(frame.file.source, operator).replace(/=$/, '');
  const before = evaluate(machine, frame, state, target);
  const by = evaluateList(machine, frame, state, source, node);
  const at = locate(frame, node);
  machine.raises(state);
  bindTarget(machine, frame, state, [target], updated(state, op, before, by, at));
}

/** `+=` and its like: lists, dicts and tensors are changed in place. */
function updated(state: State, op: string, before: Abstract, by: Abstract, at: ReturnType<typeof locate>): Abstract {
  if (before.kind === 'ref') {
    const object = state.object(before.id);
    if (object?.kind === 'list' && op === '+') {
      const more = elementsOf(state, by, at);
      const all = [...(object.items ?? []), ...(object.element ? [object.element] : [])];
      const extra = [...(more.items ?? []), ...(more.element ? [more.element] : [])];
      change(state, before, 'list', (list, strong) =>
        strong && list.items && more.items && list.items.length + more.items.length < 64
          ? { ...list, items: [...list.items, ...more.items] }
          : { ...list, items: null, element: joinAll([...all, ...extra]) },
      );
      return before;
    }
    if (object?.kind === 'dict' && op === '|') {
      const other = by.kind === 'ref' ? state.object(by.id) : undefined;
      change(state, before, 'dict', (dict, strong) =>
        withUpdate(dict, other?.kind === 'dict' ? other : { ...dict, entries: new Map(), open: true }, strong),
      );
      return before;
    }
    escape(state, [before, by]);
    return unknown(at);
  }
  if (before.kind === 'tensor') {
    const result = arithmetic(op, before, by, at);
    state.forgetTensorValues();
    // In place a tensor keeps its dtype, or refuses.
    if (result.kind !== 'tensor' || before.shape?.length === 0) return result;
    return { ...withoutValue(before), at };
  }
  return arithmetic(op, before, by, at);
}

function conditional(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Outcome {
  const outcomes: Outcome[] = [];
  let rest: State | null = state;
  for (const { test, body } of branchesOf(node)) {
    if (!rest) break;
    if (!test) {
      outcomes.push(block(machine, frame, [rest], body));
      rest = null;
      break;
    }
    const truth = truthOf(rest, evaluate(machine, frame, rest, test));
    machine.raises(rest);
    if (truth !== false) {
      const taken: State = truth === undefined ? rest.clone() : rest;
      if (assume(frame, taken, test, true)) outcomes.push(block(machine, frame, [taken], body));
    }
    if (truth === true || !assume(frame, rest, test, false)) rest = null;
  }
  if (rest) outcomes.push(outcome([rest]));
  return join(outcomes);
}

function match(machine: Machine, frame: Frame, state: State, node: SyntaxNode): Outcome {
  const subjects = children(node).filter(({ name }) => name !== 'match' && name !== 'MatchBody');
  for (const subject of subjects) evaluate(machine, frame, state, subject);
  const outcomes: Outcome[] = [];
  for (const clause of node.getChild('MatchBody')?.getChildren('MatchClause') ?? []) {
    const way = state.clone();
    for (const name of captures(frame.file.source, clause)) bindName(frame, way, name, unknown(locate(frame, clause)));
    const guard = clause.getChild('Guard');
    const test = guard?.lastChild;
    const holds = test ? truthOf(way, evaluate(machine, frame, way, test)) : true;
    const body = clause.getChild('Body');
    if (body && holds !== false) outcomes.push(block(machine, frame, [way], body));
    if (!guard && isIrrefutable(clause)) return join(outcomes);
  }
  return join([...outcomes, outcome([state])]);
}

/** `case _` and `case name` take everything. */
function isIrrefutable(clause: SyntaxNode): boolean {
  const [, pattern, next] = children(clause);
  return pattern?.name === 'CapturePattern' && next?.name === 'Body';
}

function imports(machine: Machine, frame: Frame, state: State, node: SyntaxNode): void {
  const { modules, from } = importParts(frame.file.source, node);
  const at = locate(frame, node);
  machine.raises(state);
  for (const { module, bound, whole } of modules)
    bindName(frame, state, bound, moduleValue(machine, frame.file, whole ? module : bound, at));
  for (const { name, bound } of from?.names ?? [])
    bindName(frame, state, bound, importedValue(machine, state, frame.file, from?.module ?? '', name, at));
}

function define(frame: Frame, state: State, node: SyntaxNode): void {
  const { file } = frame;
  const decorators = node.name === 'DecoratedStatement' ? decoratorsOf(file.source, node) : [];
  const fnNode = node.name === 'DecoratedStatement' ? node.getChild('FunctionDefinition') : node;
  const at = locate(frame, node);
  if (fnNode?.name === 'FunctionDefinition') {
    const fn = functionOutline(file, fnNode, null, decorators);
    bindName(frame, state, fn.name, { kind: 'function', fn, closure: enclosing(frame), at });
    return;
  }
  const clsNode = node.name === 'DecoratedStatement' ? node.getChild('ClassDefinition') : node;
  if (!clsNode) return;
  // Methods of a class within a function see its names, which is not followed.
  bindName(frame, state, classOutline(file, clsNode, decorators, new Set()).name, unknown(at));
}
