import type { SyntaxNode } from '@lezer/common';
import type { OffsetRange } from '../../text/location.ts';
import type { PythonSource } from '../tree.ts';

/** Where the text is certainly not Python; `null` where it is, or where the grammar cannot be trusted. */
export function syntaxErrorOf(source: PythonSource): OffsetRange | null {
  for (const node of errorsOf(source.root)) {
    return { start: node.from, end: Math.max(node.to, node.from) };
  }
  return null;
}

function* errorsOf(root: SyntaxNode): Generator<SyntaxNode> {
  const cursor = root.cursor();
  do {
    if (cursor.type.isError) yield cursor.node;
  } while (cursor.next());
}
