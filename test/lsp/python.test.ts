import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  CodeActionRequest,
  CodeLensRequest,
  DefinitionRequest,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  ReferencesRequest,
  type Diagnostic,
} from 'vscode-languageserver-protocol/node';
import { TRY_LAUNCHES_REQUEST, type TryLaunch } from '../../server/src/lsp/protocol.ts';
import type { Files } from '../../server/src/service.ts';
import { LspClient } from './client.ts';

const REWARD = 'file:///work/py/reward.py';
const SCRIPT = 'file:///work/jobs/train.sh';
const GOOD = 'def reward_func(queries, prompts, labels, **kwargs):\n    return {"rewards": float(len(queries[0]))}\n';
const ASYNC = `async ${GOOD}`;
const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';
const NAMES = `# openrlhf: release 0.11.2\n${PPO} --reward.remote_url py/reward.py\n`;
const NAMES_NONE = `# openrlhf: release 0.11.2\n${PPO} --reward.remote_url http://rm:5000/get_reward\n`;

/** Files that a test changes; it counts what is asked of them. */
class Disk implements Files {
  readonly texts = new Map<string, string>();
  lists = 0;
  read = (uri: string): Promise<string | null> => Promise.resolve(this.texts.get(uri) ?? null);
  list = (folder: string): Promise<readonly string[]> => {
    this.lists++;
    const below = [...this.texts.keys()].filter((uri) => uri.startsWith(`${folder}/`));
    return Promise.resolve([...new Set(below.map((uri) => uri.slice(folder.length + 1).replace(/\/.*/, '/')))]);
  };
}

const has =
  (...codes: readonly string[]) =>
  (found: readonly Diagnostic[]): boolean =>
    JSON.stringify(found.map(({ code }) => code)) === JSON.stringify(codes);

describe('a Python file in an editor', () => {
  let disk: Disk;
  let client: LspClient;
  const start = async (): Promise<void> => {
    client = await LspClient.inProcess(
      {
        folders: [{ uri: 'file:///work', name: 'work' }],
        initializationOptions: { referencesCommand: 'show', launchCommand: 'launch' },
      },
      disk,
    );
  };
  const saved = async (uri: string, text: string | null): Promise<void> => {
    const type =
      text === null ? FileChangeType.Deleted : disk.texts.has(uri) ? FileChangeType.Changed : FileChangeType.Created;
    if (text === null) disk.texts.delete(uri);
    else disk.texts.set(uri, text);
    await client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes: [{ uri, type }] });
  };
  const within = async (work: () => Promise<void>): Promise<void> => {
    await start();
    try {
      await work();
    } finally {
      await client.stop();
    }
  };
  beforeEach(() => {
    disk = new Disk();
    disk.texts.set(REWARD, ASYNC);
  });

  test('is judged by a launch of the folder that nobody has opened', async () => {
    disk.texts.set(SCRIPT, NAMES);
    await within(async () => {
      await client.open(REWARD, ASYNC);
      await client.until(REWARD, has('rf-async'));
      await client.change(REWARD, 2, GOOD);
      assert.deepEqual(await client.diagnostics(REWARD, 2), []);
    });
  });
  test('is left alone where no launch names it', async () => {
    disk.texts.set(SCRIPT, NAMES_NONE);
    await within(async () => {
      await client.open(REWARD, ASYNC);
      assert.deepEqual(await client.diagnostics(REWARD, 1), []);
    });
  });
  test('tells a trial what its launches give it', async () => {
    disk.texts.set(
      SCRIPT,
      `export TOKEN_LIMIT=5\n${PPO} --reward.remote_url py/reward.py --data.prompt_dataset data/rows.jsonl \\\n  --data.label_key answer\n`,
    );
    await within(async () => {
      await client.open(REWARD, GOOD);
      await client.diagnostics(REWARD, 1);
      const launches = await client.connection.sendRequest<readonly TryLaunch[]>(TRY_LAUNCHES_REQUEST, { uri: REWARD });
      assert.deepEqual(launches, [
        {
          role: 'reward-function',
          script: SCRIPT,
          line: 1,
          entryPoint: 'train_ppo_ray',
          folder: 'file:///work',
          path: 'py/reward.py',
          dataset: 'data/rows.jsonl',
          inputKey: 'input',
          labelKey: 'answer',
          chat: false,
          env: [{ name: 'TOKEN_LIMIT', value: ['5'], expands: false }],
        },
      ]);
      assert.equal(await client.connection.sendRequest(TRY_LAUNCHES_REQUEST, { uri: SCRIPT }), null);
    });
  });
  test('costs no search where its text has nothing to do with OpenRLHF', async () => {
    disk.texts.set(SCRIPT, NAMES);
    await within(async () => {
      await client.open('file:///work/tool.py', 'import os\n');
      assert.deepEqual(await client.diagnostics('file:///work/tool.py', 1), []);
      assert.equal(disk.lists, 0);
    });
  });
  test('is judged anew when an open script names it, and when it no longer does', async () => {
    await within(async () => {
      await client.open(REWARD, ASYNC);
      assert.deepEqual(await client.diagnostics(REWARD, 1), []);
      await client.open(SCRIPT, NAMES);
      await client.until(REWARD, has('rf-async'));
      await client.change(SCRIPT, 2, NAMES_NONE);
      await client.until(REWARD, has());
      await client.change(SCRIPT, 3, NAMES);
      await client.until(REWARD, has('rf-async'));
    });
  });
  test('is judged once a script names it, whatever is in it', async () => {
    const uri = 'file:///work/py/score.py';
    disk.texts.set(uri, 'def compute(queries, prompts, labels): ...\n');
    await within(async () => {
      await client.open(uri, 'def compute(queries, prompts, labels): ...\n');
      assert.deepEqual(await client.diagnostics(uri, 1), []);
      await client.open(SCRIPT, NAMES.replace('reward.py', 'score.py'));
      await client.until(uri, (found) => found.some(({ code }) => code === 'rf-name'));
      await client.change(SCRIPT, 2, NAMES);
      await client.until(uri, has());
    });
  });
  test('is judged anew when a script on disk comes, changes and goes', async () => {
    await within(async () => {
      await client.open(REWARD, ASYNC);
      assert.deepEqual(await client.diagnostics(REWARD, 1), []);
      await saved(SCRIPT, NAMES);
      await client.until(REWARD, has('rf-async'));
      await saved(SCRIPT, NAMES_NONE);
      await client.until(REWARD, has());
      await saved(SCRIPT, NAMES);
      await client.until(REWARD, has('rf-async'));
      await saved(SCRIPT, null);
      await client.until(REWARD, has());
    });
  });
  test('is judged anew when a file changes that its script sources', async () => {
    const common = 'file:///work/jobs/common.sh';
    disk.texts.set(SCRIPT, `source "$(dirname "$0")/common.sh"\n${PPO} --reward.remote_url $REWARD\n`);
    disk.texts.set(common, 'REWARD=py/other.py\n');
    await within(async () => {
      await client.open(REWARD, ASYNC);
      assert.deepEqual(await client.diagnostics(REWARD, 1), []);
      await saved(common, 'REWARD=py/reward.py\n');
      await client.until(REWARD, has('rf-async'));
    });
  });
  test('is judged anew when a file changes that it imports', async () => {
    const helper = 'file:///work/py/helper.py';
    disk.texts.set(SCRIPT, NAMES);
    disk.texts.set(helper, GOOD);
    const text = 'from helper import reward_func\n';
    await within(async () => {
      await client.open(REWARD, text);
      const before = (await client.diagnostics(REWARD, 1)).map(({ code }) => code);
      assert.ok(!before.includes('rf-async'), String(before));
      await client.open(helper, GOOD);
      await client.change(helper, 2, ASYNC);
      await client.until(helper, (found) => found.some(({ code }) => code === 'rf-async'));
    });
  });
  test('is judged by the text on disk of its script again, once that is closed unsaved', async () => {
    disk.texts.set(SCRIPT, NAMES_NONE);
    await within(async () => {
      await client.open(REWARD, ASYNC);
      await client.open(SCRIPT, NAMES);
      await client.until(REWARD, has('rf-async'));
      await client.close(SCRIPT);
      await client.until(REWARD, has());
    });
  });

  test('is told of at the flag, as it is typed', async () => {
    await within(async () => {
      await client.open(SCRIPT, NAMES);
      await client.until(SCRIPT, has('rf-async'));
      await client.open(REWARD, ASYNC);
      await client.change(REWARD, 2, GOOD);
      await client.until(SCRIPT, has());
      await client.change(REWARD, 3, ASYNC);
      const [found] = await client.until(SCRIPT, has('rf-async'));
      assert.equal(found?.relatedInformation?.[0]?.location.uri, REWARD);
    });
  });
  test('is told to be missing, until it is there', async () => {
    disk.texts.delete(REWARD);
    disk.texts.set(SCRIPT, NAMES);
    await within(async () => {
      await client.open(SCRIPT, NAMES);
      await client.until(SCRIPT, has('rf-path'));
      await saved(REWARD, GOOD);
      await client.until(SCRIPT, has());
      await saved(REWARD, null);
      await client.until(SCRIPT, has('rf-path'));
    });
  });

  test('has fixes, lenses, references and a definition', async () => {
    disk.texts.set(SCRIPT, NAMES);
    await within(async () => {
      await client.open(REWARD, ASYNC);
      await client.open(SCRIPT, NAMES);
      await client.until(REWARD, has('rf-async'));
      const textDocument = { uri: REWARD };
      const start = { line: 0, character: 0 };
      const { connection } = client;
      const actions = await connection.sendRequest(CodeActionRequest.type, {
        textDocument,
        range: { start, end: start },
        context: { diagnostics: [] },
      });
      assert.deepEqual(
        actions?.map(({ title }) => title),
        ['Remove async', 'Ignore rf-async for this line', 'Ignore rf-async in this file'],
      );
      const lenses = await connection.sendRequest(CodeLensRequest.type, { textDocument });
      assert.deepEqual(
        lenses?.map(({ command }) => command?.command),
        ['show'],
      );
      const position = { line: 0, character: ASYNC.indexOf('reward_func') };
      const references = await connection.sendRequest(ReferencesRequest.type, {
        textDocument,
        position,
        context: { includeDeclaration: false },
      });
      assert.deepEqual(
        references?.map(({ uri, range }) => [uri, range.start.line]),
        [[SCRIPT, 1]],
      );
      const definition = await connection.sendRequest(DefinitionRequest.type, {
        textDocument: { uri: SCRIPT },
        position: { line: 1, character: NAMES.split('\n')[1]?.indexOf('py/reward') ?? 0 },
      });
      const range = { start: position, end: { line: 0, character: position.character + 'reward_func'.length } };
      assert.deepEqual(definition, [{ uri: REWARD, range }]);
    });
  });
});

describe('a client without commands for lenses', () => {
  let client: LspClient;
  before(async () => {
    client = await LspClient.inProcess({ folders: [{ uri: 'file:///work', name: 'work' }] });
  });
  after(() => client.stop());

  test('is offered none', () => {
    assert.equal(client.initialized?.capabilities.codeLensProvider, undefined);
    assert.equal(client.initialized?.capabilities.definitionProvider, true);
  });
});
