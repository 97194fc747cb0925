import * as vscode from 'vscode';
import { LAUNCH_MODEL_REQUEST, type LaunchModel, type ModelLink } from '../../../server/src/lsp/protocol.ts';
import { MODEL_DOCUMENTS, PLACE_COMMAND } from '../documents.ts';
import type { ServerRequests } from '../languageServer.ts';

/** The document with the launch model of a script; its query names the script. */
export function modelUri(script: vscode.Uri): vscode.Uri {
  const name = script.path.slice(script.path.lastIndexOf('/') + 1);
  return vscode.Uri.from({
    scheme: MODEL_DOCUMENTS,
    // The extension makes it markdown.
    path: `/${vscode.l10n.t('{0} (launch model)', name)}.md`,
    query: script.toString(),
  });
}

/** Read-only documents that follow their scripts, whose places lead back to these. */
export class ModelDocuments
  implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.DefinitionProvider
{
  readonly #server: ServerRequests;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #models = new Map<string, LaunchModel>();
  readonly onDidChange = this.#changed.event;

  constructor(server: ServerRequests) {
    this.#server = server;
  }

  /** A script was checked: what is shown of it is made anew. */
  checked(script: string): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === MODEL_DOCUMENTS && uri.query === script) this.#changed.fire(uri);
    }
  }

  closed({ uri }: vscode.TextDocument): void {
    if (uri.scheme === MODEL_DOCUMENTS) this.#models.delete(uri.toString());
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const model = await this.#ask(uri.query);
    if (model === null) {
      this.#models.delete(uri.toString());
      return vscode.l10n.t('The script is not there any more. Open it, and run “OpenRLHF: Show Launch Model” again.');
    }
    this.#models.set(uri.toString(), model);
    return model.text;
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    return this.#linksOf(document).map((link) => {
      const target = vscode.Uri.from({
        scheme: 'command',
        path: PLACE_COMMAND,
        query: JSON.stringify([{ uri: link.uri, ...link.target }]),
      });
      const documentLink = new vscode.DocumentLink(rangeOf(link), target);
      documentLink.tooltip = vscode.l10n.t('Show in the script');
      return documentLink;
    });
  }

  provideDefinition(document: vscode.TextDocument, position: vscode.Position): vscode.Location | undefined {
    const link = this.#linksOf(document).find((one) => rangeOf(one).contains(position));
    if (link === undefined) return undefined;
    const { line, character } = link.target;
    return new vscode.Location(vscode.Uri.parse(link.uri), new vscode.Position(line, character));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** Links belong to one text; while a newer one is on its way to the editor there are none. */
  #linksOf(document: vscode.TextDocument): readonly ModelLink[] {
    const model = this.#models.get(document.uri.toString());
    return model?.text === document.getText().replaceAll('\r\n', '\n') ? model.links : [];
  }

  async #ask(script: string): Promise<LaunchModel | null> {
    try {
      // The server knows documents that are open, and the editor opens it without showing it.
      await vscode.workspace.openTextDocument(vscode.Uri.parse(script));
      return await this.#server.sendRequest<LaunchModel | null>(LAUNCH_MODEL_REQUEST, { uri: script });
    } catch {
      return null;
    }
  }
}

function rangeOf({ line, start, end }: ModelLink): vscode.Range {
  return new vscode.Range(line, start, line, end);
}
