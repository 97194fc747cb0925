import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  CompletionRequest,
  DidChangeWatchedFilesNotification,
  FileChangeType,
  HoverRequest,
  type Diagnostic,
  type FileEvent,
} from 'vscode-languageserver-protocol/node';
import { STATUS_REQUEST } from '../../server/src/lsp/protocol.ts';
import { nodeFiles } from '../../server/src/node/files.ts';
import { Folder } from '../support/folder.ts';
import { LspClient } from './client.ts';

const fork = (...flags: readonly string[]): string => `import argparse

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--train.seed", type=int, default=42)
${flags.map((flag) => `    parser.add_argument(${flag})\n`).join('')}    args = parser.parse_args()
`;
const MINE = '"--algo.mine", type=int, default=3, help="How much of ours is mixed in."';
const MODE = '"--algo.mode", type=str, default="slow", choices=["slow", "fast"], help="How it goes."';
const ON = '"--algo.on", action="store_true", default=False';
const PPO = 'python3 -m openrlhf.cli.train_ppo_ray';
const ENTRY = 'OpenRLHF/openrlhf/cli/train_ppo_ray.py';

class Bench {
  readonly folder: Folder;
  readonly client: LspClient;
  readonly script: string;
  #version = 0;

  private constructor(folder: Folder, client: LspClient) {
    this.folder = folder;
    this.client = client;
    this.script = pathToFileURL(folder.at('train.sh')).href;
  }

  static async within(files: Readonly<Record<string, string>>, work: (bench: Bench) => Promise<void>): Promise<void> {
    using folder = new Folder(files);
    const client = await LspClient.inProcess(
      { folders: [{ uri: pathToFileURL(folder.path).href, name: 'work' }] },
      nodeFiles,
    );
    try {
      await work(new Bench(folder, client));
    } finally {
      await client.stop();
    }
  }

  /** Code and flagged text of what is said of a script. */
  async told(text: string): Promise<string[]> {
    if (++this.#version === 1) await this.client.open(this.script, text);
    else await this.client.change(this.script, this.#version, text);
    const found = await this.client.diagnostics(this.script, this.#version);
    return found.map(shownIn(text));
  }

  async saved(path: string, text: string | null): Promise<void> {
    const file = this.folder.at(path);
    if (text === null) rmSync(file);
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const changes: FileEvent[] = [
      { uri: pathToFileURL(file).href, type: text === null ? FileChangeType.Deleted : FileChangeType.Changed },
    ];
    await this.client.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
  }

  status(): Promise<unknown> {
    return this.client.connection.sendRequest(STATUS_REQUEST, { uri: this.script });
  }
}

const shownIn =
  (text: string) =>
  ({ code, range: { start, end } }: Diagnostic): string =>
    `${code ?? ''} ${(text.split('\n')[start.line] ?? '').slice(start.character, end.character)}`;

describe('a fork in the workspace', () => {
  test('judges: its flags are known, what it lacks is not, and its values are checked', async () => {
    await Bench.within({ [ENTRY]: fork(MINE, MODE, ON) }, async (bench) => {
      assert.deepEqual(await bench.told(`${PPO} --algo.mine 5 --algo.mode fast --algo.on --train.seed 1\n`), []);
      assert.deepEqual(
        await bench.told(`${PPO} --algo.mine x --algo.mode quick --algo.on --reward.remote_url r.py\n`),
        ['int-literal x', 'invalid-choice quick', 'flag-of-other-release --reward.remote_url'],
      );
      const status = (await bench.status()) as { readonly releaseFrom: string; readonly releaseWhy: string };
      assert.equal(status.releaseFrom, 'fork');
      assert.equal(status.releaseWhy, 'It is read from the copy of OpenRLHF in this workspace.');
    });
  });
  test('completes and hovers, with the words of its author', async () => {
    await Bench.within({ [ENTRY]: fork(MINE, MODE) }, async (bench) => {
      const text = `${PPO} --algo.mine 5 --algo.mode \n`;
      await bench.told(text);
      const textDocument = { uri: bench.script };
      const position = { line: 0, character: text.length - 1 };
      const list = await bench.client.connection.sendRequest(CompletionRequest.type, { textDocument, position });
      const items = Array.isArray(list) ? list : (list?.items ?? []);
      assert.deepEqual(items.map(({ label }) => label).slice(0, 2), ['slow', 'fast']);
      const hover = await bench.client.connection.sendRequest(HoverRequest.type, {
        textDocument,
        position: { line: 0, character: text.indexOf('mine') },
      });
      assert.match(JSON.stringify(hover), /Help text of this copy(?:\*\*)?: How much of ours is mixed in\./);
    });
  });
  test('is followed as it is edited, as it comes and as it goes', async () => {
    await Bench.within({}, async (bench) => {
      const text = `${PPO} --algo.mine 5\n`;
      assert.deepEqual(await bench.told(text), ['unknown-flag --algo.mine']);
      await bench.saved(ENTRY, fork(MINE));
      await bench.client.until(bench.script, (found) => !found.some(({ code }) => code === 'unknown-flag'));
      await bench.saved(ENTRY, fork(MODE));
      await bench.client.until(bench.script, (found) => found.some(({ code }) => code === 'unknown-flag'));
      await bench.saved(ENTRY, null);
      await bench.client.until(bench.script, (found) => found.some(({ code }) => code === 'unknown-flag'));
    });
  });
  test('gives way to the comment in a script', async () => {
    await Bench.within({ [ENTRY]: fork(MINE) }, async (bench) => {
      const told = await bench.told(`# openrlhf: release 0.10.4\n${PPO} --algo.mine 5\n`);
      assert.deepEqual(told, ['flag-of-other-release --algo.mine']);
    });
  });
  test('that cannot be read is told in the log, and a known release judges', async () => {
    await Bench.within({ [ENTRY]: '\0\0' }, async (bench) => {
      assert.deepEqual(await bench.told(`${PPO} --reward.remote_url http://h/get_reward --algo.mine 5\n`), [
        'unknown-flag --algo.mine',
      ]);
      await bench.client.log(/openrlhf cannot be read as OpenRLHF: .*not a text file/);
    });
  });
});
