import type { SyntaxNode } from '@lezer/common';
import type { OffsetRange } from '../../text/location.ts';
import { children, splitAtCommas, textOf } from '../tree.ts';
import type { ClassOutline, FunctionOutline } from './model.ts';

/** An argument of a call, as written. */
export interface WrittenArgument {
  /** `null` where it is given by position. */
  readonly keyword: string | null;
  /** The value. */
  readonly text: string;
  readonly range: OffsetRange;
  /** The value is a name. */
  readonly isName: boolean;
}

export interface SuperInit {
  readonly range: OffsetRange;
  /** Without the `self` of `Base.__init__(self, …)`. */
  readonly arguments: readonly WrittenArgument[];
}

/** The calls `super().__init__(…)`, `super(C, self).__init__(…)` and `Base.__init__(self, …)` in a function, in order. */
export function superInits(fn: FunctionOutline): SuperInit[] {
  const { source } = fn.file;
  const found: SuperInit[] = [];
  const look = (node: SyntaxNode): void => {
    const [callee, args] = node.name === 'CallExpression' ? children(node) : [];
    if (callee && args?.name === 'ArgList' && /\.\s*__init__$/.test(textOf(source, callee))) {
      const written = splitAtCommas(children(args).slice(1, -1)).map((parts) => argumentOf(fn, parts));
      const isBound = /^super\b/.test(textOf(source, callee));
      found.push({ range: { start: node.from, end: node.to }, arguments: isBound ? written : written.slice(1) });
    }
    for (let child = node.firstChild; child; child = child.nextSibling) look(child);
  };
  look(fn.node);
  return found;
}

function argumentOf({ file: { source } }: FunctionOutline, parts: readonly SyntaxNode[]): WrittenArgument {
  const [first, second] = parts;
  const isKeyword = second?.name === 'AssignOp';
  const value = isKeyword ? parts.slice(2) : parts;
  const start = value[0]?.from ?? first?.from ?? 0;
  const end = value.at(-1)?.to ?? start;
  return {
    keyword: isKeyword && first ? textOf(source, first) : null,
    text: source.text.slice(start, end),
    range: { start, end },
    isName: value.length === 1 && value[0]?.name === 'VariableName',
  };
}

/** The white space before the first statement of a body that stands on lines of its own; four spaces else. */
export function bodyIndent(owner: ClassOutline | FunctionOutline): string {
  const first = owner.node.getChild('Body')?.firstChild?.nextSibling;
  if (!first) return '    ';
  const { text } = owner.file.source;
  const indent = text.slice(text.lastIndexOf('\n', first.from - 1) + 1, first.from);
  return /^\s+$/.test(indent) ? indent : '    ';
}

/** The body of a class that holds nothing but `pass`: what to replace, and what goes before what takes its place. */
export function onlyPass(cls: ClassOutline): { readonly range: OffsetRange; readonly before: string } | null {
  const body = cls.node.getChild('Body');
  const only = body?.firstChild?.nextSibling;
  if (!body || only?.name !== 'PassStatement' || only.nextSibling) return null;
  const onLine = !cls.file.source.text.slice(body.from, only.from).includes('\n');
  return onLine
    ? { range: { start: body.from, end: only.to }, before: ':\n    ' }
    : { range: { start: only.from, end: only.to }, before: '' };
}
