import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import {
  ConfigurationRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  LogMessageNotification,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type ClientCapabilities,
  type Diagnostic,
  type InitializeResult,
  type LogMessageParams,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type TextDocumentContentChangeEvent,
  type WorkspaceFolder,
} from 'vscode-languageserver-protocol/node';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { serve } from '../../server/src/lsp/server.ts';
import type { Files } from '../../server/src/service.ts';

/** The protocol wants the old field beside `workspaceFolders`. */
const noFolder = { rootUri: null };

/** The bundle that users run. */
export const SERVER = join(import.meta.dirname, '../../dist/openrlhf-language-server.cjs');

/** What a client is like; by default it can do nothing beyond what LSP wants. */
export interface ClientOptions {
  readonly capabilities?: ClientCapabilities;
  readonly initializationOptions?: object;
  readonly folders?: readonly WorkspaceFolder[];
  /** Answers `workspace/configuration` for a document. */
  readonly configuration?: (uri: string) => unknown;
}

const NO_FILES: Files = { read: () => Promise.resolve(null), list: () => Promise.resolve([]) };

/** A client of a server, such as every editor is. It waits for signals, never for a time. */
export class LspClient {
  readonly connection: ProtocolConnection;
  readonly logged: LogMessageParams[] = [];
  readonly registered: string[] = [];
  /** Every publication, in order. */
  readonly publications: PublishDiagnosticsParams[] = [];
  readonly #published = new Map<string, PublishDiagnosticsParams>();
  readonly #waiting = new Set<() => void>();
  readonly #end: () => Promise<number | null>;
  initialized: InitializeResult | undefined;

  private constructor(connection: ProtocolConnection, end: () => Promise<number | null>) {
    this.connection = connection;
    this.#end = end;
    connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      this.publications.push(params);
      this.#published.set(params.uri, params);
      this.#wake();
    });
    connection.onNotification(LogMessageNotification.type, (params) => {
      this.logged.push(params);
      this.#wake();
    });
    connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
      this.registered.push(...registrations.map(({ method }) => method));
      this.#wake();
    });
    connection.listen();
  }

  /** Starts the built server with settings given at the start, as editors without `workspace/configuration` do. */
  static async start(settings: object = {}, options: ClientOptions = {}): Promise<LspClient> {
    if (!existsSync(SERVER)) throw new Error(`${SERVER} is not built: run npm run build`);
    const server = spawn(process.execPath, [SERVER, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const reader = new StreamMessageReader(server.stdout);
    const connection = createProtocolConnection(reader, new StreamMessageWriter(server.stdin));
    const client = new LspClient(connection, async () => {
      const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
      await connection.sendNotification(ExitNotification.type);
      return ended;
    });
    return client.#initialize({ initializationOptions: { openrlhf: settings }, ...options });
  }

  /** Starts the server's own code in this process, over files that the test gives. */
  static async inProcess(options: ClientOptions = {}, files: Files = NO_FILES): Promise<LspClient> {
    const [up, down] = [new PassThrough(), new PassThrough()];
    const server = createConnection(ProposedFeatures.all, new StreamMessageReader(up), new StreamMessageWriter(down));
    serve(server, files);
    const connection = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
    const client = new LspClient(connection, () => {
      server.dispose();
      return Promise.resolve(0);
    });
    return client.#initialize(options);
  }

  async #initialize(options: ClientOptions): Promise<LspClient> {
    const { capabilities = {}, initializationOptions, folders, configuration } = options;
    if (configuration) {
      this.connection.onRequest(ConfigurationRequest.type, ({ items }) =>
        items.map(({ scopeUri }) => configuration(scopeUri ?? '')),
      );
    }
    this.initialized = await this.connection.sendRequest(InitializeRequest.type, {
      processId: null,
      ...noFolder,
      capabilities,
      ...(folders === undefined ? {} : { workspaceFolders: [...folders] }),
      ...(initializationOptions === undefined ? {} : { initializationOptions }),
    });
    await this.connection.sendNotification(InitializedNotification.type, {});
    return this;
  }

  async open(uri: string, text: string, version = 1): Promise<void> {
    const languageId = uri.endsWith('.py') ? 'python' : 'shellscript';
    const textDocument = { uri, languageId, version, text };
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  /** Replaces the whole text, or makes changes. */
  async change(uri: string, version: number, change: string | TextDocumentContentChangeEvent[]): Promise<void> {
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: typeof change === 'string' ? [{ text: change }] : change,
    });
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** The diagnostics of this version of a document, as soon as they are published. */
  async diagnostics(uri: string, version: number): Promise<readonly Diagnostic[]> {
    return this.#publishedWith(uri, (published) => published.version === version);
  }

  /** The diagnostics of a file, open or not, as soon as they are as wanted. */
  async until(uri: string, wanted: (diagnostics: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]> {
    return this.#publishedWith(uri, ({ diagnostics }) => wanted(diagnostics));
  }

  /** The first message of the server's log that matches, as soon as there is one. */
  async log(pattern: RegExp): Promise<LogMessageParams> {
    return this.#until(() => this.logged.find(({ message }) => pattern.test(message)));
  }

  /** Waits until the server has registered a method. */
  async registration(method: string): Promise<void> {
    await this.#until(() => this.registered.includes(method) || undefined);
  }

  async #publishedWith(
    uri: string,
    wanted: (published: PublishDiagnosticsParams) => boolean,
  ): Promise<readonly Diagnostic[]> {
    return this.#until(() => {
      const published = this.#published.get(uri);
      return published && wanted(published) ? published.diagnostics : undefined;
    });
  }

  async #until<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiting.delete(wake);
          resolve();
        };
        this.#waiting.add(wake);
      });
    }
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Ends the server as the protocol says. Returns its exit code. */
  async stop(): Promise<number | null> {
    await this.connection.sendRequest(ShutdownRequest.type);
    const code = await this.#end();
    this.connection.dispose();
    return code;
  }
}
