import type { SyntaxNode } from '@lezer/common';
import type { OffsetRange } from '../../text/location.ts';
import { parsePython, type PythonSource } from '../tree.ts';

/** What the tree says about the text as Python. */
export interface Syntax {
  /** Where it is certainly not Python; `null` where it is, or where the grammar cannot be trusted. */
  readonly error: OffsetRange | null;
  /** Statements of the module whose tree may be wrong, as the grammar does not know something that stands there. */
  readonly doubtful: readonly OffsetRange[];
}

/**
 * Correct Python that the grammar (`@lezer/python` 1.1.19) takes for an error, found by parsing the standard library of CPython
 * 3.11 and some 10,000 files of packages. Where one of these stands in a statement before an error, the error proves nothing.
 */
export const GRAMMAR_GAPS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'targets of `with` that are not names, items in parentheses', pattern: /^[ \t]*(async[ \t]+)?with\b/m },
  { what: 'patterns without parts, with attributes as keys; subjects with commas', pattern: /^[ \t]*(match|case)\b/m },
  { what: 'decorators that are any expression (PEP 614)', pattern: /^[ \t]*@/m },
  { what: 'stars in subscripts, annotations, `for` and its targets (PEP 646)', pattern: /[[(,:{]\s*\*/ },
  { what: 'stars behind `in` and `for`', pattern: /\b(in|for)\s+\*/ },
  { what: '`/` and a last comma in the parameters of `lambda`', pattern: /\blambda\b[^:]*[/,]\s*[:,]/ },
  { what: 'f-strings and t-strings', pattern: /\b([fFtT][rR]?|[rR][fFtT])["']/ },
  { what: 'a shift of `print`', pattern: /\bprint\s*>>/ },
  { what: '`:=` in sets, subscripts and conditions', pattern: /:=/ },
  {
    what: 'defaults of type parameters (PEP 696)',
    pattern: /^[ \t]*((async[ \t]+)?def|class|type)[ \t]+\w+[ \t]*\[/m,
  },
  { what: '`except` of several types without parentheses (PEP 758)', pattern: /^[ \t]*except\b[^:\n]*,/m },
  { what: 'numbers such as `1.`, where the tree is not mended well', pattern: /\d\.(?![\w.])/ },
  { what: 'numbers in front of keywords: `1if x else 2`', pattern: /\d(if|else|for|in|is|or|and|not)\b/ },
  { what: 'a continued line before an empty one', pattern: /\\\r?\n[ \t]*(#.*)?\r?\n/ },
  { what: 'form feeds, continued lines that end in a carriage return', pattern: /\f|\\\r/ },
  { what: 'letters beyond those of ASCII', pattern: /[^\0-\x7f]/ },
  { what: '`await` and `async` as names of old code', pattern: /\b(await|async)[ \t]*[=.,)]/ },
];

/** Longer statements, in characters, make the parser give up. */
const LONGEST = 4_000;

export function syntaxOf(source: PythonSource): Syntax {
  if (source.unreadable) return { error: null, doubtful: [{ start: 0, end: source.text.length }] };
  const doubtful: OffsetRange[] = [];
  let error: OffsetRange | null = null;
  const cursor = source.root.cursor();
  do {
    if (cursor.name === 'PrintStatement' && !/\bprint\s*>>/.test(source.text.slice(cursor.from, cursor.to)))
      error ??= doubtful.length === 0 ? { start: cursor.from, end: cursor.to } : null;
    if (!cursor.type.isError || isHarmless(cursor.node)) continue;
    const node = cursor.node;
    const statement = topStatement(node);
    doubtful.push(...[statement.prevSibling, statement, statement.nextSibling].flatMap(rangeOf));
    if (doubtful.length <= 3 && !inGap(source, node) && staysWrong(source, statement))
      error ??= { start: node.from, end: node.to };
  } while (cursor.next());
  return { error, doubtful };
}

function rangeOf(node: SyntaxNode | null): OffsetRange[] {
  return node ? [{ start: node.from, end: node.to }] : [];
}

/** The float `1.`, a `yield` without a value, patterns with nothing in their brackets: errors around which the tree is right. */
function isHarmless({ parent }: SyntaxNode): boolean {
  return (
    parent?.name === 'YieldExpression' ||
    parent?.name === 'YieldStatement' ||
    (parent?.name === 'MemberExpression' && parent.firstChild?.name === 'Number') ||
    // `case str():`, `case []:`
    (parent?.name === 'LiteralPattern' && parent.from === parent.to)
  );
}

/** The statement of the module that holds a node. */
function topStatement(node: SyntaxNode): SyntaxNode {
  let statement = node;
  while (statement.parent?.parent) statement = statement.parent;
  return statement;
}

/**
 * True where the statements around an error are wrong by themselves as well. In long files the parser has been seen to stumble over
 * statements that it takes elsewhere.
 */
function staysWrong(source: PythonSource, statement: SyntaxNode): boolean {
  const from = statement.prevSibling?.from ?? statement.from;
  let last = statement;
  // What the parser made of the rest of the statement stands behind the error.
  for (let count = 0; last.nextSibling && count < 4; count += last.type.isError ? 0 : 1) last = last.nextSibling;
  const { to } = last;
  const { root } = parsePython(source.module, source.text.slice(from, to));
  const cursor = root.cursor();
  do if (cursor.type.isError && !isHarmless(cursor.node)) return true;
  while (cursor.next());
  return false;
}

/** True where something that the grammar does not know stands in the statement of the error or in the one before. */
function inGap(source: PythonSource, error: SyntaxNode): boolean {
  let statement = error;
  while (statement.parent && statement.parent.name !== 'Body' && statement.parent.parent) statement = statement.parent;
  const before = statement.prevSibling;
  // Behind the error, as its end may be what the parser guessed.
  const end = source.text.indexOf('\n', error.to);
  const from = Math.min(before?.from ?? statement.from, statement.from);
  const to = end < 0 ? source.text.length : end;
  if (to - from > LONGEST) return true;
  const text = source.text.slice(source.text.lastIndexOf('\n', from - 1) + 1, to);
  return GRAMMAR_GAPS.some(({ pattern }) => pattern.test(text));
}
