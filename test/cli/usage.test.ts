import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseCommandLine, USAGE } from '../../server/src/cli/usage.ts';
import { TEMPLATE_KINDS } from '../../server/src/templates/kinds.ts';

const seed = 20_261_130;
const usual = { settings: true, stdinFilename: '<stdin>' } as const;
const [template] = TEMPLATE_KINDS;
assert.ok(template);

describe('command lines that ask for something', () => {
  const cases: readonly [string, ReturnType<typeof parseCommandLine>][] = [
    ['a.sh', { kind: 'check', format: 'text', paths: ['a.sh'], ...usual }],
    ['check a.sh b.sh', { kind: 'check', format: 'text', paths: ['a.sh', 'b.sh'], ...usual }],
    ['--format json a.sh', { kind: 'check', format: 'json', paths: ['a.sh'], ...usual }],
    ['--format=sarif check a.sh', { kind: 'check', format: 'sarif', paths: ['a.sh'], ...usual }],
    ['a.sh --format github', { kind: 'check', format: 'github', paths: ['a.sh'], ...usual }],
    ['--format json --format text a.sh', { kind: 'check', format: 'text', paths: ['a.sh'], ...usual }],
    ['./check ./new', { kind: 'check', format: 'text', paths: ['./check', './new'], ...usual }],
    ['a.sh check', { kind: 'check', format: 'text', paths: ['a.sh', 'check'], ...usual }],
    ['./--x.sh', { kind: 'check', format: 'text', paths: ['./--x.sh'], ...usual }],
    ['-- --x.sh', { kind: 'check', format: 'text', paths: ['--x.sh'], ...usual }],
    ['-', { kind: 'check', format: 'text', paths: ['-'], ...usual }],
    [
      '- --stdin-filename x/y.sh',
      { kind: 'check', format: 'text', paths: ['-'], settings: true, stdinFilename: 'x/y.sh' },
    ],
    ['--openrlhf 0.11.2 a.sh', { kind: 'check', format: 'text', paths: ['a.sh'], ...usual, openrlhf: '0.11.2' }],
    ['--no-settings a.sh', { kind: 'check', format: 'text', paths: ['a.sh'], ...usual, settings: false }],
    ['--argv a.sh', { kind: 'argv', print0: false, paths: ['a.sh'], ...usual }],
    ['a.sh --argv --print0', { kind: 'argv', print0: true, paths: ['a.sh'], ...usual }],
    ['--model a.sh', { kind: 'model', paths: ['a.sh'], ...usual }],
    ['--values --openrlhf ./o a.sh', { kind: 'values', paths: ['a.sh'], ...usual, openrlhf: './o' }],
    ['new reward', { kind: 'new', template, force: false }],
    ['new reward --output new', { kind: 'new', template, output: 'new', force: false }],
    ['--force new --output=a.py reward', { kind: 'new', template, output: 'a.py', force: true }],
    ['new --list', { kind: 'new-list' }],
    ['new --help', { kind: 'help' }],
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
    [['new'], /^'new' wants a KIND: reward, /],
    [['new', 'a.sh'], /^'new' knows no kind 'a\.sh'; kinds are reward, /],
    [['new', 'rewrad'], /did you mean 'reward'\?/],
    [['new', 'openai'], /did you mean 'openai-server-agent'\?/],
    [['new', 'vlm_agent'], /did you mean 'vlm-multiturn-agent'\?/],
    [['new', 'reward', 'math-reward'], /'math-reward' is one KIND too many/],
    [['new', 'reward', '--output', ''], /^--output wants the name of a file/],
    [['new', 'reward', '--force'], /^--force goes with --output/],
    [['new', 'reward', '--list'], /^'new --list' stands alone/],
    [['new', 'reward', '--values'], /^'new' does not go with --values/],
    [['--output', 'x.py', 'a.sh'], /^--output goes with 'new'/],
    [['check', '--list', 'a.sh'], /^--list goes with 'new'/],
    [['try'], /^'try' wants a FILE/],
    [['try', 'a.py', 'b.py'], /'b\.py' is one FILE too many/],
    [['try', 'a.py', '--role', 'judge'], /^--role judge: choose from reward, agent$/],
    [['try', 'a.py', '--format', 'sarif'], /^--format sarif: with 'try' choose from text, json$/],
    [['try', 'a.py', '--label', '4'], /^--label goes with --prompt$/],
    [['try', 'a.py', '--rows', '2'], /^--rows goes with --launch or --samples$/],
    [['try', 'a.py', '--launch', 'a.sh', '--rows', '2.5'], /^--rows 2\.5: a whole number/],
    [['try', 'a.py', '--launch', 'a.sh', '--rows', '2', '--prompt', 'x'], /exclude each other$/],
    [['try', 'a.py', '--samples', ''], /^--samples wants a file; it is empty$/],
    [['try', 'a.py', '--samples', 'x.csv', '--prompt', 'x'], /^--samples and --prompt exclude each other$/],
    [['try', 'a.py', '--n-samples', '0'], /^--n-samples 0: a whole number from 1 to 1000$/],
    [['try', 'a.py', '--timeout', '-1'], /timeout/],
    [['try', 'a.py', '--timeout', 'soon'], /^--timeout soon: seconds/],
    [['try', 'a.py', '--memory', '0'], /^--memory 0: MB/],
    [['try', 'a.py', '--values'], /^'try' does not go with --values$/],
    [['try', 'a.py', '--output', 'x'], /^--output goes with 'new'$/],
    [['a.sh', '--prompt', 'x'], /^--prompt goes with 'try'$/],
    [['new', 'reward', '--rows', '2'], /^'new' does not go with --rows$/],
    [['--format', 'json', 'new'], /^'new' does not go with --format/],
    [['--format', 'xml', 'a.sh'], /^--format xml: choose from text, json, sarif, github$/],
    [['--format'], /format/],
    [['--format', '', 'a.sh'], /^--format : choose from/],
    [['--argv', '--values', 'a.sh'], /exclude each other/],
    [['--model', '--values', 'a.sh'], /^--values and --model exclude each other/],
    [['check', '--model', 'a.sh'], /^'check' does not go with --model/],
    [['--model', '--format', 'json', 'a.sh'], /--model prints markdown/],
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
      '--model',
      '--model',
      '--print0',
      '--openrlhf',
      '--output',
      '--force',
      '--list',
      'reward',
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
    '--model',
    '--print0',
    '--output',
    '--force',
    '--list',
    '--help',
    '--version',
  ])
    assert.ok(USAGE.includes(word), word);
  assert.match(USAGE, /text\|json\|sarif\|github/);
});
