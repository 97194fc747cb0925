import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from './until.ts';

/** The labels of the completion list at a position, in its order. */
export async function completionLabels(document: vscode.TextDocument, at: vscode.Position): Promise<readonly string[]> {
  return (await completionItems(document, at)).map(labelOf);
}

/**
 * Accepts a completion as the editor does.
 *
 * @returns the text of the document afterwards
 */
export async function applyCompletion(editor: vscode.TextEditor, at: vscode.Position, label: string): Promise<string> {
  const { document } = editor;
  const item = await until(`completion '${label}'`, async () =>
    (await completionItems(document, at)).find((candidate) => labelOf(candidate) === label),
  );
  const edit = new vscode.WorkspaceEdit();
  const accepted = vscode.TextEdit.replace(replacedRange(item, document, at), insertedText(item));
  edit.set(document.uri, [accepted, ...(item.additionalTextEdits ?? [])]);
  assert.ok(await vscode.workspace.applyEdit(edit), 'the edit was refused');
  return document.getText();
}

/** The text of the hovers at a position. */
export async function hoverText(document: vscode.TextDocument, at: vscode.Position): Promise<string> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, at);
  return hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content instanceof vscode.MarkdownString ? content.value : JSON.stringify(content)))
    .join('\n\n');
}

/** The titles of the code actions of a range. */
export async function actionTitles(document: vscode.TextDocument, range: vscode.Range): Promise<readonly string[]> {
  return (await codeActions(document, range)).map(({ title }) => title);
}

/**
 * Applies the code action with this title.
 *
 * @returns the text of the document afterwards
 */
export async function applyAction(document: vscode.TextDocument, range: vscode.Range, title: string): Promise<string> {
  const action = await until(`code action '${title}'`, async () =>
    (await codeActions(document, range)).find((candidate) => candidate.title === title),
  );
  if (action.edit !== undefined) assert.ok(await vscode.workspace.applyEdit(action.edit), 'the edit was refused');
  const { command } = action;
  if (command !== undefined) {
    const args: readonly unknown[] = command.arguments ?? [];
    await vscode.commands.executeCommand(command.command, ...args);
  }
  return document.getText();
}

async function completionItems(document: vscode.TextDocument, at: vscode.Position): Promise<vscode.CompletionItem[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    at,
    undefined,
    1000,
  );
  return list.items;
}

/** The code actions of a range, with their edits. */
async function codeActions(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
  return vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, range, undefined, 50);
}

function labelOf({ label }: vscode.CompletionItem): string {
  return typeof label === 'string' ? label : label.label;
}

function replacedRange(item: vscode.CompletionItem, document: vscode.TextDocument, at: vscode.Position): vscode.Range {
  const { range } = item;
  if (range instanceof vscode.Range) return range;
  if (range !== undefined) return range.replacing;
  return document.getWordRangeAtPosition(at) ?? new vscode.Range(at, at);
}

function insertedText({ insertText, label }: vscode.CompletionItem): string {
  if (insertText instanceof vscode.SnippetString) return insertText.value;
  return insertText ?? (typeof label === 'string' ? label : label.label);
}
