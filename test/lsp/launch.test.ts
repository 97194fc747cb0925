import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CodeLensRefreshRequest, CodeLensRequest } from 'vscode-languageserver-protocol/node';
import {
  LAUNCH_PLAN_REQUEST,
  LAUNCHES_REQUEST,
  type LaunchPlan,
  type LaunchSummary,
} from '../../server/src/lsp/protocol.ts';
import { LspClient } from './client.ts';

const uri = 'file:///work/train.sh';
const script = 'python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path "$MODEL"\n';
const withCommand = { initializationOptions: { launchCommand: 'openrlhf.launch' } };

describe('launches over the wire', () => {
  test('are listed, and one is planned with answers', async () => {
    const client = await LspClient.inProcess();
    await client.open(uri, script);
    const launches = await client.connection.sendRequest<LaunchSummary[]>(LAUNCHES_REQUEST, { uri });
    assert.deepEqual(
      launches.map(({ entryPoint }) => entryPoint),
      ['train_ppo_ray'],
    );
    const id = launches[0]?.id;
    const open = await client.connection.sendRequest<LaunchPlan>(LAUNCH_PLAN_REQUEST, { uri, id, answers: {} });
    assert.equal(open.argv, null);
    const answers = { [open.questions[0]?.key ?? '']: 'm' };
    const plan = await client.connection.sendRequest<LaunchPlan>(LAUNCH_PLAN_REQUEST, { uri, id, answers });
    assert.equal(plan.argv?.at(-1), 'm');
    await client.stop();
  });

  test('of a document that is not open, or an id that is gone, are null', async () => {
    const client = await LspClient.inProcess();
    assert.equal(await client.connection.sendRequest(LAUNCHES_REQUEST, { uri }), null);
    await client.open(uri, script);
    const params = { uri, id: 'train_sft@1', answers: {} };
    assert.equal(await client.connection.sendRequest(LAUNCH_PLAN_REQUEST, params), null);
    await client.stop();
  });
});

describe('code lenses over the wire', () => {
  test('are offered to a client that can launch, with what its command needs', async () => {
    const client = await LspClient.inProcess(withCommand);
    assert.deepEqual(client.initialized?.capabilities.codeLensProvider, { resolveProvider: false });
    await client.open(uri, script);
    const lenses = await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } });
    assert.deepEqual(
      lenses?.map(({ command }) => [command?.command, (command?.arguments?.[0] as { uri: string }).uri]),
      [['openrlhf.launch', uri]],
    );
    await client.stop();
  });

  test('are not offered to any other', async () => {
    const client = await LspClient.inProcess();
    assert.equal(client.initialized?.capabilities.codeLensProvider, undefined);
    await client.stop();
  });

  test('are asked for again when settings change, and are gone when switched off', async () => {
    let codeLens = true;
    const client = await LspClient.inProcess({
      ...withCommand,
      capabilities: { workspace: { codeLens: { refreshSupport: true }, configuration: true } },
      configuration: () => ({ codeLens }),
    });
    const refreshed = new Promise<void>((resolve) => {
      client.connection.onRequest(CodeLensRefreshRequest.type, () => {
        resolve();
      });
    });
    await client.open(uri, script);
    const count = async () =>
      (await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri } }))?.length;
    assert.equal(await count(), 1);
    codeLens = false;
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await refreshed;
    assert.equal(await count(), 0);
    await client.stop();
  });
});
