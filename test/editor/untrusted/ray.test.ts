import assert from 'node:assert/strict';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { closeAll, openScript } from '../support/documents.ts';
import { hands } from '../support/hands.ts';

describe('Ray in an untrusted workspace', () => {
  const asked: string[] = [];
  let server: Server;
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('openrlhf');

  before(async () => {
    server = createServer(({ url }, response) => {
      asked.push(url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  after(async () => {
    await settings().update('clusters', undefined, vscode.ConfigurationTarget.Global);
    server.close();
    server.closeAllConnections();
    await closeAll();
  });

  it('sends nothing to a cluster of the settings, and the views say why', async () => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await settings().update('clusters', [{ name: 'counting', address }], vscode.ConfigurationTarget.Global);
    await openScript('ray job submit -- python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url http://rm/r\n');
    await hands('openViews');
    const [jobs = ''] = await hands('welcomes');
    assert.match(jobs, /not trusted, so nothing is sent to a Ray cluster and nothing is run/);
    const terminals = vscode.window.terminals.length;
    // Whoever has a command on a key runs it all the same.
    for (const command of ['launch', 'refreshJobs', 'showJobLog', 'runInTerminal', 'startLocalRay']) {
      await Promise.race([
        vscode.commands.executeCommand(`openrlhf.${command}`).then(undefined, () => undefined),
        new Promise((resolve) => setTimeout(resolve, 500)),
      ]);
    }
    await hands('press', 'Escape');
    assert.deepEqual(asked, []);
    assert.equal(vscode.window.terminals.length, terminals);
    // The server counts what comes.
    await new Promise((resolve) => get(address, resolve));
    assert.deepEqual(asked, ['/']);
  });
});
