import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sarifReport } from '../../../server/src/cli/report/sarif.ts';
import { RULES } from '../../../server/src/rules/registry.ts';
import { finding, within } from './finding.ts';
import { sarifValidator } from './sarifSchema.ts';

const validate = sarifValidator();
const rules = RULES.map(({ id, severity }) => ({ id, severity, page: `https://example.org/${id}` }));

interface Log {
  readonly runs: readonly {
    readonly columnKind: string;
    readonly invocations: readonly object[];
    readonly results: readonly Readonly<Record<string, unknown>>[];
  }[];
}

function report(...args: Parameters<typeof sarifReport>): Log['runs'][number] {
  const log: unknown = JSON.parse(sarifReport(...args));
  assert.ok(validate(log), JSON.stringify(validate.errors, null, 2));
  const run = (log as Log).runs[0];
  assert.ok(run);
  return run;
}

const clean = { rules, version: '1.2.3', unreadable: [], suppressed: [] };

test('the schema bites', () => {
  assert.equal(validate({ version: '2.1.0', runs: [{ tool: {} }] }), false);
  assert.equal(validate({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, columnKind: 'bytes' }] }), false);
});

test('no finding is a log too', () => {
  const run = report([], clean);
  assert.deepEqual(run.results, []);
  assert.equal(run.columnKind, 'utf16CodeUnits');
  assert.deepEqual(run.invocations, [{ executionSuccessful: true }]);
});

test('a finding with everything', () => {
  const one = finding({
    file: 'a b/数 #1.sh',
    range: within(2, 4, 9),
    related: [{ file: '/abs/c%.sh', range: within(0, 0, 1), message: 'It is used here.' }],
    fixes: [
      {
        title: 'Change both',
        edits: [
          { range: within(2, 4, 9), newText: '--b' },
          { file: 'other.sh', range: within(0, 0, 0), newText: 'x\n' },
          { range: within(3, 0, 1), newText: '' },
        ],
      },
    ],
  });
  const [result] = report([one], clean).results;
  assert.ok(result);
  assert.equal(result['ruleId'], 'unknown-flag');
  assert.equal(rules[Number(result['ruleIndex'])]?.id, 'unknown-flag');
  assert.equal(result['level'], 'error');
  assert.deepEqual(result['locations'], [
    {
      physicalLocation: {
        artifactLocation: { uri: 'a%20b/%E6%95%B0%20%231.sh' },
        region: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 10 },
      },
    },
  ]);
  assert.match(JSON.stringify(result['relatedLocations']), /file:\/\/\/abs\/c%25\.sh/);
  const [fix] = result['fixes'] as { artifactChanges: { artifactLocation: object; replacements: object[] }[] }[];
  assert.deepEqual(
    fix?.artifactChanges.map(({ artifactLocation, replacements }) => [artifactLocation, replacements.length]),
    [
      [{ uri: 'a%20b/%E6%95%B0%20%231.sh' }, 2],
      [{ uri: 'other.sh' }, 1],
    ],
  );
});

test('severities are levels', () => {
  const all = (['error', 'warning', 'info', 'hint'] as const).map((severity) => finding({ severity }));
  assert.deepEqual(
    report(all, clean).results.map(({ level }) => level),
    ['error', 'warning', 'note', 'note'],
  );
});

test('an input that could not be read is told as a failure of the tool', () => {
  const run = report([], { ...clean, unreadable: [{ name: './x.sh', reason: 'no such file or folder' }] });
  assert.deepEqual(run.invocations, [
    {
      executionSuccessful: false,
      toolExecutionNotifications: [
        {
          level: 'error',
          message: { text: 'no such file or folder' },
          locations: [{ physicalLocation: { artifactLocation: { uri: 'x.sh' } } }],
        },
      ],
    },
  ]);
});

test('what a comment ignores is suppressed, with its reason where it gives one', () => {
  const suppressed = [
    { finding: finding({ range: within(1, 0, 4) }), reason: 'a flag of our fork' },
    { finding: finding({ range: within(2, 0, 4) }), reason: null },
  ];
  const { results } = report([finding({ range: within(0, 0, 4) })], { ...clean, suppressed });
  assert.deepEqual(
    results.map((result) => result['suppressions']),
    [undefined, [{ kind: 'inSource', justification: 'a flag of our fork' }], [{ kind: 'inSource' }]],
  );
});
