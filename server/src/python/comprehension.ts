import type { SyntaxNode } from '@lezer/common';
import { assign } from './assign.ts';
import { iterate } from './iterate.ts';
import { type PyDict, type PyValue, Scope } from './model.ts';
import type { Frame, Run } from './run.ts';
import { asSet, evaluateList } from './sequences.ts';
import { inner } from './tree.ts';
import { NONE, list, setKey, truth } from './values.ts';

interface Clause {
  readonly kind: 'for' | 'if';
  readonly targets: SyntaxNode[];
  readonly source: SyntaxNode[];
}

/** `[value for target in items if test …]` and its kin, over decided items. */
export function comprehension(run: Run, frame: Frame, node: SyntaxNode): PyValue | undefined {
  const parts = inner(node);
  const start = parts.findIndex(({ name }) => name === 'for' || name === 'async');
  if (start < 1) return undefined;
  const head = parts.slice(0, start);
  const clauses: Clause[] = [];
  let open: { kind: 'for' | 'if'; targets: SyntaxNode[]; source: SyntaxNode[]; inside: boolean } | undefined;
  for (const part of parts.slice(start)) {
    if (part.name === 'async') return undefined;
    if (part.name === 'for' || part.name === 'if') {
      open = { kind: part.name, targets: [], source: [], inside: part.name === 'if' };
      clauses.push(open);
    } else if (part.name === 'in' && open && !open.inside) open.inside = true;
    else if (open?.inside) open.source.push(part);
    else open?.targets.push(part);
  }
  const local: Frame = { source: frame.source, scope: new Scope(frame.scope) };
  const results: PyValue[] = [];
  // The value, or key `:` value.
  const wanted = head.filter(({ name }) => name !== ':');
  const complete = runClauses(run, local, clauses, 0, () => {
    results.push(...wanted.map((part) => run.steps.evaluate(run, local, part)));
  });
  if (!complete) return undefined;
  if (node.name === 'SetComprehensionExpression') return asSet(results);
  if (node.name !== 'DictionaryComprehensionExpression') return list(results);
  const dict: PyDict = { kind: 'dict', entries: [] };
  for (let i = 0; i + 1 < results.length; i += 2) setKey(dict, results[i] ?? NONE, results[i + 1] ?? NONE);
  return dict;
}

/** Runs the clauses from `index` on; false where an iterable or a test is not decided. */
function runClauses(run: Run, frame: Frame, clauses: readonly Clause[], index: number, body: () => void): boolean {
  const clause = clauses[index];
  if (!clause) {
    body();
    return true;
  }
  const value = evaluateList(run, frame, clause.source);
  if (clause.kind === 'if') {
    const decided = truth(value);
    if (decided === undefined) return false;
    return !decided || runClauses(run, frame, clauses, index + 1, body);
  }
  const items = iterate(value);
  if (!items) return false;
  for (const item of [...items]) {
    assign(run, frame, clause.targets, item);
    if (!runClauses(run, frame, clauses, index + 1, body)) return false;
  }
  return true;
}
