import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, openFixture } from '../support/documents.ts';
import { languageStatus } from '../support/extension.ts';
import { until } from '../support/until.ts';

const SCRIPT = `#!/bin/bash
# openrlhf: release 0.11.2
LR=1e-6
deepspeed --module openrlhf.cli.train_sft --model.model_name_or_path m --data.dataset d --adam.lr $LR --train.seed "$SEED"
`;

/** Writes a script into the workspace, and shows it. */
async function showScript(name: string, text: string): Promise<vscode.TextEditor> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(folder);
  await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), Buffer.from(text));
  return openFixture(name);
}

async function showModel(script: vscode.Uri): Promise<vscode.TextDocument> {
  await vscode.commands.executeCommand('openrlhf.showLaunchModel');
  return until('the launch model', () =>
    vscode.window.visibleTextEditors
      .map(({ document }) => document)
      .find(({ uri }) => uri.scheme === 'openrlhf-model' && uri.query === script.toString()),
  );
}

describe('the launch model', () => {
  afterEach(closeAll);

  it('opens beside the script, as markdown that cannot be changed', async () => {
    const { document, viewColumn } = await showScript('model.sh', SCRIPT);
    const model = await showModel(document.uri);
    assert.equal(model.languageId, 'markdown');
    assert.match(model.getText(), /^## 1\. train_sft, line 4$/m);
    assert.match(model.getText(), /`--adam\.lr` +\| `1e-6` +\| line 3/);
    const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === model);
    assert.notEqual(shown?.viewColumn, viewColumn);
    assert.equal(
      vscode.workspace.fs.isWritableFileSystem(model.uri.scheme),
      undefined,
      'nothing writes such a document',
    );
  });

  it('follows the script as it is typed', async () => {
    const { document } = await showScript('model.sh', SCRIPT);
    const model = await showModel(document.uri);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(2, 3, 2, 7), '3e-7');
    assert.ok(await vscode.workspace.applyEdit(edit));
    await until('the new value', () => /`--adam\.lr` +\| `3e-7`/.test(model.getText()));
    await document.save();
  });

  it('leads from its places to the script, by links and by definition', async () => {
    const { document } = await showScript('model.sh', SCRIPT);
    const model = await showModel(document.uri);
    // The text may come anew while it is looked at: the place is where it is now.
    const at = (): vscode.Position => {
      const line = model
        .getText()
        .split('\n')
        .findIndex((text) => text.startsWith('| `--adam.lr`'));
      return new vscode.Position(line, model.lineAt(line).text.indexOf('line 3') + 1);
    };
    const links = await until('links', async () => {
      const found = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        'vscode.executeLinkProvider',
        model.uri,
      );
      return found.length > 10 && found;
    });
    const link = links.find(({ range }) => range.contains(at()));
    assert.ok(link?.target);
    assert.deepEqual(JSON.parse(link.target.query), [{ uri: document.uri.toString(), line: 2, character: 3 }]);
    const definition = await until('the definition', async () => {
      const [found] = await vscode.commands.executeCommand<vscode.Location[]>(
        'vscode.executeDefinitionProvider',
        model.uri,
        at(),
      );
      return found;
    });
    assert.equal(definition.uri.toString(), document.uri.toString());
    assert.deepEqual([definition.range.start.line, definition.range.start.character], [2, 3]);
  });
});

describe('the language status', () => {
  afterEach(closeAll);

  const rows = (): readonly string[] => languageStatus().map(({ text }) => text);

  it('says what was found, by which release, and what is not known', async () => {
    await showScript('model.sh', SCRIPT);
    await until('four rows', () => rows().length === 4);
    assert.deepEqual(rows(), [
      '1 OpenRLHF launch',
      'OpenRLHF 0.11.2',
      'Nothing is flagged',
      '1 word is known only when the script runs',
    ]);
    const [launches, release, flagged, unknown] = languageStatus();
    assert.equal(launches?.detail, 'train_sft in line 4');
    assert.match(release?.detail ?? '', /comment/);
    assert.match(flagged?.detail ?? '', /\(1\).*SEED/);
    assert.equal(flagged?.command?.title, 'Go to Line 4');
    assert.match(unknown?.detail ?? '', /variable SEED/);
  });

  it('says why nothing is flagged where there is no launch, and leads to the place', async () => {
    const { document } = await showScript('never.sh', `#!/bin/bash\ntrain() {\n  ${SCRIPT.split('\n')[3] ?? ''}\n}\n`);
    await until('one row', () => rows().length === 1 && rows()[0] === 'Nothing is flagged');
    const [row] = languageStatus();
    assert.match(row?.detail ?? '', /in the function train, which is never called here\. Call the function/);
    assert.ok(row?.command);
    await vscode.commands.executeCommand(row.command.command, ...((row.command.arguments ?? []) as unknown[]));
    await until('the place', () => vscode.window.activeTextEditor?.selection.active.line === 1);
    assert.equal(vscode.window.activeTextEditor?.document, document);
  });

  it('is gone in front of other documents', async () => {
    await showScript('model.sh', SCRIPT);
    await until('four rows', () => rows().length === 4);
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ language: 'markdown', content: '' }),
    );
    await until('no rows', () => rows().length === 0);
  });
});
