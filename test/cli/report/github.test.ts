import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { githubReport } from '../../../server/src/cli/report/github.ts';
import { finding, within } from './finding.ts';

const seed = 20_261_130;

test('one workflow command a finding, counted from 1', () => {
  assert.equal(
    githubReport([finding({ range: within(4, 2, 9) }), finding({ severity: 'warning', range: within(0, 0, 1) })]),
    '::error file=train.sh,line=5,endLine=5,col=3,endColumn=10,title=unknown-flag::There is no such flag.\n' +
      '::warning file=train.sh,line=1,endLine=1,col=1,endColumn=2,title=unknown-flag::There is no such flag.\n',
  );
  assert.equal(githubReport([]), '');
});

test('notes and hints are notices', () => {
  const report = githubReport([finding({ severity: 'info' }), finding({ severity: 'hint' })]);
  assert.deepEqual(report.match(/^::\w+/gm), ['::notice', '::notice']);
});

test('columns are left out for a finding over several lines', () => {
  const range = { start: { line: 0, character: 4 }, end: { line: 2, character: 1 } };
  assert.match(githubReport([finding({ range })]), /^::error file=train\.sh,line=1,endLine=3,title=/);
});

test('a file is named as the repository has it', () => {
  assert.match(githubReport([finding({ file: './run/../a.sh' })]), /file=a\.sh,/);
});

// The escapes of GitHub's own toolkit, actions/toolkit packages/core/src/command.ts: three in a message, five in a property.
test('escapes', () => {
  const report = githubReport([finding({ file: '100%,a:b\nc.sh', message: '100%: a, b\r\nc ::error::' })]);
  assert.match(report, /file=100%25%2Ca%3Ab%0Ac\.sh,/);
  assert.ok(report.endsWith('::100%25: a, b%0D%0Ac ::error::\n'));
});

test('nothing in a finding makes a second command or changes what is said', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('a%:,\r\n =0AD25C3')), minLength: 1 });
  fc.assert(
    fc.property(text, text, (message, code) => {
      const report = githubReport([finding({ message, code })]);
      assert.equal(report.split('\n').length, 2);
      const match = /^::error file=[^,:]*,line=1,endLine=1,col=1,endColumn=2,title=([^,:]*)::(.*)\n$/.exec(report);
      assert.ok(match, report);
      assert.equal(unescape(match[1] ?? ''), code);
      assert.equal(unescape(match[2] ?? ''), message);
    }),
    { seed, numRuns: 300 },
  );
});

/** As GitHub's runner reads it: `%25` last. */
function unescape(text: string): string {
  const marks = { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',', '%25': '%' } as const;
  return Object.entries(marks).reduce((rest, [mark, character]) => rest.replaceAll(mark, character), text);
}
