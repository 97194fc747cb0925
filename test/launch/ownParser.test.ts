import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PythonValue } from '../../server/src/launch/binding.ts';
import { bind } from '../../server/src/launch/bind.ts';
import { extractEntryPoint } from '../../server/src/python/arguments.ts';
import { line } from './words.ts';

/**
 * Parsers as forks write them, with what no release of OpenRLHF has: their source is read, command lines are bound to it,
 * and the real argparse says what it does with the same lines. A problem may only be told where argparse refuses, a value
 * only where argparse has the same.
 */
const PARSERS: Readonly<Record<string, { readonly adds: readonly string[]; readonly parser?: string }>> = {
  'actions that take words': {
    adds: [
      "'--tag', action='append', type=int",
      "'--more', action='extend', nargs='+'",
      "'--verbose', action='count', default=0",
      "'--fast', action='store_const', const=3",
    ],
  },
  'switches with an opposite': {
    adds: [
      "'--cache', action=argparse.BooleanOptionalAction, default=True",
      "'--no-color', action=argparse.BooleanOptionalAction, default=False",
    ],
  },
  positionals: { adds: ["'model'", "'rest', nargs='*'", "'--lr', type=float", "'--on', action='store_true'"] },
  'no abbreviations': { adds: ["'--learning_rate', type=float"], parser: 'allow_abbrev=False' },
  'converters and choices of its own': {
    adds: [
      "'--share', type=lambda text: float(text) / 2, default='4'",
      "'--mode', choices=list(open('/dev/null')) or ['a', 'b']",
      "'--count', nargs=int(open('/proc/self/stat').read().split()[0]) * 0 + 2",
    ],
  },
};

const WORDS = ['--tag', '--tag=7', '--more', '--verbose', '--fast', '--cache', '--no-cache', '--no-c', '--no-color']
  .concat(['--no-no-color', '--lr', '--on', '--learning_rate', '--learn', '--share', '--mode', '--mode=b', '--count'])
  .concat(['3', 'x', 'a', '-1', '--', '0.5']);

/** Every line of up to three words, of those that the parser knows and of values. */
function linesFor(source: string): string[][] {
  const words = WORDS.filter((word) => {
    const stem = word.replace(/^--(?:no-)*/, '').replace(/=.*$/, '');
    return !word.startsWith('--') || word === '--' || source.includes(stem);
  });
  const ones = words.map((word) => [word]);
  const twos = ones.flatMap((before) => words.map((word) => [...before, word]));
  return [[], ...ones, ...twos, ...twos.flatMap((before) => words.map((word) => [...before, word]))];
}

function plain({ value }: PythonValue): unknown {
  return typeof value === 'object' && value !== null ? value.map(plain) : value;
}

describe('a parser of a fork is bound as argparse does', () => {
  for (const [name, { adds, parser = '' }] of Object.entries(PARSERS)) {
    test(name, () => {
      const source = `import argparse\nparser = argparse.ArgumentParser(${parser})\n${adds.map((add) => `parser.add_argument(${add})\n`).join('')}`;
      const { spec, complete } = extractEntryPoint(`${source}parser.parse_args()\n`, { name: 'own' });
      assert.ok(complete && spec.flags.length > 0);
      const lines = linesFor(source);
      const python = spawnSync('python3', [fileURLToPath(new URL('parse_lines.py', import.meta.url))], {
        input: JSON.stringify({ source, lines }),
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      });
      assert.equal(python.status, 0, python.stderr);
      const real = python.stdout.trimEnd().split('\n');
      assert.equal(real.length, lines.length);
      let accepted = 0;
      let told = 0;
      lines.forEach((words, index) => {
        const values = JSON.parse(real[index] ?? '') as Readonly<Record<string, unknown>> | null;
        const binding = bind(spec, line(...words));
        const problems = binding.problems.map(({ code }) => code);
        const note = `${words.join(' ')}: ${real[index] ?? ''}, ${problems.join(' ')}`;
        if (values === null) {
          if (binding.certain) assert.notDeepEqual(problems, [], note);
          if (problems.length > 0) told++;
          return;
        }
        accepted++;
        assert.deepEqual(problems, [], note);
        for (const [dest, bound] of binding.values) {
          if (bound.known) assert.deepEqual(plain(bound.value), values[dest], `${dest} of ${note}`);
        }
      });
      console.log(`${name}: ${lines.length} lines, ${accepted} accepted, ${told} refusals told`);
      assert.ok(accepted > 2);
    });
  }
});
