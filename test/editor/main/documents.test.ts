import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, positionOf } from '../support/documents.ts';
import { applyAction, hoverText } from '../support/features.ts';

const WRONG = 'python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url http://rm/r --no_such_flag\n';

/** Files of another version of the workspace, as a source control view shows them: they cannot be written. */
class OldVersions implements vscode.TextDocumentContentProvider {
  provideTextDocumentContent(): string {
    return WRONG;
  }
}

describe('documents that are no files', () => {
  let provider: vscode.Disposable;
  before(() => {
    provider = vscode.workspace.registerTextDocumentContentProvider('oldversion', new OldVersions());
  });
  after(async () => {
    provider.dispose();
    await closeAll();
  });

  it('are judged when they are read-only views of an older version', async () => {
    const uri = vscode.Uri.parse('oldversion:/work/train.sh?%7B%22ref%22%3A%22HEAD%22%7D');
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    assert.equal(document.languageId, 'shellscript');
    assert.equal((await diagnosticsOf(uri)).length, 1);
    assert.match(await hoverText(document, positionOf(document, 'remote_url')), /--reward\.remote_url/);
  });

  it('are judged when they were never saved, with CRLF too', async () => {
    const content = WRONG.replaceAll('\n', '\r\n');
    const document = await vscode.workspace.openTextDocument({ language: 'shellscript', content });
    await vscode.window.showTextDocument(document);
    await diagnosticsOf(document.uri);
    assert.match(await hoverText(document, positionOf(document, 'remote_url')), /--reward\.remote_url/);
  });
});

describe('a script with CRLF lines', () => {
  after(closeAll);

  it('is mended by the fix', async () => {
    const content = 'python3 -m openrlhf.cli.train_ppo_ray \\\r\n  --reward.remote_url http://rm/r\r\n';
    const document = await vscode.workspace.openTextDocument({ language: 'shellscript', content });
    await vscode.window.showTextDocument(document);
    assert.equal(document.eol, vscode.EndOfLine.CRLF);
    const [finding] = await diagnosticsOf(document.uri, (found) =>
      found.some(({ message }) => message.includes('CRLF')),
    );
    assert.ok(finding);
    await applyAction(document, finding.range, 'End all lines in LF');
    assert.equal(document.getText(), content.replaceAll('\r', ''));
    assert.equal(document.eol, vscode.EndOfLine.LF);
    await diagnosticsOf(document.uri, (found) => found.length === 0);
  });
});
