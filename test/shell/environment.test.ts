import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modelOf, show } from './support.ts';

const M = 'openrlhf.cli.train_sft';

/** The assignments that reach the last launch of a script. */
function environmentOf(script: string): string {
  const launch = modelOf(script).launches.at(-1);
  assert.ok(launch, script);
  // Names of choices are not part of the promise.
  return launch.env.map(({ name, item }) => `${name}=${show(item).replaceAll(/\{\S+: /g, '{')}`).join(' ');
}

describe('the variables that reach a launch', () => {
  const cases: readonly (readonly [script: string, environment: string])[] = [
    [`A=1 python -m ${M}`, 'A=1'],
    [`env A=1 B="x y" python -m ${M}`, 'A=1 B="x y"'],
    [`export A=1; B=2; python -m ${M}`, 'A=1'],
    [`A=1; export A; A=2; python -m ${M}`, 'A=2'],
    [`export A=1; export -n A; python -m ${M}`, ''],
    [`export A=1; unset A; python -m ${M}`, ''],
    [`export A=(1 2); python -m ${M}`, ''],
    [`A=(1 2); export A; python -m ${M}`, ''],
    // A prefix hides an array behind text.
    [`A=(1 2); A=3 python -m ${M}`, 'A=3'],
    [`A=(1 2); A+=3 python -m ${M}`, 'A=13'],
    [`A=(1 2); A=\${A[1]} python -m ${M}`, 'A=2'],
    [`run() { A=(1 2); python -m ${M}; }; A=3 run`, ''],
    // Exported on some ways only.
    [`if [ -n "$X" ]; then export A=1; fi; python -m ${M}`, 'A={1 | ?}'],
    [`if [ -n "$X" ]; then export A=1; fi; A=2; python -m ${M}`, 'A=?'],
    [`if [ -n "$X" ]; then export A=1; else A=2; fi; python -m ${M}`, 'A=?'],
    [`if [ -n "$X" ]; then export A=1; else export A=2; fi; python -m ${M}`, 'A={1 | 2}'],
    [`if [ -n "$X" ]; then A=1; else A=2; fi; export A; python -m ${M}`, 'A={1 | 2}'],
    [`if [ -n "$X" ]; then export A=1; fi; export A=2; python -m ${M}`, 'A=2'],
    [`if [ -n "$X" ]; then export A=1; else A=2; fi; export A; python -m ${M}`, 'A={1 | 2}'],
    [`run() { [ -n "$X" ] && return; export A=1; }; A=2; run; python -m ${M}`, 'A=?'],
    // Exported in a loop that may not go round.
    [`for x in $X; do export A=1; done; python -m ${M}`, 'A=?'],
    [`while read -r x; do export A=1; done < "$X"; python -m ${M}`, 'A=?'],
  ];
  for (const [script, environment] of cases) {
    test(script.replaceAll('\n', '⏎'), () => {
      assert.equal(environmentOf(script), environment);
    });
  }

  test('another process knows what is exported, and does not know what may be', () => {
    const word = (script: string): string => {
      const [item] = modelOf(`${script}; bash -c 'python -m ${M} "$A"'`).launches[0]?.argv ?? [];
      return item === undefined ? '' : show(item).replace(/\{\S+: /, '{');
    };
    assert.equal(word('export A=1'), '1');
    assert.equal(word('A=1'), '?');
    assert.equal(word('if [ -n "$X" ]; then export A=1; fi'), '{1 | ?}');
    assert.equal(word('if [ -n "$X" ]; then export A=1; else A=2; fi'), '?');
  });
});
