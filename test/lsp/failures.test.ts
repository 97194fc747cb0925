import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  CodeActionRequest,
  CompletionRequest,
  CompletionResolveRequest,
  HoverRequest,
  MessageType,
} from 'vscode-languageserver-protocol/node';
import { STATUS_REQUEST, type ScriptStatus } from '../../server/src/lsp/protocol.ts';
import type { Files } from '../../server/src/service.ts';
import { LspClient } from './client.ts';

const SCRIPT = 'file:///work/train.sh';
const PPO = 'python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url r.py';
const WRONG = `${PPO} --no_such_flag\n`;

async function withServer(files: Files | undefined, work: (client: LspClient) => Promise<void>): Promise<void> {
  const client = await LspClient.inProcess({}, files);
  try {
    await work(client);
  } finally {
    await client.stop();
  }
}

/** The server still answers: a wrong script that is opened now has its finding. */
async function assertAlive(client: LspClient, uri = 'file:///work/alive.sh'): Promise<void> {
  await client.open(uri, WRONG);
  assert.equal((await client.diagnostics(uri, 1)).length, 1);
}

describe('files that fail', () => {
  const broken: Files = {
    read: () => Promise.reject(new Error('the disk is on fire')),
    list: () => {
      throw new Error('no listing either');
    },
  };

  test('take no other feature down, and the log says which one failed where', async () => {
    await withServer(broken, async (client) => {
      await client.open(SCRIPT, `source common.sh\n${WRONG}`);
      const entry = await client.log(/openrlhf failed in file:\/\/\/work\/train\.sh: Error: the disk is on fire/);
      assert.equal(entry.type, MessageType.Error);
      await assertAlive(client);

      const uri = 'file:///work/paths.sh';
      const text = `${PPO} --ckpt.path `;
      await client.open(uri, text);
      const position = { line: 0, character: text.length };
      const answer = await client.connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position });
      assert.equal(answer, null);
      await client.log(/completion failed in file:\/\/\/work\/paths\.sh: Error: no listing either/);
      const hover = { textDocument: { uri }, position: { line: 0, character: PPO.indexOf('remote_url') } };
      assert.ok(await client.connection.sendRequest(HoverRequest.type, hover));
    });
  });

  test('are asked again once the text changes', async () => {
    let healthy = false;
    const files: Files = {
      read: () => (healthy ? Promise.resolve('E=grpo\n') : Promise.reject(new Error('not yet'))),
      list: () => Promise.resolve([]),
    };
    await withServer(files, async (client) => {
      await client.open(SCRIPT, `source common.sh\n${PPO} --algo.advantage.estimator $E\n`);
      await client.log(/not yet/);
      healthy = true;
      await client.change(SCRIPT, 2, `source common.sh\n${PPO} --algo.advantage.estimator $E \n`);
      const [found] = await client.until('file:///work/common.sh', (list) => list.length > 0);
      assert.equal(found?.code, 'invalid-choice');
    });
  });

  test('and the same version is tried again when it is asked about', async () => {
    let failures = 1;
    const files: Files = {
      read: () => (failures-- > 0 ? Promise.reject(new Error('once')) : Promise.resolve('')),
      list: () => Promise.resolve([]),
    };
    await withServer(files, async (client) => {
      await client.open(SCRIPT, `source common.sh\n${PPO}\n`);
      await client.log(/once/);
      const status = await client.connection.sendRequest<ScriptStatus | null>(STATUS_REQUEST, { uri: SCRIPT });
      assert.equal(status?.launches.length, 1);
    });
  });
});

describe('requests that make no sense', () => {
  const places = [
    { line: 999, character: 0 },
    { line: 0, character: 9999 },
    { line: 4_294_967_295, character: 4_294_967_295 },
    { line: -1, character: -5 },
  ];
  test('about documents that are not open get nothing', async () => {
    await withServer(undefined, async (client) => {
      const textDocument = { uri: 'file:///nowhere.sh' };
      const position = { line: 0, character: 0 };
      const range = { start: position, end: position };
      const { connection } = client;
      assert.equal(await connection.sendRequest(CompletionRequest.type, { textDocument, position }), null);
      assert.equal(await connection.sendRequest(HoverRequest.type, { textDocument, position }), null);
      const actions = { textDocument, range, context: { diagnostics: [] } };
      assert.equal(await connection.sendRequest(CodeActionRequest.type, actions), null);
      assert.equal(await connection.sendRequest(STATUS_REQUEST, textDocument), null);
      await assertAlive(client);
    });
  });
  test('about places outside of the text are answered', async () => {
    await withServer(undefined, async (client) => {
      await client.open(SCRIPT, `${PPO}\n`);
      const textDocument = { uri: SCRIPT };
      for (const position of places) {
        await client.connection.sendRequest(CompletionRequest.type, { textDocument, position });
        await client.connection.sendRequest(HoverRequest.type, { textDocument, position });
        const range = { start: position, end: { line: 0, character: 0 } };
        const context = { diagnostics: [] };
        await client.connection.sendRequest(CodeActionRequest.type, { textDocument, range, context });
      }
      await assertAlive(client);
      assert.deepEqual(client.logged, []);
    });
  });
  test('with strange data or of no known kind do no harm', async () => {
    await withServer(undefined, async (client) => {
      const item = { label: 'x', data: { flag: 7, entryPoint: null, release: {} } };
      assert.equal((await client.connection.sendRequest(CompletionResolveRequest.type, item)).label, 'x');
      assert.equal(await client.connection.sendRequest(STATUS_REQUEST), null);
      await assert.rejects(client.connection.sendRequest('openrlhf/noSuchRequest', {}));
      await client.connection.sendNotification('openrlhf/noSuchNotification', {});
      await assertAlive(client);
    });
  });
});

test('a file that is too large is not judged, and its status says why', async () => {
  await withServer(undefined, async (client) => {
    const text = `${WRONG}${'# a comment line\n'.repeat(70_000)}`;
    await client.open(SCRIPT, text);
    assert.deepEqual(await client.diagnostics(SCRIPT, 1), []);
    const status = await client.connection.sendRequest<ScriptStatus>(STATUS_REQUEST, { uri: SCRIPT });
    assert.match(status.silentBecause ?? '', /more than 1,000,000 characters/);
    await client.change(SCRIPT, 2, WRONG);
    assert.equal((await client.diagnostics(SCRIPT, 2)).length, 1);
  });
});

describe('an answer that was overtaken', () => {
  /** Files of which the test ends the reading of `slow.sh` itself, oldest question first. */
  function held(): { files: Files; release: (text: string) => void; asked: () => Promise<void> } {
    const waiting: ((text: string) => void)[] = [];
    let wake = (): void => undefined;
    const files: Files = {
      read: (uri) =>
        uri.endsWith('/slow.sh')
          ? new Promise((resolve) => {
              waiting.push(resolve);
              wake();
            })
          : Promise.resolve(null),
      list: () => Promise.resolve([]),
    };
    const asked = async (): Promise<void> => {
      while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    };
    return { files, asked, release: (text) => waiting.shift()?.(text) };
  }

  test('by a newer text is not published', async () => {
    const { files, release, asked } = held();
    await withServer(files, async (client) => {
      await client.open(SCRIPT, `source slow.sh\n${WRONG}`);
      await asked();
      await client.change(SCRIPT, 2, `${PPO}\n`);
      assert.deepEqual(await client.diagnostics(SCRIPT, 2), []);
      release('');
      await assertAlive(client);
      const versions = client.publications.filter(({ uri }) => uri === SCRIPT).map(({ version }) => version);
      assert.deepEqual(versions, [2]);
    });
  });

  test('by closing the document is not published', async () => {
    const { files, release, asked } = held();
    await withServer(files, async (client) => {
      await client.open(SCRIPT, `source slow.sh\n${WRONG}`);
      await asked();
      await client.close(SCRIPT);
      release('');
      await assertAlive(client);
      const last = client.publications.findLast(({ uri }) => uri === SCRIPT);
      assert.deepEqual(last?.diagnostics, []);
    });
  });
});
