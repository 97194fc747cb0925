import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, diagnosticsOf, openFixture, openScript } from '../support/documents.ts';
import { serverProcesses } from '../support/server.ts';
import { until } from '../support/until.ts';

const WRONG = 'python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url http://rm/r --no_such_flag\n';

/** Waits until one server runs that was not there before. */
async function otherServer(before: readonly number[]): Promise<number> {
  return until('another server', () => serverProcesses().find((pid) => !before.includes(pid)));
}

describe('the language server', () => {
  afterEach(closeAll);

  it('comes back after a crash, and what it found with it', async () => {
    const { document } = await openScript(WRONG);
    await diagnosticsOf(document.uri);
    const before = serverProcesses();
    assert.equal(before.length, 1);
    for (const pid of before) process.kill(pid, 'SIGKILL');
    await otherServer(before);
    await diagnosticsOf(document.uri);
    assert.equal(serverProcesses().length, 1);
  });

  it('is another one after the restart command', async () => {
    const { document } = await openScript(WRONG);
    await diagnosticsOf(document.uri);
    const before = serverProcesses();
    await vscode.commands.executeCommand('openrlhf.restartServer');
    await otherServer(before);
    await diagnosticsOf(document.uri);
    await until('the end of the first', () => serverProcesses().length === 1);
  });

  it('has a log that a command shows', async () => {
    await openScript(WRONG);
    await vscode.commands.executeCommand('openrlhf.showLog');
    await until('the log', () =>
      vscode.window.visibleTextEditors.some(
        ({ document }) => document.uri.scheme === 'output' && document.uri.path.includes('OpenRLHF'),
      ),
    );
    await vscode.commands.executeCommand('workbench.action.closePanel');
  });
});

describe('the command to select a release', () => {
  afterEach(async () => {
    await vscode.workspace
      .getConfiguration('openrlhf')
      .update('release', undefined, vscode.ConfigurationTarget.Workspace);
    await closeAll();
  });

  it('writes the release that is picked to the settings of the folder', async () => {
    const { document } = await openFixture('train.sh');
    const setting = () => vscode.workspace.getConfiguration('openrlhf', document.uri).get<string>('release');
    assert.equal(setting(), '');
    // The list begins with "Automatic", then the newest release. A pick that came before the list was there is made again.
    await until('the release in the settings', async () => {
      const picked = vscode.commands.executeCommand('openrlhf.selectRelease');
      await new Promise((resolve) => setTimeout(resolve, 300));
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await picked;
      return setting();
    });
    assert.match(setting() ?? '', /^0\.1\d\.\d$/);
  });
});
