import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { PYTHON_WORDS } from '../../server/src/lsp/protocol.ts';
import { DOCUMENTS, PYTHON_DOCUMENTS } from './documents.ts';

/** What the rest of the client asks the language server. */
export interface ServerRequests {
  /** Starts the server where it does not run. @throws Error when it cannot be started or does not answer */
  sendRequest<R>(method: string, params: unknown): Promise<R>;
}

/**
 * The language server. The extension is in every window, so the server starts only when a script or a Python file for
 * OpenRLHF is open or a command asks for something; until then not even the code that talks to it is evaluated.
 */
export class LanguageServer implements ServerRequests, vscode.Disposable {
  readonly output = vscode.window.createOutputChannel('OpenRLHF Tools', { log: true });
  readonly #context: vscode.ExtensionContext;
  readonly #handlers: (readonly [method: string, handler: (params: unknown) => void])[] = [];
  readonly #started = new vscode.EventEmitter<void>();
  readonly onDidStart = this.#started.event;
  #client: LanguageClient | undefined;
  #starting: Promise<boolean> | undefined;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
  }

  get running(): boolean {
    return this.#client?.isRunning() === true;
  }

  /** Hears notifications of the server; called before it starts. */
  onNotification(method: string, handler: (params: unknown) => void): void {
    this.#handlers.push([method, handler]);
  }

  /** Starts it unless it runs; tells the person when that fails. @returns whether it runs */
  async start(): Promise<boolean> {
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async restart(): Promise<void> {
    // One that failed to start, or crashed too often, is not running.
    if (this.running) await this.#client?.restart();
    else await this.start();
  }

  async sendRequest<R>(method: string, params: unknown): Promise<R> {
    if (!(await this.start()) || !this.#client) {
      throw new Error(vscode.l10n.t('The language server does not run. “Show Log” says why.'));
    }
    return this.#client.sendRequest<R>(method, params);
  }

  async dispose(): Promise<void> {
    this.#started.dispose();
    await this.#client?.dispose();
    this.output.dispose();
  }

  async #start(): Promise<boolean> {
    if (this.running) return true;
    try {
      this.#client ??= await this.#create();
      await this.#client.start();
      this.#started.fire();
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.output.appendLine(`The language server did not start: ${reason}`);
      // Not awaited: the views and commands about Ray work without the server.
      void this.#tellFailure(reason);
      return false;
    }
  }

  async #create(): Promise<LanguageClient> {
    const { createLanguageClient } = await import('./languageClient.ts');
    const client = createLanguageClient(this.#context, this.output);
    for (const [method, handler] of this.#handlers) client.onNotification(method, handler);
    return client;
  }

  async #tellFailure(reason: string): Promise<void> {
    const show = vscode.l10n.t('Show Log');
    const answer = await vscode.window.showErrorMessage(
      vscode.l10n.t('OpenRLHF Tools could not start its language server: {0}', reason),
      show,
    );
    if (answer === show) this.output.show();
  }
}

/** Calls back once, as soon as a script is open; at once where one is. */
export function onFirstScript(call: () => void): vscode.Disposable {
  return onFirst((document) => vscode.languages.match(DOCUMENTS, document) > 0, call, [
    vscode.workspace.onDidOpenTextDocument,
  ]);
}

/** The same for a Python file that may be for OpenRLHF to load, from when its text says so. */
export function onFirstPython(call: () => void): vscode.Disposable {
  const fits = (document: vscode.TextDocument): boolean => {
    if (vscode.languages.match(PYTHON_DOCUMENTS, document) === 0) return false;
    const text = document.getText();
    return PYTHON_WORDS.some((word) => text.includes(word));
  };
  const onChange: vscode.Event<vscode.TextDocument> = (listener) =>
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      listener(document);
    });
  return onFirst(fits, call, [vscode.workspace.onDidOpenTextDocument, onChange]);
}

function onFirst(
  fits: (document: vscode.TextDocument) => boolean,
  call: () => void,
  events: readonly vscode.Event<vscode.TextDocument>[],
): vscode.Disposable {
  if (vscode.workspace.textDocuments.some(fits)) {
    call();
    return new vscode.Disposable(() => undefined);
  }
  const listening = events.map((event) =>
    event((document) => {
      if (!fits(document)) return;
      for (const one of listening) one.dispose();
      call();
    }),
  );
  return vscode.Disposable.from(...listening);
}
