import * as vscode from 'vscode';
import { RAY_DOCUMENTS } from '../documents.ts';
import { TextDocuments } from '../textDocuments.ts';

/** Read-only documents about jobs and clusters, whose text is made when they are opened. */
export class RayDocuments extends TextDocuments {
  constructor() {
    super(RAY_DOCUMENTS, vscode.l10n.t('This text is gone. Open it again from the view.'));
  }

  /** A document with this text; one that is open already shows the new text. @param name its title, with an extension */
  put(owner: string, name: string, text: string): vscode.Uri {
    return this.putText(`/${name.replaceAll('/', '∕')}`, owner, text);
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
}
