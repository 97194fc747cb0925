import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { summary, textReport, type TextOptions } from '../../../server/src/cli/report/text.ts';
import { finding, within } from './finding.ts';

function options(text: string, more: Partial<TextOptions> = {}): TextOptions {
  const lines = text.split('\n');
  return { colour: false, lineOf: (_, line) => lines[line], files: 1, launches: 1, ...more };
}

test('a finding: place, severity, sentence, code, the line, carets, what is related, fixes, and a count', () => {
  const one = finding({
    file: 'run/train.sh',
    range: within(1, 2, 5),
    related: [{ file: 'run/common.sh', range: within(4, 0, 1), message: 'It is used here.' }],
    fixes: [
      { title: 'Change to --b', edits: [{ range: within(1, 2, 5), newText: '--b' }] },
      { title: 'Remove --a', edits: [{ range: within(1, 2, 5), newText: '' }] },
    ],
  });
  assert.equal(
    textReport([one], options('first\n  --a 1')),
    [
      'run/train.sh:2:3: error: There is no such flag. [unknown-flag]',
      '  2 |   --a 1',
      '    |   ^^^',
      '  run/common.sh:5:1: It is used here.',
      '  fix: Change to --b',
      '  fix: Remove --a',
      '',
      '1 error in 1 file, 1 launch',
      '',
    ].join('\n'),
  );
});

test('findings are set apart by an empty line', () => {
  const report = textReport([finding(), finding({ severity: 'hint', range: within(0, 3, 4) })], options('a b c'));
  assert.match(report, /\n\ntrain\.sh:1:4: hint: /);
  assert.match(report, /\n\n1 error, 1 hint in 1 file, 1 launch\n$/);
});

test('a finding over several lines is marked to the end of the first', () => {
  const range = { start: { line: 0, character: 4 }, end: { line: 2, character: 1 } };
  assert.match(textReport([finding({ range })], options('run a b\nc\nd')), / {2}1 \| run a b\n {4}\| {5}\^\^\^\n/);
});

test('without the text there is no excerpt', () => {
  const report = textReport([finding()], options('', { lineOf: () => undefined }));
  assert.equal(report, 'train.sh:1:1: error: There is no such flag. [unknown-flag]\n\n1 error in 1 file, 1 launch\n');
});

test('nothing found is said too, and where there was nothing to judge', () => {
  assert.equal(textReport([], options('')), '0 errors in 1 file, 1 launch\n');
  assert.equal(
    textReport([], options('', { files: 3, launches: 0 })),
    '0 errors in 3 files, no launch of OpenRLHF found\n',
  );
});

test('an assumed release is said once, with what to do about it', () => {
  const report = textReport([], options('', { assumed: '0.11.2' }));
  assert.match(report, /0\.11\.2 is assumed.*--openrlhf.*# openrlhf: release 0\.11\.2\n$/);
});

test('what comes from the script stays on its line and cannot speak to the terminal', () => {
  const report = textReport(
    [finding({ file: 'a\nb.sh', message: "'x\ny\u001B[31m\t\u2028' is wrong." })],
    options('', { lineOf: () => undefined }),
  );
  assert.equal(report.split('\n')[0], "a\\nb.sh:1:1: error: 'x\\ny\\u001b[31m\\t\\u2028' is wrong. [unknown-flag]");
});

test('colours only where they are asked for', () => {
  const plain = textReport([finding()], options('abc'));
  const coloured = textReport([finding()], options('abc', { colour: true }));
  assert.ok(!plain.includes('\u001B'));
  assert.ok(coloured.includes('\u001B[31merror\u001B[39m'));
  assert.equal(stripVTControlCharacters(coloured), plain);
});

describe('the count', () => {
  const cases: readonly [string, Parameters<typeof summary>][] = [
    ['0 errors in 0 files, no launch of OpenRLHF found', [[], { files: 0, launches: 0 }]],
    ['2 errors in 1 file, 2 launches', [[finding(), finding()], { files: 1, launches: 2 }]],
    [
      '0 errors, 1 warning, 2 notes, 1 hint in 2 files, 1 launch',
      [
        (['warning', 'info', 'hint', 'info'] as const).map((severity) => finding({ severity })),
        { files: 2, launches: 1 },
      ],
    ],
  ];
  for (const [expected, args] of cases) {
    test(expected, () => {
      assert.equal(summary(...args), expected);
    });
  }
});
