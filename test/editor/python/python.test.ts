import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { applyAction } from '../support/features.ts';
import { closeAll, diagnosticsOf, openFixture, positionOf } from '../support/documents.ts';
import { serverProcesses } from '../support/server.ts';
import { until } from '../support/until.ts';

const codes = (found: readonly vscode.Diagnostic[]): string[] =>
  found.map(({ code }) => String(typeof code === 'object' ? code.value : code));

describe('a Python file that a launch names', () => {
  afterEach(closeAll);

  it('starts the server, which other Python files do not', async () => {
    await openFixture('py/tool.py');
    assert.equal(serverProcesses().length, 0);
    const { document } = await openFixture('py/reward.py');
    const found = await diagnosticsOf(document.uri);
    assert.deepEqual(codes(found), ['rf-async']);
    assert.equal(serverProcesses().length, 1);
  });

  it('is mended by its fix, and then not told of at the flag any more', async () => {
    const { document: script } = await openFixture('train.sh');
    assert.deepEqual(codes(await diagnosticsOf(script.uri)), ['rf-async']);
    const { document } = await openFixture('py/reward.py');
    const [found] = await diagnosticsOf(document.uri);
    assert.ok(found);
    const text = await applyAction(document, found.range, 'Remove async');
    assert.match(text, /^def reward_func/);
    await diagnosticsOf(document.uri, (left) => left.length === 0);
    await diagnosticsOf(script.uri, (left) => left.length === 0);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('is reached from the flag, and leads back to it', async () => {
    const { document: script } = await openFixture('train.sh');
    await diagnosticsOf(script.uri);
    const definition = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
      'vscode.executeDefinitionProvider',
      script.uri,
      positionOf(script, 'py/reward.py', 1),
    );
    const [to] = definition.map((one) => ('targetUri' in one ? one.targetUri : one.uri));
    assert.match(to?.path ?? '', /\/py\/reward\.py$/);

    const { document } = await openFixture('py/reward.py');
    const references = await vscode.commands.executeCommand<vscode.Location[]>(
      'vscode.executeReferenceProvider',
      document.uri,
      positionOf(document, 'reward_func'),
    );
    assert.deepEqual(
      references.filter(({ uri }) => uri.path.endsWith('/train.sh')).map(({ range }) => range.start.line),
      [4],
    );
  });

  it('has a lens that shows the launches', async () => {
    const { document } = await openFixture('py/reward.py');
    await diagnosticsOf(document.uri);
    const lens = await until('the lens', async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
      );
      return lenses.find(({ command }) => command?.command === 'openrlhf.showReferences');
    });
    assert.match(lens.command?.title ?? '', /Used by one launch/);
    await vscode.commands.executeCommand('openrlhf.showReferences', ...((lens.command?.arguments ?? []) as unknown[]));
    // The peek opens the script in an editor of its own.
    await until('the peek', () => vscode.workspace.textDocuments.some(({ uri }) => uri.path.endsWith('/train.sh')));
  });
});
