import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  createProtocolConnection,
  ExitNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type InitializeResult,
} from 'vscode-languageserver-protocol/node';
import { BROKEN } from '../cli/lint.ts';
import { findingsSchema } from '../cli/schemas.ts';
import { manifest } from '../support/manifest.ts';

/** An environment that lends nothing of this machine to a program but its Node. */
export function bareEnvironment(home: string): NodeJS.ProcessEnv {
  const path = [process.execPath.replace(/\/[^/]*$/, ''), '/usr/bin', '/bin'].join(':');
  return { PATH: path, HOME: home, XDG_CACHE_HOME: `${home}/cache` };
}

/** Runs both programs of a folder as users do: their versions, a script, and an editor's first words. */
export async function assertProgramsRun(folder: string, home: string): Promise<void> {
  const env = bareEnvironment(home);
  for (const name of ['openrlhf-lint', 'openrlhf-language-server']) {
    const { stdout, stderr } = spawnSync(`${folder}/${name}`, ['--version'], { cwd: home, env, encoding: 'utf8' });
    assert.equal(stdout, `${manifest.version}\n`, stderr);
  }
  const lint = spawnSync(`${folder}/openrlhf-lint`, ['--format', 'json', '-'], {
    cwd: home,
    env,
    input: BROKEN,
    encoding: 'utf8',
  });
  assert.equal(lint.status, 1, lint.stderr);
  assert.deepEqual(
    findingsSchema.parse(JSON.parse(lint.stdout)).map(({ code }) => code),
    ['unknown-flag'],
  );
  const made = spawnSync(`${folder}/openrlhf-lint`, ['new', 'reward'], { cwd: home, env, encoding: 'utf8' });
  assert.match(made.stdout, /^def reward_func\(queries, prompts, labels/m, made.stderr);
  await assertServes(`${folder}/openrlhf-language-server`, env);
}

async function assertServes(program: string, env: NodeJS.ProcessEnv): Promise<void> {
  const server = spawn(program, ['--stdio'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  connection.listen();
  const { serverInfo } = await connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
  });
  assert.deepEqual(serverInfo, { name: 'openrlhf-language-server', version: manifest.version });
  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification(ExitNotification.type);
  assert.deepEqual(await ended, [0, null]);
  connection.dispose();
}
