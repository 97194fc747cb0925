import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, test } from 'node:test';
import {
  CodeActionRequest,
  CompletionRequest,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  FileChangeType,
  HoverRequest,
  type CodeAction,
  type CompletionList,
  type FileEvent,
} from 'vscode-languageserver-protocol/node';
import { STATUS_REQUEST, type ScriptStatus } from '../../server/src/lsp/protocol.ts';
import { applyEdits } from '../support/service.ts';
import { LspClient } from './client.ts';

describe('the built server, spoken to over stdio', () => {
  const uri = 'file:///no-such-folder/train.sh';
  const broken = 'python3 -m openrlhf.cli.train_ppo_ray --reward.remote_url r.py --algo.advantage.estimator grpo\n';
  let client: LspClient;
  before(async () => {
    client = await LspClient.start({ release: '0.11.1' });
    await client.open(uri, broken);
  });
  after(async () => {
    assert.equal(await client.stop(), 0);
  });

  test('publishes a finding with its version, and takes it back when it is mended', async () => {
    const found = await client.diagnostics(uri, 1);
    assert.deepEqual(
      found.map(({ code }) => code),
      ['invalid-choice'],
    );
    await client.change(uri, 2, broken.replace('grpo', 'group_norm'));
    assert.deepEqual(await client.diagnostics(uri, 2), []);
    await client.change(uri, 3, broken);
    assert.equal((await client.diagnostics(uri, 3)).length, 1);
  });

  test('completes and hovers', async () => {
    const position = { line: 0, character: broken.indexOf('grpo') + 1 };
    const list = (await client.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri },
      position,
    })) as CompletionList | null;
    assert.ok(list?.items.some(({ label }) => label === 'group_norm'));
    const hover = await client.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri },
      position: { line: 0, character: broken.indexOf('estimator') },
    });
    assert.match(JSON.stringify(hover?.contents), /algo\.advantage\.estimator/);
  });

  test('offers a fix that mends the text', async () => {
    const [diagnostic] = await client.diagnostics(uri, 3);
    assert.ok(diagnostic);
    const actions = (await client.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri },
      range: diagnostic.range,
      context: { diagnostics: [diagnostic] },
    })) as CodeAction[];
    const edits = actions[0]?.edit?.changes?.[uri];
    assert.ok(edits);
    assert.equal(applyEdits(broken, edits), broken.replace('grpo', 'group_norm'));
  });

  test('tells its status by the release of the settings', async () => {
    const status = await client.connection.sendRequest<ScriptStatus>(STATUS_REQUEST, { uri });
    assert.deepEqual([status.release, status.releaseFrom], ['0.11.1', 'setting']);
  });

  test('answers for a document that is not open with nothing', async () => {
    assert.equal(await client.connection.sendRequest(STATUS_REQUEST, { uri: 'file:///no' }), null);
  });
});

describe('a file that a script sources', () => {
  let folder: string;
  let client: LspClient;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openrlhf lsp '));
    client = await LspClient.start();
  });
  after(async () => {
    await client.stop();
    await rm(folder, { recursive: true });
  });

  test('has its findings while the script is open, by what it says on disk and in the editor', async () => {
    const common = pathToFileURL(join(folder, 'common.sh')).href;
    const script = pathToFileURL(join(folder, 'train.sh')).href;
    await writeFile(join(folder, 'common.sh'), 'ESTIMATOR=rloo\n');
    await client.open(
      script,
      'source common.sh\npython3 -m openrlhf.cli.train_ppo_ray --reward.remote_url http://rm:5000/get_reward --algo.advantage.estimator $ESTIMATOR\n',
    );
    assert.deepEqual(await client.diagnostics(script, 1), []);

    await writeFile(join(folder, 'common.sh'), 'ESTIMATOR=grpo\n');
    const changes: FileEvent[] = [{ uri: common, type: FileChangeType.Changed }];
    await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
    const [found] = await client.until(common, (diagnostics) => diagnostics.length === 1);
    assert.equal(found?.code, 'invalid-choice');

    await client.open(common, 'ESTIMATOR=gae\n');
    await client.until(common, (diagnostics) => diagnostics.length === 0);
    await client.change(common, 2, 'ESTIMATOR=grpo\n');
    await client.until(common, (diagnostics) => diagnostics.length === 1);

    // Closed without saving, it is what the disk says again.
    await writeFile(join(folder, 'common.sh'), 'ESTIMATOR=rloo\n');
    await client.close(common);
    await client.until(common, (diagnostics) => diagnostics.length === 0);
    await writeFile(join(folder, 'common.sh'), 'ESTIMATOR=grpo\n');
    await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
    await client.until(common, (diagnostics) => diagnostics.length === 1);

    const textDocument = { uri: script };
    await client.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument });
    await client.until(common, (diagnostics) => diagnostics.length === 0);
  });
});
