import type { Case } from 'unbash';
import type { Condition } from './branches.ts';
import { branch, no, ways, yes } from './branches.ts';
import { matchCondition } from './conditions.ts';
import { runList } from './control.ts';
import { expandText } from './expand/word.ts';
import type { Machine } from './machine.ts';
import { choiceFor } from './machine.ts';
import { restrictTree } from './merge.ts';
import type { Source } from './source.ts';
import type { Text, Tree } from './values.ts';
import { canonical, flatMapTree, leaf, leaves } from './values.ts';

/** `case`: each item whose pattern can match runs on the ways on which it is the first that does. */
export function runCase(m: Machine, source: Source, node: Case): Condition {
  const subject = expandText(m, source, node.word);
  if (node.items.some((item) => item.terminator === ';;&')) return runTesting(m, source, node, subject, 0);
  const selected = restrictTree(select(m, source, node, subject), m.state.assume);
  const tree = flattened(m, source, node, subject, selected);
  const wanted = [...new Set(leaves(tree))].sort((a, b) => a - b);
  const only = wanted[0];
  if (only !== undefined && wanted.length === 1) return runItem(m, source, node, only);
  const results = ways(m, tree, wanted, (index) => runItem(m, source, node, index));
  return flatMapTree(tree, (index) => results.get(index) ?? yes);
}

/** The index of the item that runs, -1 for none, per way. */
function select(m: Machine, source: Source, node: Case, subject: Text): Tree<number> {
  let tree: Tree<number> = leaf(-1);
  for (const [i, item] of [...node.items.entries()].reverse()) {
    for (const pattern of [...item.pattern].reverse()) {
      const otherwise = tree;
      tree = flatMapTree(matchCondition(m, subject, source, pattern), (holds) => (holds ? leaf(i) : otherwise));
    }
  }
  return tree;
}

/** A chain of yes-or-no questions about one unknown text as one choice with a way per item. */
function flattened(m: Machine, source: Source, node: Case, subject: Text, tree: Tree<number>): Tree<number> {
  if (tree.leaf || subject.some((piece) => piece.kind === 'choice') || m.state.assume.has(tree.choice)) return tree;
  const reachable = [...new Set(leaves(tree))].sort((a, b) => (a === -1 ? 1 : b === -1 ? -1 : a - b));
  if (reachable.length < 3) return tree;
  const patterns = node.items.map((item) =>
    item.pattern.map((word) => source.text.slice(word.pos, word.end)).join('|'),
  );
  const choice = choiceFor(
    m,
    `case ${canonical(subject)} in ${patterns.join(';')} of ${reachable.join()}`,
    reachable.length,
  );
  return restrictTree({ leaf: false, choice, alts: reachable.map((index) => leaf(index)) }, m.state.assume);
}

function runItem(m: Machine, source: Source, node: Case, index: number): Condition {
  const item = node.items[index];
  if (item === undefined) return yes;
  const condition = runList(m, source, item.body);
  return item.terminator === ';&' && !m.state.dead ? runItem(m, source, node, index + 1) : condition;
}

/** The body of an item and what its terminator leads on to. */
function runFrom(m: Machine, source: Source, node: Case, subject: Text, index: number): Condition {
  const item = node.items[index];
  if (item === undefined) return yes;
  const ran = runList(m, source, item.body);
  if (m.state.dead || item.terminator === ';;' || item.terminator === undefined) return ran;
  if (item.terminator === ';&') return runFrom(m, source, node, subject, index + 1);
  return runTesting(m, source, node, subject, index + 1);
}

/** With `;;&` the items behind a match are tested too. */
function runTesting(m: Machine, source: Source, node: Case, subject: Text, index: number): Condition {
  const item = node.items[index];
  if (item === undefined) return yes;
  let condition: Condition = no;
  for (const pattern of item.pattern) {
    const matches = matchCondition(m, subject, source, pattern);
    condition = flatMapTree(condition, (holds) => (holds ? yes : matches));
  }
  return branch(
    m,
    condition,
    () => runFrom(m, source, node, subject, index),
    () => runTesting(m, source, node, subject, index + 1),
  );
}
