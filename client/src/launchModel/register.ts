import * as vscode from 'vscode';
import { DOCUMENTS, MODEL_DOCUMENTS } from '../documents.ts';
import type { ServerRequests } from '../languageServer.ts';
import type { ReleaseStatus } from '../status/releaseStatus.ts';
import { ModelDocuments, modelUri } from './documents.ts';

/** The command that shows what is known of the launches of a script, beside it, and the documents that it opens. */
export function registerLaunchModel(server: ServerRequests, status: ReleaseStatus): readonly { dispose(): unknown }[] {
  const documents = new ModelDocuments(server);
  const selector = { scheme: MODEL_DOCUMENTS };
  return [
    documents,
    vscode.workspace.registerTextDocumentContentProvider(MODEL_DOCUMENTS, documents),
    vscode.languages.registerDocumentLinkProvider(selector, documents),
    vscode.languages.registerDefinitionProvider(selector, documents),
    vscode.workspace.onDidCloseTextDocument((document) => {
      documents.closed(document);
    }),
    status.onDidCheck((script) => {
      documents.checked(script);
    }),
    vscode.commands.registerCommand('openrlhf.showLaunchModel', (from?: unknown) => showLaunchModel(from)),
  ];
}

async function showLaunchModel(from: unknown): Promise<void> {
  const script = scriptOf(from);
  if (script === undefined) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Open a shell script first: the launch model shows what is known of its launches.'),
    );
    return;
  }
  const document = await vscode.workspace.openTextDocument(modelUri(script));
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
}

/** The script that a menu or a row of the language status names, or the one in front. */
function scriptOf(from: unknown): vscode.Uri | undefined {
  if (from instanceof vscode.Uri) return from;
  if (typeof from === 'string') return vscode.Uri.parse(from);
  const document = vscode.window.activeTextEditor?.document;
  return document !== undefined && vscode.languages.match(DOCUMENTS, document) > 0 ? document.uri : undefined;
}
