import { parser } from '@lezer/python';
import type { TreeBuffer } from '@lezer/common';
import { Tree, type SyntaxNode } from '@lezer/common';
import { LineIndex } from '../text/lineIndex.ts';

/** A parsed Python file. Broken text gives a tree all the same, with error nodes where the parser had to guess. */
export interface PythonSource {
  /** Dotted module name, such as `openrlhf.cli.train_sft`. */
  readonly module: string;
  readonly text: string;
  readonly root: SyntaxNode;
  readonly lines: LineIndex;
  /** The parser lost its way: there is a tree of nothing instead. */
  readonly unreadable?: true;
}

export function parsePython(module: string, text: string): PythonSource {
  const tree = parser.parse(text);
  const lines = new LineIndex(text);
  if (isSound(tree)) return { module, text, root: tree.topNode, lines };
  return { module, text, root: parser.parse('').topNode, lines, unreadable: true };
}

/**
 * True where every node is of a kind of the grammar. In a buffer of the tree (`@lezer/common` 1.5.5) a place has 16 bits: thousands of
 * brackets that nobody closes make one that is longer, and then numbers of kinds that there are not.
 */
function isSound(tree: Tree): boolean {
  const open: (Tree | TreeBuffer)[] = [tree];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (part instanceof Tree) open.push(...part.children);
    // Four numbers for each node: kind, start, end, and where its children end.
    else for (let at = 0; at < part.buffer.length; at += 4) if (!part.set.types[part.buffer[at] ?? -1]) return false;
  }
  return true;
}

export function textOf(source: PythonSource, node: SyntaxNode): string {
  return source.text.slice(node.from, node.to);
}

/** Line of a node's first character, from 1 as in a traceback. */
export function lineOf(source: PythonSource, node: SyntaxNode): number {
  return source.lines.position(node.from).line + 1;
}

/** Child nodes, punctuation and keywords included, comments left out. */
export function children(node: SyntaxNode): SyntaxNode[] {
  const list: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) if (child.name !== 'Comment') list.push(child);
  return list;
}

const PUNCTUATION = new Set(['(', ')', '[', ']', '{', '}', ',', ':', ';', '.']);

/** Child nodes that are neither brackets nor separators. */
export function operands(node: SyntaxNode): SyntaxNode[] {
  return children(node).filter(({ name }) => !PUNCTUATION.has(name));
}

/** True where the parser met text that is not Python inside the node. */
export function hasError(node: SyntaxNode): boolean {
  if (node.type.isError) return !isGrammarGap(node);
  const cursor = node.cursor();
  const end = node.to;
  while (cursor.next() && cursor.from <= end)
    if (cursor.type.isError && cursor.from >= node.from && !isGrammarGap(cursor.node)) return true;
  return false;
}

/** Correct Python that the grammar (1.1.19) takes for an error: the float `1.` and a `yield` without a value. */
function isGrammarGap(error: SyntaxNode): boolean {
  const { parent } = error;
  return (
    parent?.name === 'YieldExpression' ||
    parent?.name === 'YieldStatement' ||
    (parent?.name === 'MemberExpression' && parent.firstChild?.name === 'Number')
  );
}

/** Splits the children of a bracketed list at its commas. */
export function splitAtCommas(nodes: readonly SyntaxNode[]): SyntaxNode[][] {
  const groups: SyntaxNode[][] = [];
  let group: SyntaxNode[] = [];
  for (const node of nodes) {
    if (node.name !== ',') group.push(node);
    else {
      groups.push(group);
      group = [];
    }
  }
  if (group.length > 0) groups.push(group);
  return groups.filter((parts) => parts.length > 0);
}

/** The nodes between the brackets of a display. */
export function inner(node: SyntaxNode): SyntaxNode[] {
  return children(node).slice(1, -1);
}
