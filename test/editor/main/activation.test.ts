import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { closeAll, openFixture } from '../support/documents.ts';
import { ourExtension } from '../support/extension.ts';
import { serverProcesses } from '../support/server.ts';
import { until } from '../support/until.ts';

/** An address that counts what is sent to it, as a cluster of the user's settings. */
async function countedCluster() {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const setting = vscode.workspace.getConfiguration('openrlhf');
  await setting.update('clusters', [{ address: `http://127.0.0.1:${port}` }], vscode.ConfigurationTarget.Global);
  return {
    requests: () => requests,
    remove: async () => {
      await setting.update('clusters', undefined, vscode.ConfigurationTarget.Global);
      server.closeAllConnections();
      server.close();
    },
  };
}

// The first tests of the suite: later ones open scripts.
describe('activation', () => {
  let cluster: Awaited<ReturnType<typeof countedCluster>>;
  before(async () => {
    cluster = await countedCluster();
  });
  after(async () => {
    await closeAll();
    await cluster.remove();
  });

  it('happens by itself; while no script is open, no server runs and nothing is sent to a cluster', async () => {
    assert.deepEqual(
      vscode.workspace.textDocuments.filter(({ languageId }) => languageId === 'shellscript'),
      [],
    );
    await until('the extension is active', () => ourExtension().isActive);
    // Long enough for what would be started or sent at once.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    assert.deepEqual([serverProcesses(), cluster.requests()], [[], 0]);
  });

  it('starts the server, and asks how the cluster is, when a shell script is opened', async () => {
    const { document } = await openFixture('train.sh');
    assert.equal(document.languageId, 'shellscript');
    await until('the server', () => serverProcesses().length === 1);
    await until('a request', () => cluster.requests() > 0);
  });

  it('is in a window that trusts its workspace', () => {
    assert.equal(vscode.workspace.isTrusted, true);
  });
});
