import * as vscode from 'vscode';
import { until } from './until.ts';

/** Types as on a keyboard, letter by letter, where the cursor is. */
export async function type(text: string): Promise<void> {
  for (const letter of text) await vscode.commands.executeCommand('type', { text: letter });
}

/** Puts the cursor at a place of the editor in front. */
export function putCursor(editor: vscode.TextEditor, at: vscode.Position): void {
  editor.selection = new vscode.Selection(at, at);
}

/**
 * Accepts the selected item of the suggestion list, which typing has opened by itself, once that gives the wanted text;
 * until then it is taken back, since the list may still be filling.
 *
 * @returns the text of the document afterwards
 */
export async function acceptSuggestion(editor: vscode.TextEditor, wanted: string): Promise<string> {
  const { document } = editor;
  const before = document.getText();
  await until(`the suggestion that gives '${wanted}'`, async () => {
    await vscode.commands.executeCommand('acceptSelectedSuggestion');
    const text = document.getText();
    if (text === wanted) return true;
    if (text !== before) {
      await vscode.commands.executeCommand('undo');
      await vscode.commands.executeCommand('editor.action.triggerSuggest');
    }
    await new Promise((resolve) => setTimeout(resolve, 150));
    return false;
  });
  return document.getText();
}
