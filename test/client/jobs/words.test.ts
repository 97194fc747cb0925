import fc from 'fast-check';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { comparedArguments, comparedCommand } from '../../../client/src/jobs/compare.ts';
import { splitCommand } from '../../../client/src/jobs/words.ts';

describe('the words of an entry point', () => {
  test('are those of sh, where nothing is expanded', () => {
    const piece = fc.constantFrom(
      "'a b'",
      '"c d"',
      '\\ ',
      'x',
      "''",
      '""',
      '"\\"q\\\\"',
      "'\\'",
      '--a=b',
      ' ',
      '\n',
      '\\\n',
      'é',
    );
    const command = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const samples = fc.sample(command, { seed: 20261201, numRuns: 300 });
    const script = samples.map((one) => `printf '%s\\0' _ ${one}\nprintf '\\001'`).join('\n');
    const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\u0001');
    // A line end between pieces ends the command for sh; it is a blank for us, since an entry point may go over lines.
    for (const [at, one] of samples.entries()) {
      if (/(?<!\\)\n/.test(one)) continue;
      assert.deepEqual(['_', ...splitCommand(one)], (printed[at] ?? '').split('\0').slice(0, -1), JSON.stringify(one));
    }
  });

  test('lines, operators and quotes that never close keep all of the text', () => {
    assert.deepEqual(splitCommand('cd x && \\\n  python3 -m a\nb'), ['cd', 'x', '&&', 'python3', '-m', 'a', 'b']);
    assert.deepEqual(splitCommand("a 'b c"), ['a', 'b c']);
    assert.deepEqual(splitCommand('a "b \\'), ['a', 'b \\']);
    assert.deepEqual(splitCommand(''), []);
  });

  test('no text makes it fail', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        assert.ok(splitCommand(text).every((word) => typeof word === 'string'));
      }),
      { seed: 20261201 },
    );
  });
});

describe('commands for comparing', () => {
  test('the program, then one flag with its values per line, in the order of their names', () => {
    const command =
      'cd /w && python3 -m openrlhf.cli.train_ppo_ray --b.x=1 --a.list one "two words" --flag --a.empty ""  --lr -1e-3';
    assert.equal(
      comparedCommand(command),
      'cd /w && python3 -m openrlhf.cli.train_ppo_ray\n--a.empty ""\n--a.list one "two words"\n--b.x 1\n--flag\n--lr -1e-3\n',
    );
  });
  test('equal however a flag is written, different where a value is', () => {
    assert.equal(comparedCommand('p --a=1 --b 2'), comparedCommand("p --b '2' --a 1"));
    assert.notEqual(comparedCommand('p --a=1'), comparedCommand('p --a=2'));
  });
  test('a flag that is given twice keeps its order, since the last one counts', () => {
    assert.notEqual(comparedCommand('p --a 1 --a 2'), comparedCommand('p --a 2 --a 1'));
  });
  test('a launcher with flags of its own is part of the program up to the first of them', () => {
    assert.deepEqual(comparedArguments(['deepspeed', '--module', 'openrlhf.cli.train_sft', '--x', '1']), {
      program: ['deepspeed', '--module', 'openrlhf.cli.train_sft'],
      flags: ['--x 1'],
    });
    // How the server shows what hangs on a condition of the script.
    const conditional = ['python3', '-m', 'm', '--x', '{--logger.wandb.key ${KEY} | }', '--y', '{ | --z 1}', '{1, 2}'];
    assert.deepEqual(comparedArguments(conditional).flags, [
      '--x',
      '{--logger.wandb.key ${KEY} | }',
      '--y',
      '{ | --z 1} "{1, 2}"',
    ]);
    assert.deepEqual(comparedArguments(['echo', 'hello']), { program: ['echo', 'hello'], flags: [] });
  });
});
