import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  CodeActionRequest,
  CompletionRequest,
  CompletionResolveRequest,
  DidChangeConfigurationNotification,
  DidChangeWorkspaceFoldersNotification,
  HoverRequest,
  MarkupKind,
  MessageType,
  type ClientCapabilities,
  type CompletionItem,
  type CompletionList,
  type Hover,
} from 'vscode-languageserver-protocol/node';
import { STATUS_REQUEST, type ScriptStatus } from '../../server/src/lsp/protocol.ts';
import { LspClient, type ClientOptions } from './client.ts';

// What different editors can do, and what the server makes of it.

const SCRIPT = 'file:///work/train.sh';
const PPO = 'python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url r.py';
/** A flag that came with 0.11.1. */
const NEWER = `${PPO} --algo.kl.unbiased_gradient\n`;
/** A flag that 0.11.2 no longer has. */
const OLDER = `${PPO} --algo.advantage.is_correction_enable\n`;

async function withClient<T>(options: ClientOptions, work: (client: LspClient) => Promise<T>): Promise<T> {
  const client = await LspClient.inProcess(options);
  try {
    return await work(client);
  } finally {
    await client.stop();
  }
}

async function complete(client: LspClient, text: string): Promise<readonly CompletionItem[]> {
  await client.open(SCRIPT, text);
  const list = (await client.connection.sendRequest(CompletionRequest.type, {
    textDocument: { uri: SCRIPT },
    position: { line: 0, character: text.length },
  })) as CompletionList | null;
  return list?.items ?? [];
}

async function hover(client: LspClient, text: string, at: string): Promise<Hover | null> {
  await client.open(SCRIPT, text);
  const position = { line: 0, character: text.indexOf(at) };
  return client.connection.sendRequest(HoverRequest.type, { textDocument: { uri: SCRIPT }, position });
}

const MARKDOWN: ClientCapabilities = {
  textDocument: {
    hover: { contentFormat: [MarkupKind.Markdown, MarkupKind.PlainText] },
    completion: { completionItem: { documentationFormat: [MarkupKind.Markdown], labelDetailsSupport: true } },
  },
};

test('positions count UTF-16 units, and the server says so', async () => {
  await withClient({ capabilities: { general: { positionEncodings: ['utf-8', 'utf-16'] } } }, async (client) => {
    assert.equal(client.initialized?.capabilities.positionEncoding, 'utf-16');
    const text = `X=🦀; ${PPO} --no_such\n`;
    await client.open(SCRIPT, text);
    const [found] = await client.diagnostics(SCRIPT, 1);
    assert.equal(found?.range.start.character, text.indexOf('--no_such'));
  });
});

describe('a client that shows markdown', () => {
  const options = { capabilities: MARKDOWN };
  test('gets it in hovers', async () => {
    const contents = await withClient(options, async (client) => (await hover(client, PPO, 'remote_url'))?.contents);
    assert.ok(contents && typeof contents === 'object' && 'kind' in contents);
    assert.equal(contents.kind, MarkupKind.Markdown);
    assert.match(contents.value, /\*\*`--reward\.remote_url`\*\*/);
  });
  test('gets it in completions, and what stands behind labels', async () => {
    await withClient(options, async (client) => {
      const items = await complete(client, `${PPO} --algo.advantage.estimator `);
      const item = items.find(({ label }) => label === 'group_norm');
      assert.ok(item && typeof item.documentation === 'object');
      assert.equal(item.documentation.kind, MarkupKind.Markdown);
      assert.match(item.labelDetails?.description ?? '', /GRPO/);
    });
  });
});

describe('a client that shows plain text only', () => {
  const formats: readonly [string, ClientCapabilities][] = [
    ['that says nothing', {}],
    ['that says so', { textDocument: { hover: { contentFormat: [MarkupKind.PlainText] } } }],
  ];
  for (const [name, capabilities] of formats) {
    test(`${name}: hovers have no marks`, async () => {
      const contents = await withClient(
        { capabilities },
        async (client) => (await hover(client, PPO, 'remote_url'))?.contents,
      );
      assert.ok(contents && typeof contents === 'object' && 'kind' in contents);
      assert.equal(contents.kind, MarkupKind.PlainText);
      assert.match(contents.value, /^--reward\.remote_url · str/);
      assert.doesNotMatch(contents.value, /\*\*|`|\]\(/);
    });
    test(`${name}: completions neither, not before and not after they are resolved`, async () => {
      await withClient({ capabilities }, async (client) => {
        const [choice] = await complete(client, `${PPO} --algo.advantage.estimator `);
        const flag = (await complete(client, `${PPO} --`)).find(({ label }) => label === '--reward.remote_url');
        assert.ok(choice && flag);
        const resolved = await client.connection.sendRequest(CompletionResolveRequest.type, flag);
        for (const { documentation, labelDetails } of [choice, resolved]) {
          assert.ok(typeof documentation === 'object');
          assert.equal(documentation.kind, MarkupKind.PlainText);
          assert.doesNotMatch(documentation.value, /\*\*|`/);
          assert.equal(labelDetails, undefined);
        }
        assert.equal(flag.detail?.endsWith('already given'), true);
      });
    });
  }
  test('gets plain insertions', async () => {
    await withClient({}, async (client) => {
      for (const item of await complete(client, `${PPO} --`)) assert.notEqual(item.insertTextFormat, 2);
    });
  });
});

describe('settings', () => {
  const codes = async (client: LspClient): Promise<unknown[]> =>
    (await client.until(SCRIPT, (found) => found.length > 0)).map(({ code }) => code);

  for (const [name, initializationOptions] of [
    ['under openrlhf', { openrlhf: { release: '0.11.0' } }],
    ['bare', { release: '0.11.0' }],
  ] as const) {
    test(`given at the start, ${name}`, async () => {
      await withClient({ initializationOptions }, async (client) => {
        await client.open(SCRIPT, NEWER);
        assert.deepEqual(await codes(client), ['flag-of-other-release']);
      });
    });
  }

  test('sent with a change by a client that is not asked', async () => {
    await withClient({}, async (client) => {
      await client.open(SCRIPT, NEWER);
      assert.deepEqual(await client.diagnostics(SCRIPT, 1), []);
      const settings = { openrlhf: { release: '0.11.0' } };
      await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings });
      assert.deepEqual(await codes(client), ['flag-of-other-release']);
      await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
      const status = await client.connection.sendRequest<ScriptStatus>(STATUS_REQUEST, { uri: SCRIPT });
      assert.equal(status.release, '0.11.0', 'a change without settings takes none away');
    });
  });

  test('asked of the client for each document, and again after a change', async () => {
    const releases = new Map([[SCRIPT, '0.11.2']]);
    const capabilities = {
      workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
    };
    const configuration = (uri: string) => ({ release: releases.get(uri) ?? '' });
    await withClient({ capabilities, configuration }, async (client) => {
      await client.registration(DidChangeConfigurationNotification.type.method);
      await client.open(SCRIPT, NEWER);
      assert.deepEqual(await client.diagnostics(SCRIPT, 1), []);
      releases.set(SCRIPT, '0.11.0');
      await client.connection.sendNotification(DidChangeConfigurationNotification.type, { settings: {} });
      assert.deepEqual(await codes(client), ['flag-of-other-release']);
      const other = 'file:///else/train.sh';
      await client.open(other, NEWER);
      assert.deepEqual(await client.diagnostics(other, 1), []);
    });
  });

  test('that the client fails to give are those of the start, and the log says so', async () => {
    const configuration = (): unknown => {
      throw new Error('no settings today');
    };
    const capabilities = { workspace: { configuration: true } };
    const options = { capabilities, configuration, initializationOptions: { release: '0.11.0' } };
    await withClient(options, async (client) => {
      await client.open(SCRIPT, NEWER);
      assert.deepEqual(await codes(client), ['flag-of-other-release']);
      assert.equal((await client.log(/settings of file:\/\/\/work\/train\.sh/)).type, MessageType.Warning);
    });
  });

  test('of wrong types count as not given', async () => {
    await withClient({ initializationOptions: { release: 7, rules: 'all' } }, async (client) => {
      await client.open(SCRIPT, OLDER);
      assert.equal((await client.diagnostics(SCRIPT, 1)).length, 1);
    });
  });
});

test('a folder that joins the workspace is looked at in another light', async () => {
  const configuration = () => ({});
  const capabilities = { workspace: { configuration: true, workspaceFolders: true } };
  const folder = { uri: 'file:///work', name: 'work' };
  const client = await LspClient.inProcess(
    { capabilities, configuration, folders: [] },
    {
      // A file of another folder is read only if that is part of the workspace.
      read: (uri) => Promise.resolve(uri === 'file:///work/common.sh' ? 'E=grpo\n' : null),
      list: () => Promise.resolve([]),
    },
  );
  try {
    const script = 'file:///work/runs/train.sh';
    await client.open(script, `source ../common.sh\n${PPO} --algo.advantage.estimator $E\n`);
    const before = await client.diagnostics(script, 1);
    assert.deepEqual(
      before.filter(({ code }) => code === 'invalid-choice'),
      [],
    );
    const event = { added: [folder], removed: [] };
    await client.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, { event });
    await client.until('file:///work/common.sh', (found) => found.some(({ code }) => code === 'invalid-choice'));
    const gone = { added: [], removed: [folder] };
    await client.connection.sendNotification(DidChangeWorkspaceFoldersNotification.type, { event: gone });
    await client.until('file:///work/common.sh', (found) => found.length === 0);
  } finally {
    await client.stop();
  }
});

describe('code actions', () => {
  const text = `${PPO} --algo.advantage.estimator grpo\n`;
  const all = { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } };
  const kinds = async (only?: string[]): Promise<unknown[]> =>
    withClient({}, async (client) => {
      await client.open(SCRIPT, text);
      const context = { diagnostics: [], ...(only === undefined ? {} : { only }) };
      const params = { textDocument: { uri: SCRIPT }, range: all, context };
      const actions = await client.connection.sendRequest(CodeActionRequest.type, params);
      return [...new Set((actions ?? []).map((action) => ('kind' in action ? action.kind : undefined)))];
    });
  test('of all kinds are quick fixes', async () => {
    assert.deepEqual(await kinds(), ['quickfix']);
  });
  test('are those that are wanted', async () => {
    assert.deepEqual(await kinds(['quickfix']), ['quickfix']);
    assert.deepEqual(await kinds(['source.fixAll']), ['source.fixAll.openrlhf']);
    assert.deepEqual(await kinds(['source.fixAll.openrlhf']), ['source.fixAll.openrlhf']);
    assert.deepEqual(await kinds(['source']), ['source.fixAll.openrlhf']);
    assert.deepEqual(await kinds(['']), ['quickfix', 'source.fixAll.openrlhf']);
    assert.deepEqual(await kinds(['refactor', 'source.fixAll.eslint']), []);
  });
});
