import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseCommandLine, USAGE } from '../../server/src/cli/usage.ts';

const seed = 20_261_130;
const stdinFilename = '<stdin>';

describe('command lines that ask for something', () => {
  const cases: readonly [string, ReturnType<typeof parseCommandLine>][] = [
    ['a.sh', { kind: 'check', format: 'text', paths: ['a.sh'], stdinFilename }],
    ['check a.sh b.sh', { kind: 'check', format: 'text', paths: ['a.sh', 'b.sh'], stdinFilename }],
    ['--format json a.sh', { kind: 'check', format: 'json', paths: ['a.sh'], stdinFilename }],
    ['--format=sarif check a.sh', { kind: 'check', format: 'sarif', paths: ['a.sh'], stdinFilename }],
    ['a.sh --format github', { kind: 'check', format: 'github', paths: ['a.sh'], stdinFilename }],
    ['--format json --format text a.sh', { kind: 'check', format: 'text', paths: ['a.sh'], stdinFilename }],
    ['./check ./new', { kind: 'check', format: 'text', paths: ['./check', './new'], stdinFilename }],
    ['a.sh check', { kind: 'check', format: 'text', paths: ['a.sh', 'check'], stdinFilename }],
    ['./--x.sh', { kind: 'check', format: 'text', paths: ['./--x.sh'], stdinFilename }],
    ['-- --x.sh', { kind: 'check', format: 'text', paths: ['--x.sh'], stdinFilename }],
    ['-', { kind: 'check', format: 'text', paths: ['-'], stdinFilename }],
    ['- --stdin-filename x/y.sh', { kind: 'check', format: 'text', paths: ['-'], stdinFilename: 'x/y.sh' }],
    ['--openrlhf 0.11.2 a.sh', { kind: 'check', format: 'text', paths: ['a.sh'], stdinFilename, openrlhf: '0.11.2' }],
    ['--argv a.sh', { kind: 'argv', print0: false, paths: ['a.sh'], stdinFilename }],
    ['a.sh --argv --print0', { kind: 'argv', print0: true, paths: ['a.sh'], stdinFilename }],
    ['--values --openrlhf ./o a.sh', { kind: 'values', paths: ['a.sh'], stdinFilename, openrlhf: './o' }],
    ['--help', { kind: 'help' }],
    ['a.sh -h', { kind: 'help' }],
    ['--version', { kind: 'version' }],
  ];
  for (const [line, request] of cases) {
    test(line, () => {
      assert.deepEqual(parseCommandLine(line.split(' ')), request);
    });
  }
});

describe('command lines that are refused, and why', () => {
  const cases: readonly [readonly string[], RegExp][] = [
    [[], /^no PATH/],
    [['check'], /^no PATH/],
    [['--format', 'json'], /^no PATH/],
    [['new', 'a.sh'], /^'new' is not available.*\.\/new/],
    [['try'], /^'try' is not available.*\.\/try/],
    [['--format', 'json', 'new'], /^'new' is not available/],
    [['--format', 'xml', 'a.sh'], /^--format xml: choose from text, json, sarif, github$/],
    [['--format'], /format/],
    [['--format', '', 'a.sh'], /^--format : choose from/],
    [['--argv', '--values', 'a.sh'], /exclude each other/],
    [['check', '--argv', 'a.sh'], /^'check' does not go with --argv/],
    [['check', '--values', 'a.sh'], /^'check' does not go with --values/],
    [['--argv', '--format', 'json', 'a.sh'], /^--format is for findings/],
    [['--print0', 'a.sh'], /^--print0 goes with --argv/],
    [['--values', '--print0', 'a.sh'], /^--print0 goes with --argv/],
    [['--argv', '--print0', 'a.sh', 'b.sh'], /^--print0 wants one PATH/],
    [['-', '-'], /once/],
    [['a.sh', ''], /empty/],
    [['--argv=yes', 'a.sh'], /argv/],
    [['-x', 'a.sh'], /-x/],
    [['-h', '--nonsense', 'a.sh'], /--nonsense/],
    [['--openrlhf'], /openrlhf/],
    [['--openrlhf', '--argv', 'a.sh'], /openrlhf/],
  ];
  for (const [words, reason] of cases) {
    test(words.join(' ') || '(nothing)', () => {
      const got = parseCommandLine(words);
      assert.ok(got.kind === 'usage', got.kind);
      assert.match(got.reason, reason);
      assert.ok(!got.reason.includes('\n'), 'a reason is one line');
    });
  }
});

test('any words are a request or refused, never an exception', () => {
  const word = fc.oneof(
    fc.constantFrom(
      '-',
      '--',
      'check',
      'new',
      '--format',
      'json',
      '--argv',
      '--values',
      '--print0',
      '--openrlhf',
      '-h',
    ),
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.string().map((text) => `--${text}`),
    fc.string().map((text) => `--format=${text}`),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (words) => {
      const request = parseCommandLine(words);
      if (request.kind === 'usage') assert.ok(request.reason.length > 0);
      else if ('paths' in request) assert.ok(request.paths.length > 0 && !request.paths.includes(''));
    }),
    { seed, numRuns: 500 },
  );
});

test('the usage names every option and every format', () => {
  for (const word of [
    '--format',
    '--openrlhf',
    '--stdin-filename',
    '--argv',
    '--values',
    '--print0',
    '--help',
    '--version',
  ])
    assert.ok(USAGE.includes(word), word);
  assert.match(USAGE, /text\|json\|sarif\|github/);
});
