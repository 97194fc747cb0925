import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { BREAKS, broken } from '../../support/tenWays.ts';
import { closeAll, diagnosticsOf, openFixture } from '../support/documents.ts';
import { applyAction } from '../support/features.ts';
import { hands } from '../support/hands.ts';
import { until } from '../support/until.ts';

const codeOf = ({ code }: vscode.Diagnostic): string => String(typeof code === 'object' ? code.value : code);

/** What a newcomer does: makes an agent from the template, breaks it, sees it flagged, and mends it by the fix. */
describe('an agent from the template that a launch names', () => {
  let document: vscode.TextDocument;
  let template = '';

  before(async () => {
    void vscode.commands.executeCommand('openrlhf.newPythonFile');
    await hands('list', 'New Reward Function or Agent');
    await hands('choose', 'Agent of several turns');
    await hands('answer', 'Agent of several turns');
    document = await until('the agent in front', () => {
      const shown = vscode.window.activeTextEditor?.document;
      return shown?.uri.path.endsWith('/multiturn_agent.py') === true && shown;
    });
    template = document.getText();
    await document.save();
  });
  after(async () => {
    await closeAll();
    await vscode.workspace.fs.delete(document.uri);
  });

  it('has nothing wrong, and is found by the launch', async () => {
    const { document: script } = await openFixture('agent.sh');
    await diagnosticsOf(script.uri, (found) => !found.some((one) => codeOf(one) === 'ag-path'));
    await diagnosticsOf(document.uri, (found) => found.length === 0);
  });

  for (const one of BREAKS) {
    it(`is mended where it has ${one.name}`, async () => {
      await vscode.window.showTextDocument(document);
      await replaceAll(document, broken(template, one));
      const [found] = await diagnosticsOf(
        document.uri,
        (all) => all.length > 0 && all.every((each) => codeOf(each) === one.code),
      );
      assert.ok(found);
      await applyAction(document, found.range, one.fix);
      await diagnosticsOf(document.uri, (left) => left.length === 0);
      await replaceAll(document, template);
    });
  }
});

async function replaceAll(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(
    document.uri,
    new vscode.Range(new vscode.Position(0, 0), document.positionAt(document.getText().length)),
    text,
  );
  assert.ok(await vscode.workspace.applyEdit(edit));
}
