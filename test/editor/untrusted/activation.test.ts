import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, openFixture } from '../support/documents.ts';
import { ourExtension } from '../support/extension.ts';

describe('a workspace that is not trusted', () => {
  after(closeAll);

  it('opens without trust', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const { document } = await openFixture('train.sh');
    assert.equal(document.languageId, 'shellscript');
  });

  it('finds the extension installed', () => {
    assert.equal(ourExtension().id, 'openrlhf-tools.openrlhf-tools');
  });
});
