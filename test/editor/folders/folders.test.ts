import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, openFixture } from '../support/documents.ts';
import { statusBarText } from '../support/extension.ts';
import { until } from '../support/until.ts';

describe('two workspace folders with different releases', () => {
  after(closeAll);

  it('judge the same script each by its own', async () => {
    const newer = await openFixture('train.sh', 1);
    const [finding] = await diagnosticsOf(newer.document.uri);
    assert.ok(finding && typeof finding.code === 'object');
    assert.equal(finding.code.value, 'is-correction-renamed');
    await until('the release of the second folder', () => statusBarText()?.endsWith('0.11.2'));
    const older = await openFixture('train.sh', 0);
    await until('the release of the first folder', () => statusBarText()?.endsWith('0.11.0'));
    assert.deepEqual(vscode.languages.getDiagnostics(older.document.uri), []);
  });
});
