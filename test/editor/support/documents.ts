import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './until.ts';

/** Opens a file of the workspace in an editor. `name` is relative to the workspace folder. */
export async function openFixture(name: string, folder = 0): Promise<vscode.TextEditor> {
  const root = vscode.workspace.workspaceFolders?.[folder];
  assert.ok(root, `the window has no workspace folder ${folder}`);
  return vscode.window.showTextDocument(vscode.Uri.joinPath(root.uri, name));
}

/** Opens an untitled bash script with this text. */
export async function openScript(content: string): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument({ language: 'shellscript', content });
  return vscode.window.showTextDocument(document);
}

/** The place of a mark in a document: where `text` begins, plus `offset` characters. */
export function positionOf(document: vscode.TextDocument, text: string, offset = 0): vscode.Position {
  const at = document.getText().indexOf(text);
  assert.ok(at >= 0, `'${text}' is not in the document`);
  return document.positionAt(at + offset);
}

/** Closes every editor without saving. */
export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** The diagnostics of a document, once there are any that `accept`. */
export async function diagnosticsOf(
  uri: vscode.Uri,
  accept: (found: readonly vscode.Diagnostic[]) => boolean = (found) => found.length > 0,
): Promise<readonly vscode.Diagnostic[]> {
  return until(`diagnostics of ${uri.path}`, () => {
    const found = vscode.languages.getDiagnostics(uri);
    return accept(found) && found;
  });
}
