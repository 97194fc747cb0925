import * as vscode from 'vscode';
import { LINE_FEED_COMMAND } from '../documents.ts';

/** The command of a fix: a document of VS Code has one kind of line end, which no text edit changes. */
export function registerLineFeedCommand(): vscode.Disposable {
  return vscode.commands.registerCommand(LINE_FEED_COMMAND, async (...uris: readonly string[]) => {
    const edit = new vscode.WorkspaceEdit();
    for (const uri of uris) edit.set(vscode.Uri.parse(uri), [vscode.TextEdit.setEndOfLine(vscode.EndOfLine.LF)]);
    await vscode.workspace.applyEdit(edit);
  });
}
