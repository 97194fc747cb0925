import { mkdtemp, realpath } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Cluster } from '../clusters/model.ts';
import type { WindowClusters } from '../clusters/windowClusters.ts';
import { readAddress } from '../ray/address.ts';
import type { RayAddress } from '../ray/http.ts';
import { listNodes } from '../ray/state.ts';
import { tokensOnThisMachine } from '../ray/token.ts';
import { guarded } from './guard.ts';
import { LONGEST_FOLDER, headCommand, headEnvironment, startFailure } from './headCommand.ts';
import { headPorts, listens } from './ports.ts';
import { RunningProgram } from './process.ts';
import type { PythonWithRay } from './pythonWithRay.ts';

/** Milliseconds until a head answers; half a minute is usual on a busy machine. */
const START_LIMIT = 180_000;
/** Milliseconds that the server of Ray Client gets once the node is there. */
const CLIENT_SERVER_LIMIT = 10_000;
/** Milliseconds that a head has to end by itself when it is stopped. */
const STOP_PATIENCE = 50_000;
/** How long is waited when the window closes: the editor gives about five seconds, and the guard needs nobody. */
const CLOSE_PATIENCE = 3_500;

interface RunningHead {
  readonly program: RunningProgram;
  readonly address: RayAddress;
}

/** The Ray head that this window runs, at most one. */
export class LocalRay {
  readonly #clusters: WindowClusters;
  readonly #output: vscode.LogOutputChannel;
  #head: RunningHead | undefined;

  constructor(clusters: WindowClusters, output: vscode.LogOutputChannel) {
    this.#clusters = clusters;
    this.#output = output;
  }

  get running(): boolean {
    return this.#head?.program.running === true;
  }

  /**
   * Starts a head and waits until it answers.
   *
   * @throws Error that says why it does not run; nothing is left of it then
   */
  async start(
    python: PythonWithRay,
    gpus: number | null,
    token: vscode.CancellationToken,
  ): Promise<Cluster | undefined> {
    const platform = process.platform;
    const folder = await shortFolder(platform);
    const ports = await headPorts();
    const read = readAddress(`http://127.0.0.1:${ports.dashboard}`);
    if (!read.ok) throw new Error(read.problem);
    let printed = '';
    const command = headCommand({
      platform,
      python: python.path,
      gpus,
      cores: availableParallelism(),
      ports,
      folder,
    });
    this.#output.info(command.join(' '));
    const program = new RunningProgram(guarded(python.path, folder, command), {
      env: headEnvironment(process.env, python.path, platform),
      onOutput: (text) => {
        printed = (printed + text).slice(-100_000);
        for (const line of text.split('\n')) if (line.trim() !== '') this.#output.info(line.trimEnd());
      },
    });
    this.#head = { program, address: read.address };
    const cluster = this.#clusters.addLocal('local', read.address, await localToken());
    try {
      if (!cluster) throw new Error(vscode.l10n.t('The address {0} is in use.', read.address.base));
      await this.#answering(cluster, program, ports.rayClient, token);
    } catch (error) {
      await this.stop();
      if (error instanceof vscode.CancellationError) throw error;
      const reason = startFailure(printed);
      throw new Error(reason === '' && error instanceof Error ? error.message : reason, { cause: error });
    }
    void program.ended.then(() => this.#onEnd(program));
    await this.#clusters.setCurrent(cluster);
    return cluster;
  }

  /** Ends the head and all that it started. */
  async stop(patience = STOP_PATIENCE): Promise<void> {
    const head = this.#head;
    if (!head) return;
    this.#head = undefined;
    this.#clusters.removeLocal(head.address);
    if (!(await head.program.stop(patience))) this.#output.warn(vscode.l10n.t('Ray is still ending.'));
  }

  /** {@link stop}, as fast as a closing window needs it. */
  async close(): Promise<void> {
    await this.stop(CLOSE_PATIENCE);
  }

  async #answering(
    cluster: Cluster,
    program: RunningProgram,
    rayClient: number,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const end = Date.now() + START_LIMIT;
    let up: number | undefined;
    while (Date.now() < end) {
      if (token.isCancellationRequested) throw new vscode.CancellationError();
      if (!program.running) throw new Error(vscode.l10n.t('Ray ended right after its start.'));
      // The dashboard answers some seconds before its only node is there.
      const nodes = await listNodes(cluster.http).catch(() => undefined);
      const isUp = nodes?.items.some(({ alive }) => alive) === true;
      if (isUp) up ??= Date.now();
      // The server of Ray Client comes last, and the head ends when it does not. It may listen at another address only.
      if (up !== undefined && (Date.now() - up > CLIENT_SERVER_LIMIT || (await listens(rayClient)))) return;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    throw new Error(vscode.l10n.t('Ray does not answer after {0} s.', START_LIMIT / 1000));
  }

  async #onEnd(program: RunningProgram): Promise<void> {
    // One that was stopped is no longer the head.
    if (this.#head?.program !== program) return;
    await this.stop();
    const show = vscode.l10n.t('Show Output');
    const answer = await vscode.window.showErrorMessage(vscode.l10n.t('The local Ray has ended by itself.'), show);
    if (answer === show) this.#output.show();
  }
}

/** A new folder whose path is short enough for the sockets in it. */
async function shortFolder(platform: NodeJS.Platform): Promise<string> {
  const usual = await realpath(tmpdir());
  const parent = platform === 'win32' || path.join(usual, 'ray-XXXXXX').length <= LONGEST_FOLDER ? usual : '/tmp';
  return mkdtemp(path.join(await realpath(parent), 'ray-'));
}

/** From 2.59 on `ray start` asks for a token as soon as this machine has one; it is the one that it takes. */
async function localToken(): Promise<string | undefined> {
  const [first] = await tokensOnThisMachine();
  return first?.token;
}
