import path from 'node:path';
import * as vscode from 'vscode';
import { DOCUMENTS, RAY_DOCUMENTS } from '../documents.ts';

/**
 * Opens a script, so that the server knows it: it answers on open documents only, and the editor closes those that nobody
 * looks at after some minutes.
 *
 * @returns `undefined` where the document is no shell script
 * @throws Error when there is no such file
 */
export async function openScript(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (vscode.languages.match(DOCUMENTS, document) > 0) return document;
  if (!looksLikeShell(document)) return undefined;
  return vscode.languages.setTextDocumentLanguage(document, 'shellscript');
}

const PREVIEW = 'launch ';

/** Marks the preview of a launch with its script. */
export function previewOwner(script: vscode.Uri): string {
  return `${PREVIEW}${script.toString()}`;
}

/** The script of a preview that is in front, whose tab has taken the script's place. */
export function scriptOfPreview({ scheme, query }: Pick<vscode.Uri, 'scheme' | 'query'>): string | undefined {
  return scheme === RAY_DOCUMENTS && query.startsWith(PREVIEW) ? query.slice(PREVIEW.length) : undefined;
}

/** The script that is meant when nothing names one: the one in front, else the only kind of it that is shown. */
export function scriptInFront(): vscode.Uri | undefined {
  const active = vscode.window.activeTextEditor;
  const previewed = active && scriptOfPreview(active.document.uri);
  if (previewed !== undefined) return vscode.Uri.parse(previewed, true);
  const others = vscode.window.visibleTextEditors.filter(
    ({ document }) => vscode.languages.match(DOCUMENTS, document) > 0,
  );
  // A preview or a log may be in front of the script that it is about.
  const meant = active && !others.includes(active) && !looksLikeShell(active.document) ? others[0] : active;
  return (meant ?? active ?? others[0])?.document.uri;
}

/** The folder that a script is run in by hand; that of the workspace for one that is no file, `null` without one. */
export function folderOfScript(uri: vscode.Uri): string | null {
  if (uri.scheme === 'file') return path.dirname(uri.fsPath);
  const folder = vscode.workspace.workspaceFolders?.find((one) => one.uri.scheme === 'file');
  return folder?.uri.fsPath ?? null;
}

function looksLikeShell(document: vscode.TextDocument): boolean {
  return (
    /\.(?:sh|bash|slurm|sbatch)$/.test(document.uri.path) || /^#!.*\b(?:ba|da|k|z)?sh\b/.test(document.lineAt(0).text)
  );
}
