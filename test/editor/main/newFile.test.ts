import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll } from '../support/documents.ts';
import { ourExtension } from '../support/extension.ts';
import { hands } from '../support/hands.ts';
import { until } from '../support/until.ts';

const folder = (): vscode.Uri => {
  const first = vscode.workspace.workspaceFolders?.[0];
  assert.ok(first);
  return first.uri;
};

/** Makes a file of a kind under the name that is proposed; the new file, shown. */
async function make(title: string, name: string, place?: vscode.Uri): Promise<vscode.TextDocument> {
  void vscode.commands.executeCommand('openrlhf.newPythonFile', place);
  await hands('list', 'New Reward Function or Agent');
  await hands('choose', title);
  await hands('answer', title);
  const shown = await until(`${name} in front`, () => {
    const document = vscode.window.activeTextEditor?.document;
    return document?.uri.path.endsWith(`/${name}`) === true && document;
  });
  return shown;
}

describe('a new reward function or agent', () => {
  const made: vscode.Uri[] = [];
  afterEach(async () => {
    await hands('clearMessages');
    await closeAll();
  });
  after(async () => {
    for (const uri of made) await vscode.workspace.fs.delete(uri, { recursive: true });
  });

  it('is made in the workspace folder, is shown, and its flag goes to the clipboard', async () => {
    const document = await make('Reward function for mathematics', 'math_reward.py');
    made.push(document.uri);
    assert.equal(document.uri.path, `${folder().path}/math_reward.py`);
    const template = join(ourExtension().extensionPath, 'templates/math_reward.py');
    assert.equal(document.getText(), readFileSync(template, 'utf8'));
    await hands('pressInMessage', 'A launch has to name the new file', 'Copy --reward.remote_url ./math_reward.py');
    await until(
      'the flag in the clipboard',
      async () => (await vscode.env.clipboard.readText()) === '--reward.remote_url ./math_reward.py',
    );
  });

  it('has another name where its own is taken, and the folder that was chosen in the explorer', async () => {
    const agents = vscode.Uri.joinPath(folder(), 'agents');
    await vscode.workspace.fs.createDirectory(agents);
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(agents, 'multiturn_agent.py'), Buffer.from('# mine\n'));
    made.push(agents);
    const document = await make('Agent of several turns', 'multiturn_agent_2.py', agents);
    assert.equal(document.uri.path, `${agents.path}/multiturn_agent_2.py`);
    await hands('message', 'A launch has to name the new file');
    const mine = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(agents, 'multiturn_agent.py'));
    assert.equal(Buffer.from(mine).toString(), '# mine\n');
    assert.deepEqual((await vscode.workspace.fs.readDirectory(agents)).map(([name]) => name).sort(), [
      'multiturn_agent.py',
      'multiturn_agent_2.py',
    ]);
  });

  it('is offered as a snippet in Python files', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'python', content: 'openrlhf-tok' });
    await vscode.window.showTextDocument(document);
    const end = document.positionAt(document.getText().length);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      end,
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('openrlhf-token-level-agent'), labels.join(', '));
  });
});
