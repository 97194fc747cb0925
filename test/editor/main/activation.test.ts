import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, openFixture } from '../support/documents.ts';
import { ourExtension } from '../support/extension.ts';
import { until } from '../support/until.ts';

describe('activation', () => {
  after(closeAll);

  it('happens when a shell script is opened', async () => {
    const { document } = await openFixture('train.sh');
    assert.equal(document.languageId, 'shellscript');
    await until('the extension is active', () => ourExtension().isActive);
  });

  it('is in a window that trusts its workspace', () => {
    assert.equal(vscode.workspace.isTrusted, true);
  });
});
