import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  ExitNotification,
  StreamMessageReader,
  StreamMessageWriter,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol/node';

/** The protocol wants the old field beside `workspaceFolders`. */
const noFolder = { rootUri: null };

/** The bundle that users run. */
export const SERVER = join(import.meta.dirname, '../../dist/openrlhf-language-server.cjs');

/** A client of the built server over stdio, as any editor would be. It waits for signals, never for a time. */
export class LspClient {
  readonly connection: ProtocolConnection;
  readonly #process: ChildProcess;
  readonly #published = new Map<string, PublishDiagnosticsParams>();
  readonly #waiting = new Set<() => void>();
  initialized: InitializeResult | undefined;

  private constructor(process: ChildProcess, connection: ProtocolConnection) {
    this.#process = process;
    this.connection = connection;
    connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      this.#published.set(params.uri, params);
      for (const wake of this.#waiting) wake();
    });
    connection.listen();
  }

  /** Starts the server with settings given at the start, as editors without `workspace/configuration` do. */
  static async start(settings: object = {}): Promise<LspClient> {
    if (!existsSync(SERVER)) throw new Error(`${SERVER} is not built: run npm run build`);
    const process = spawn(globalThis.process.execPath, [SERVER, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const connection = createProtocolConnection(
      new StreamMessageReader(process.stdout),
      new StreamMessageWriter(process.stdin),
    );
    const client = new LspClient(process, connection);
    client.initialized = await connection.sendRequest(InitializeRequest.type, {
      processId: globalThis.process.pid,
      ...noFolder,
      capabilities: {},
      initializationOptions: { openrlhf: settings },
    });
    await connection.sendNotification(InitializedNotification.type, {});
    return client;
  }

  async open(uri: string, text: string): Promise<void> {
    const textDocument = { uri, languageId: 'shellscript', version: 1, text };
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  /** Replaces the whole text. */
  async change(uri: string, version: number, text: string): Promise<void> {
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  }

  /** The diagnostics of this version of a document, as soon as they are published. */
  async diagnostics(uri: string, version: number): Promise<readonly Diagnostic[]> {
    return this.#publishedWith(uri, (published) => published.version === version);
  }

  /** The diagnostics of a file, open or not, as soon as they are as wanted. */
  async until(uri: string, wanted: (diagnostics: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]> {
    return this.#publishedWith(uri, ({ diagnostics }) => wanted(diagnostics));
  }

  async #publishedWith(
    uri: string,
    wanted: (published: PublishDiagnosticsParams) => boolean,
  ): Promise<readonly Diagnostic[]> {
    for (;;) {
      const published = this.#published.get(uri);
      if (published && wanted(published)) return published.diagnostics;
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }

  /** Ends the server as the protocol says. Returns its exit code. */
  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.#process.once('exit', resolve));
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    const code = await ended;
    this.connection.dispose();
    return code;
  }
}
