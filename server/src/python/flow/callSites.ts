import type { SyntaxNode } from '@lezer/common';
import { functionOutline } from '../outline/functions.ts';
import type { FunctionOutline } from '../outline/model.ts';
import { inner, splitAtCommas, textOf } from '../tree.ts';
import { calleeOf, type Reader } from './callees.ts';
import type { CallSite } from './model.ts';

/** Functions that run what they are given in a thread or process. */
const OFF_LOOP =
  /(^|\.)(to_thread|run_in_executor|run_sync|submit|Thread|Process|sync_to_async|map_async|apply_async)$/;

const MAX_DEPTH = 6;

interface Walk {
  readonly reader: Reader;
  readonly found: CallSite[];
  readonly seen: Set<string>;
}

/** Calls of a body and of the workspace functions that it calls. */
export function callsOf(reader: Reader, fn: FunctionOutline): CallSite[] {
  const walk: Walk = { reader, found: [], seen: new Set() };
  follow(walk, fn, [], false);
  return walk.found;
}

function follow(walk: Walk, fn: FunctionOutline, through: readonly string[], offLoop: boolean): void {
  const key = `${fn.file.uri}#${fn.node.from}#${offLoop}`;
  if (walk.seen.has(key) || through.length > MAX_DEPTH) return;
  walk.seen.add(key);
  const body = fn.node.getChild('Body') ?? fn.node.lastChild;
  if (body) visit(walk, fn, body, through, offLoop);
}

function visit(walk: Walk, fn: FunctionOutline, node: SyntaxNode, through: readonly string[], offLoop: boolean): void {
  if (node.name === 'FunctionDefinition' || node.name === 'ClassDefinition') return;
  // Runs later, or elsewhere: where it is called is not seen.
  if (node.name === 'LambdaExpression') return;
  if (node.name === 'CallExpression') {
    site(walk, fn, node, through, offLoop);
    if (isOffLoop(fn, node)) moved(walk, fn, node, through);
  }
  for (let child = node.firstChild; child; child = child.nextSibling) visit(walk, fn, child, through, offLoop);
}

function site(walk: Walk, fn: FunctionOutline, node: SyntaxNode, through: readonly string[], offLoop: boolean): void {
  const callee = node.firstChild && calleeOf(walk.reader, fn, node.firstChild);
  const at = { uri: fn.file.uri, range: { start: node.from, end: node.to } };
  const awaited = node.parent?.name === 'AwaitExpression';
  if (callee?.kind === 'name') walk.found.push({ callee: callee.name, at, awaited, offLoop, through });
  else if (callee?.kind === 'function') follow(walk, callee.fn, [...through, callee.fn.name], offLoop);
  else if (callee?.kind === 'class') {
    const init = callee.cls.methods.get('__init__');
    if (init) follow(walk, init, [...through, callee.cls.name], offLoop);
  }
}

function isOffLoop(fn: FunctionOutline, node: SyntaxNode): boolean {
  return node.firstChild !== null && OFF_LOOP.test(textOf(fn.file.source, node.firstChild));
}

/** What a call hands to a thread: functions by name, and what a `lambda` calls. */
function moved(walk: Walk, fn: FunctionOutline, node: SyntaxNode, through: readonly string[]): void {
  const list = node.getChild('ArgList');
  for (const group of list ? splitAtCommas(inner(list)) : []) {
    const value = group.at(-1);
    if (!value) continue;
    if (value.name === 'LambdaExpression') {
      const lambda = functionOutline(fn.file, value);
      if (value.lastChild)
        visit(
          walk,
          { ...lambda, owner: fn.owner, parameters: fn.parameters, node: fn.node },
          value.lastChild,
          through,
          true,
        );
      continue;
    }
    if (value.name !== 'VariableName' && value.name !== 'MemberExpression') continue;
    const callee = calleeOf(walk.reader, fn, value);
    const at = { uri: fn.file.uri, range: { start: value.from, end: value.to } };
    if (callee?.kind === 'name' && callee.name.includes('.') && /^[a-z_]/.test(callee.name.split('.').at(-1) ?? ''))
      walk.found.push({ callee: callee.name, at, awaited: false, offLoop: true, through });
    else if (callee?.kind === 'function') follow(walk, callee.fn, [...through, callee.fn.name], true);
  }
}
