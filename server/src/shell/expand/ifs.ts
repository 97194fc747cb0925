import type { Machine } from '../machine.ts';
import { choiceFor } from '../machine.ts';
import { textOfTree, waysOfText } from '../merge.ts';
import type { Text, Tree } from '../values.ts';
import { NOWHERE, canonical, flatMapTree, knownText, leaf, mapTree } from '../values.ts';
import { scalarOf } from '../variables.ts';

const DEFAULT_IFS: Text = [{ kind: 'text', text: ' \t\n', at: NOWHERE }];

/** The value of IFS on each way; `null` where it is not known. */
export function ifsTree(m: Machine): Tree<string | null> {
  if (m.state.get('IFS') === undefined) return leaf(' \t\n');
  const text = textOfTree(mapTree(scalarOf(m, 'IFS', NOWHERE), (s) => (s.set === false ? DEFAULT_IFS : s.text)));
  const ways = waysOfText(text);
  if (ways === null) return perhapsUsual(m, text);
  return flatMapTree(ways, (way): Tree<string | null> => {
    const known = knownText(way);
    if (known !== null) return leaf(known);
    return perhapsUsual(m, way);
  });
}

/** Not known: perhaps the usual one. So what is split by it is at least found. */
function perhapsUsual(m: Machine, text: Text): Tree<string | null> {
  const choice = choiceFor(m, `${canonical(text)} is the usual IFS`);
  return { leaf: false, choice, alts: [leaf<string | null>(' \t\n'), leaf<string | null>(null)] };
}
