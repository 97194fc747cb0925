import * as vscode from 'vscode';

/** The scheme of read-only texts about jobs and clusters. */
const SCHEME = 'openrlhf-ray';

/** Read-only documents whose text is made when they are opened. */
export class RayDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#subscriptions = [
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === SCHEME) this.#texts.delete(uri.toString());
      }),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? vscode.l10n.t('This text is gone. Open it again from the view.');
  }

  /** A document with this text; one that is open already shows the new text. @param name its title, with an extension */
  put(owner: string, name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name.replaceAll('/', '∕')}`, query: owner });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }

  /** Opens such a document beside nothing: as a tab that the next one replaces. */
  async show(owner: string, name: string, text: string, language?: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.put(owner, name, text));
    if (language !== undefined) await vscode.languages.setTextDocumentLanguage(document, language);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  /** The same for markdown, rendered. */
  async showMarkdown(owner: string, name: string, text: string): Promise<void> {
    const uri = this.put(owner, name, text);
    try {
      await vscode.commands.executeCommand('markdown.showPreview', uri);
    } catch {
      // The markdown extension of the editor may be off.
      await this.show(owner, name, text, 'markdown');
    }
  }

  dispose(): void {
    for (const one of this.#subscriptions) one.dispose();
  }
}
