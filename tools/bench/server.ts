import { spawn, type ChildProcess } from 'node:child_process';
import {
  CompletionRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
  type Position,
  type ProtocolConnection,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { pssOf } from './memory.ts';

/** The protocol wants the old field beside `workspaceFolders`. */
const noFolder = { rootUri: null };

/** How a language server is started: arguments of Node, and what it is given with `initialize`. */
export interface ServerProgram {
  readonly args: readonly string[];
  readonly initializationOptions?: object;
  readonly env?: Readonly<Record<string, string>>;
}

/** A language server in a process of its own, driven as an editor drives it. Times are milliseconds. */
export class BenchServer {
  readonly #child: ChildProcess;
  readonly #connection: ProtocolConnection;
  /** True if every change sends the whole text, as the server asked for. */
  readonly #wholeText: boolean;
  readonly #waiting = new Map<string, () => void>();
  readonly #documents = new Map<string, TextDocument>();

  private constructor(child: ChildProcess, connection: ProtocolConnection, wholeText: boolean) {
    this.#child = child;
    this.#connection = connection;
    this.#wholeText = wholeText;
    connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, version }) => {
      this.#waiting.get(`${uri} ${version ?? ''}`)?.();
    });
  }

  static async start({ args, initializationOptions, env = {} }: ServerProgram): Promise<BenchServer> {
    const child = spawn(process.execPath, args, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...process.env, ...env },
    });
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    connection.onRequest(RegistrationRequest.type, () => undefined);
    connection.listen();
    const { capabilities } = await connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      ...noFolder,
      capabilities: { textDocument: { publishDiagnostics: { versionSupport: true } } },
      ...(initializationOptions === undefined ? {} : { initializationOptions }),
    });
    await connection.sendNotification(InitializedNotification.type, {});
    const sync = capabilities.textDocumentSync;
    const change = typeof sync === 'object' ? sync.change : sync;
    return new BenchServer(child, connection, change === TextDocumentSyncKind.Full);
  }

  /** Opens a document. @returns the time until its diagnostics have come */
  async open(uri: string, languageId: string, text: string): Promise<number> {
    this.#documents.set(uri, TextDocument.create(uri, languageId, 1, text));
    const seen = this.#published(uri, 1);
    const start = performance.now();
    await this.#connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId, version: 1, text },
    });
    await seen;
    return performance.now() - start;
  }

  /** Types at a place. @returns the time until the diagnostics of the new text have come */
  async type(uri: string, at: Position, text: string): Promise<number> {
    const document = this.#document(uri);
    const version = document.version + 1;
    const change = { range: { start: at, end: at }, text };
    TextDocument.update(document, [change], version);
    const whole = this.#wholeText ? { text: document.getText() } : undefined;
    const seen = this.#published(uri, version);
    const start = performance.now();
    await this.#connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [whole ?? change],
    });
    await seen;
    return performance.now() - start;
  }

  /** @returns the time until the items have come, and how many there are */
  async completion(uri: string, position: Position): Promise<{ readonly time: number; readonly items: number }> {
    const start = performance.now();
    const list = await this.#connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position });
    const items = Array.isArray(list) ? list : (list?.items ?? []);
    return { time: performance.now() - start, items: items.length };
  }

  /** @returns the time until the hover has come, and whether there is one */
  async hover(uri: string, position: Position): Promise<{ readonly time: number; readonly shown: boolean }> {
    const start = performance.now();
    const hover = await this.#connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position });
    return { time: performance.now() - start, shown: hover !== null };
  }

  async close(uri: string): Promise<void> {
    this.#documents.delete(uri);
    await this.#connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** Bytes of the process that are its own share (PSS). */
  memory(): number {
    return pssOf(this.#child.pid ?? 0);
  }

  async stop(): Promise<void> {
    await this.#connection.sendRequest(ShutdownRequest.type);
    await this.#connection.sendNotification(ExitNotification.type);
    this.#connection.dispose();
    this.#child.kill();
  }

  #document(uri: string): TextDocument {
    const document = this.#documents.get(uri);
    if (document === undefined) throw new Error(`${uri} is not open`);
    return document;
  }

  #published(uri: string, version: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(`${uri} ${version}`, () => {
        this.#waiting.delete(`${uri} ${version}`);
        resolve();
      });
    });
  }
}
