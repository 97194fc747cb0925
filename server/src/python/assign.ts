import type { SyntaxNode } from '@lezer/common';
import { setChoices, setRequired, setType } from './argparse.ts';
import { iterate } from './iterate.ts';
import type { PyValue } from './model.ts';
import type { Frame, Run } from './run.ts';
import { children, splitAtCommas, textOf } from './tree.ts';
import { list, reachesParser, setKey, unknown } from './values.ts';

/** Gives a value to the target of an assignment, a loop or a comprehension: `x`, `a, b`, `(a, *rest)`, `d[k]`, `o.x`. */
export function assign(run: Run, frame: Frame, target: readonly SyntaxNode[], value: PyValue): void {
  const groups = splitAtCommas(target);
  const [group] = groups;
  if (groups.length > 1 || target.some(({ name }) => name === ',') || group?.[0]?.name === '*') {
    unpack(run, frame, groups, value);
    return;
  }
  const node = group?.[0];
  if (!node) return;
  if (node.name === 'VariableName') frame.scope.set(textOf(frame.source, node), value);
  else if (
    node.name === 'TupleExpression' ||
    node.name === 'ArrayExpression' ||
    node.name === 'ParenthesizedExpression'
  )
    assign(run, frame, children(node).slice(1, -1), value);
  else if (node.name === 'MemberExpression') assignMember(run, frame, node, value);
}

function unpack(run: Run, frame: Frame, groups: readonly SyntaxNode[][], value: PyValue): void {
  const items = iterate(value);
  const star = groups.findIndex(([first]) => first?.name === '*');
  const fits = items && (star < 0 ? items.length === groups.length : items.length >= groups.length - 1);
  const rest = items ? items.length - (groups.length - 1) : 0;
  groups.forEach((group, index) => {
    const missing = unknown(group.map((node) => textOf(frame.source, node)).join(''));
    if (index === star) assign(run, frame, group.slice(1), fits ? list(items.slice(star, star + rest)) : missing);
    else {
      const at = star >= 0 && index > star ? index + rest - 1 : index;
      assign(run, frame, group, (fits ? items[at] : undefined) ?? missing);
    }
  });
}

function assignMember(run: Run, frame: Frame, node: SyntaxNode, value: PyValue): void {
  const [objectNode, ...rest] = children(node);
  if (!objectNode) return;
  const object = run.steps.evaluate(run, frame, objectNode);
  const property = rest.at(-1);
  const source = textOf(frame.source, node);
  const certain = run.conditions.length === 0;
  if (property?.name === 'PropertyName') {
    const name = textOf(frame.source, property);
    if (object.kind === 'instance') object.attributes.set(name, certain ? value : unknown(source));
    else if (object.kind === 'class') object.scope.set(name, certain ? value : unknown(source));
    else if (object.kind === 'action') changeAction(run, frame, node, object, name, certain ? value : unknown(source));
    else if (object.kind === 'parser' && !HARMLESS.has(name))
      run.report({ kind: 'parser', hidesFlags: true }, frame, node);
    return;
  }
  if (object.kind !== 'dict' && object.kind !== 'list') return;
  const key = rest.length === 3 && rest[1] ? run.steps.evaluate(run, frame, rest[1]) : undefined;
  if (run.conditions.length > (object.born ?? 0) || !key || key.kind === 'unknown') object.broken = source;
  else if (object.kind === 'dict') setKey(object, key, value);
  else if (key.kind === 'int' && Number(key.value) < object.items.length && Number(key.value) >= -object.items.length)
    object.items.splice(Number(key.value), 1, value);
  else object.broken = source;
}

/** Attributes of a parser that say nothing about its flags. */
export const HARMLESS = new Set(['prog', 'description', 'epilog', 'usage', 'formatter_class', 'exit_on_error']);

function changeAction(
  run: Run,
  frame: Frame,
  node: SyntaxNode,
  object: Extract<PyValue, { kind: 'action' }>,
  name: string,
  value: PyValue,
): void {
  const { argument } = object;
  const text = value.kind === 'unknown' ? value.source : textOf(frame.source, node);
  if (name === 'default') {
    argument.default = value;
    argument.defaultText = text;
  } else if (name === 'type') setType(argument, value, text);
  else if (name === 'choices') setChoices(argument, value, text);
  else if (name === 'required') setRequired(argument, value, text);
  else if (name === 'help') argument.help = value.kind === 'str' ? value.value : undefined;
  else if (name !== 'metavar') run.report({ kind: 'parser', hidesFlags: name === 'option_strings' }, frame, node);
}

/** Marks what code that is not seen may change. */
export function spoil(value: PyValue, source: string): void {
  if (value.kind === 'list' || value.kind === 'dict') value.broken ??= source;
  if (value.kind === 'instance' && !reachesParser(value))
    for (const name of value.attributes.keys()) value.attributes.set(name, unknown(source));
}
