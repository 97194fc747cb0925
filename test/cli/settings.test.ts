import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Folder } from '../support/folder.ts';
import { BROKEN, lint } from './lint.ts';
import { findingsSchema } from './schemas.ts';

const SETTINGS = '.vscode/settings.json';

async function judged(folder: Folder, ...words: readonly string[]): Promise<{ findings: string[]; err: string[] }> {
  const { out, err } = await lint(folder, ['--format', 'json', ...words]);
  const findings = findingsSchema
    .parse(JSON.parse(out))
    .map(({ file, code, severity, release, releaseFrom }) => `${file} ${severity} ${code} ${release} ${releaseFrom}`);
  return { findings, err: err.split('\n').filter((line) => line !== '') };
}

describe('settings of the folder that a file lies in', () => {
  test('change severities and state the release, as in the editor', async () => {
    using folder = new Folder({
      'jobs/train.sh': BROKEN,
      [SETTINGS]: `{
        // what our runs have
        "openrlhf.release": "0.10.4",
        "openrlhf.rules": { "unknown-flag": "warning", },
        "editor.fontSize": 12,
      }`,
    });
    assert.deepEqual(await judged(folder, 'jobs/train.sh'), {
      findings: ['jobs/train.sh warning unknown-flag 0.10.4 setting'],
      err: [],
    });
    const { findings } = await judged(folder, '--no-settings', 'jobs');
    assert.deepEqual(findings, ['jobs/train.sh error unknown-flag 0.11.2 assumed']);
  });
  test('are those of the nearest folder', async () => {
    using folder = new Folder({
      'a/train.sh': BROKEN,
      'b/train.sh': BROKEN,
      [SETTINGS]: '{ "openrlhf.rules": { "unknown-flag": "hint" } }',
      [`b/${SETTINGS}`]: '{ "openrlhf.rules": { "unknown-flag": "off" } }',
    });
    const { findings } = await judged(folder, '.');
    assert.deepEqual(findings, ['a/train.sh hint unknown-flag 0.11.2 assumed']);
  });
  test('of which one is wrong: it is told with its place, and the others count', async () => {
    using folder = new Folder({
      'train.sh': BROKEN,
      [SETTINGS]:
        '{\n  "openrlhf.release": 11,\n  "openrlhf.rules": {\n    "unknown-flag": "info",\n    "int-literal": "loud",\n    "no-such-rule": "off"\n  }\n}\n',
    });
    assert.deepEqual(await judged(folder, 'train.sh'), {
      findings: ['train.sh info unknown-flag 0.11.2 assumed'],
      err: [
        'openrlhf-lint: .vscode/settings.json:2:23: openrlhf.release is 11; expected text; it does not count',
        'openrlhf-lint: .vscode/settings.json:5:20: openrlhf.rules.int-literal is "loud"; expected error, warning, info, hint or off; it does not count',
        'openrlhf-lint: .vscode/settings.json:6:21: no rule is called no-such-rule',
      ],
    });
  });
  test('that are broken are told, and what can be read counts', async () => {
    using folder = new Folder({
      'train.sh': BROKEN,
      [SETTINGS]: '{ "openrlhf.rules": { "unknown-flag": "info" }, oops }',
    });
    const { findings, err } = await judged(folder, 'train.sh');
    assert.deepEqual(findings, ['train.sh info unknown-flag 0.11.2 assumed']);
    assert.deepEqual(err, [
      'openrlhf-lint: .vscode/settings.json:1:49: invalid symbol; what cannot be read does not count',
    ]);
  });
  test('that are no text, or a list, or another kind of thing', async () => {
    for (const text of ['\0', '[]', '7', '', 'null', '{ "openrlhf.rules": [] }', '{ "openrlhf.rules": null }']) {
      using folder = new Folder({ 'train.sh': BROKEN, [SETTINGS]: text });
      assert.deepEqual(
        (await judged(folder, 'train.sh')).findings,
        ['train.sh error unknown-flag 0.11.2 assumed'],
        text,
      );
    }
  });
  test('are not looked for above the working folder', async () => {
    using folder = new Folder({ 'in/train.sh': BROKEN, [SETTINGS]: '{ "openrlhf.rules": { "unknown-flag": "off" } }' });
    using inner = new Folder({ 'train.sh': BROKEN });
    assert.equal((await judged(inner, 'train.sh')).findings.length, 1);
    assert.equal((await judged(folder, 'in/train.sh')).findings.length, 0);
  });
});
