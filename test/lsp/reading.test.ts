import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DocumentLinkRequest,
  DocumentSymbolRequest,
  SelectionRangeRequest,
  SymbolKind,
  type ClientCapabilities,
} from 'vscode-languageserver-protocol/node';
import { LspClient } from './client.ts';

const SCRIPT = 'file:///work/train.sh';
const REWARD = 'file:///work/reward.py';
const TEXT = 'python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url reward.py\n';
const files = {
  read: (uri: string) => Promise.resolve(uri === REWARD ? 'def reward_func(q, p, l): ...\n' : null),
  list: () => Promise.resolve(['reward.py', 'train.sh']),
};

async function within(capabilities: ClientCapabilities, ask: (client: LspClient) => Promise<void>): Promise<void> {
  const client = await LspClient.inProcess({ capabilities, folders: [{ uri: 'file:///work', name: 'work' }] }, files);
  try {
    await client.open(SCRIPT, TEXT);
    await client.diagnostics(SCRIPT, 1);
    await ask(client);
  } finally {
    await client.stop();
  }
}

const textDocument = { uri: SCRIPT };

test('symbols are a tree where the client knows trees, and a list elsewhere', async () => {
  const tree = { textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } } };
  await within(tree, async (client) => {
    const symbols = await client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
    assert.deepEqual(
      symbols?.map((one) => [one.name, one.kind, 'children' in one && one.children.map(({ name }) => name)]),
      [['train_ppo_ray', SymbolKind.Event, ['reward']]],
    );
  });
  await within({}, async (client) => {
    const symbols = await client.connection.sendRequest(DocumentSymbolRequest.type, { textDocument });
    assert.deepEqual(
      symbols?.map((one) => [one.name, 'containerName' in one ? one.containerName : undefined]),
      [
        ['train_ppo_ray', undefined],
        ['reward', 'train_ppo_ray'],
        ['--reward.remote_url', 'reward'],
      ],
    );
  });
});

test('selections and links', async () => {
  await within({}, async (client) => {
    const position = { line: 0, character: TEXT.indexOf('reward.py') + 2 };
    const [first] =
      (await client.connection.sendRequest(SelectionRangeRequest.type, { textDocument, positions: [position] })) ?? [];
    assert.equal(first?.range.start.character, TEXT.indexOf('reward.py'));
    assert.equal(first.parent?.range.start.character, TEXT.indexOf('--reward'));
    const links = await client.connection.sendRequest(DocumentLinkRequest.type, { textDocument });
    assert.deepEqual(
      links?.map(({ target }) => target),
      [REWARD],
    );
  });
});
