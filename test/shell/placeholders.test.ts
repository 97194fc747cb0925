import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bashArgvs, modelOf, textAt } from './support.ts';

const SFT = 'python3 -m openrlhf.cli.train_sft';

/** What is noted of the `<…>` in a script, by its text in the script. */
function noted(script: string): string[] {
  return modelOf(script).notes.flatMap((note) =>
    note.kind === 'placeholder-redirection' ? [textAt(script, note.location)] : [],
  );
}

describe('`<name>` without quotes in a launch is noted', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['between flags', `${SFT} --data.dataset <path_to_data> --x y`, ['<path_to_data>']],
    ['twice', `${SFT} --a <model> --b <token> --x y`, ['<model>', '<token>']],
    ['with dots and slashes', `${SFT} --a <org/model-v1.5> b`, ['<org/model-v1.5>']],
    ['at the end of the line', `${SFT} --a <model>\n`, ['<model>']],
    ['in a pipeline', `${SFT} --a <model> b | tee log`, ['<model>']],
    ['behind &&', `mkdir -p out && ${SFT} --a <model> b`, ['<model>']],
    ['in a string that is a command', `bash -c "${SFT} --a <model> b"`, ['<model>']],
    ['quoted it is text', `${SFT} --a "<model>" b`, []],
    ['redirections that people mean', `${SFT} --a b < in.txt > out.txt`, []],
    ['with blanks between', `${SFT} --a <in.txt >out.txt`, []],
    ['in another command', 'echo <name> x', []],
  ];
  for (const [name, script, expected] of cases) test(name, () => assert.deepEqual(noted(script), expected));
});

test('bash starts no such launch', () => {
  const scripts = [`${SFT} --data.dataset <no_such_file> --x y`, `${SFT} --a <no/such> b`];
  assert.deepEqual(bashArgvs(scripts), [[], []]);
});
