import * as vscode from 'vscode';

/** Read-only documents of a scheme of ours, whose texts are kept while they are open. */
export class TextDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #scheme: string;
  readonly #gone: string;
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly onDidChange = this.#changed.event;

  /** @param gone what a document shows whose text is not there any more, as after a reload of the window */
  constructor(scheme: string, gone: string) {
    this.#scheme = scheme;
    this.#gone = gone;
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === scheme) this.#texts.delete(uri.toString());
      }),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? this.#gone;
  }

  /** A document with this text; one that is open already shows the new text. @param path begins with `/`, ends in its title */
  protected putText(path: string, query: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: this.#scheme, path, query });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }

  dispose(): void {
    for (const one of this.#subscriptions) one.dispose();
  }
}
