import type { SyntaxNode } from '@lezer/common';
import type { Location } from '../../text/location.ts';
import { splitAtCommas, inner, textOf } from '../tree.ts';
import type { FunctionOutline, PythonFile } from '../outline/model.ts';
import { calledFunction, type Reader } from './callees.ts';
import type { KeyRead } from './model.ts';
import { bindingsOf } from './scopes.ts';

/** Reads by constant key from a dict that a parameter holds, those of workspace functions that get it included. */
export function keysReadOf(
  reader: Reader,
  fn: FunctionOutline,
  parameter: number,
  seen: readonly FunctionOutline[] = [],
): KeyRead[] {
  const name = fn.parameters[parameter]?.name ?? '';
  const body = fn.node.getChild('Body');
  const kind = fn.parameters[parameter]?.kind;
  if (name === '' || !body || kind === 'var-keyword' || kind === 'var-positional') return [];
  const reads: KeyRead[] = [];
  const { source } = fn.file;
  const found = { rebound: false };
  walk(body);
  return found.rebound ? [] : reads;

  function walk(node: SyntaxNode): void {
    if (
      (node.name === 'FunctionDefinition' || node.name === 'LambdaExpression') &&
      bindingsOf(source, node).locals.has(name)
    )
      return;
    if (node.name === 'MemberExpression') member(node);
    if (node.name === 'CallExpression') passed(node);
    if (bindsName(node)) found.rebound = true;
    for (let child = node.firstChild; child; child = child.nextSibling) walk(child);
  }

  function isParameter(node: SyntaxNode | null): boolean {
    return node?.name === 'VariableName' && textOf(source, node) === name;
  }

  function bindsName(node: SyntaxNode): boolean {
    if (!isParameter(node)) return false;
    const { parent, nextSibling } = node;
    if (parent?.name === 'AssignStatement') return nextSibling?.name === 'AssignOp' || nextSibling?.name === 'TypeDef';
    if (parent?.name === 'NamedExpression') return nextSibling?.name === 'AssignOp';
    return parent?.name === 'ForStatement' && nextSibling?.name === 'in';
  }

  function member(node: SyntaxNode): void {
    if (!isParameter(node.firstChild)) return;
    const [, separator, key, end] = [node.firstChild, ...siblings(node.firstChild)];
    if (separator?.name === '[' && key && end?.name === ']') {
      const text = stringText(fn.file, key);
      const assigned = node.nextSibling?.name === 'AssignOp' || node.parent?.name === 'DeleteStatement';
      if (text !== null && !assigned) reads.push({ key: text, at: place(key), required: true });
    }
    if (separator?.name === '.' && key?.name === 'PropertyName' && textOf(source, key) === 'get') {
      const list = node.parent?.name === 'CallExpression' ? node.parent.getChild('ArgList') : null;
      const first = list && inner(list)[0];
      const text = first ? stringText(fn.file, first) : null;
      if (first && text !== null) reads.push({ key: text, at: place(first), required: false });
    }
  }

  function passed(node: SyntaxNode): void {
    const list = node.getChild('ArgList');
    if (!list || seen.length > 3) return;
    splitAtCommas(inner(list)).forEach((group, index) => {
      const [first, second, third] = group;
      const value = second?.name === 'AssignOp' ? third : first;
      if (!value || !isParameter(value)) return;
      const callee = calledFunction(reader, fn, node);
      if (!callee || seen.includes(callee.fn) || callee.fn === fn) return;
      const at =
        second && first && value !== first
          ? callee.fn.parameters.findIndex((each) => each.name === textOf(source, first))
          : index + (callee.bound ? 1 : 0);
      reads.push(...keysReadOf(reader, callee.fn, at, [...seen, fn]));
    });
  }

  function place(node: SyntaxNode): Location {
    return { uri: fn.file.uri, range: { start: node.from, end: node.to } };
  }
}

function siblings(node: SyntaxNode | null): SyntaxNode[] {
  const list: SyntaxNode[] = [];
  for (let next = node?.nextSibling; next; next = next.nextSibling) list.push(next);
  return list;
}

/** The text of a plain string literal. */
function stringText(file: PythonFile, node: SyntaxNode): string | null {
  const match = node.name === 'String' ? /^(['"])([^'"\\]*)\1$/.exec(textOf(file.source, node)) : null;
  return match?.[2] ?? null;
}
