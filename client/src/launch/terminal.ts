import path from 'node:path';
import * as vscode from 'vscode';
import { openScript, scriptInFront } from './script.ts';

/** Runs a script as it is, with bash, in a terminal of this machine. */
export async function runInTerminal(uri: vscode.Uri | undefined): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage(vscode.l10n.t('This workspace is not trusted, so nothing of it is run.'));
    return;
  }
  const script = uri ?? scriptInFront();
  if (script?.scheme !== 'file' || !(await openScript(script))) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a shell script that is saved on disk first.'));
    return;
  }
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === script.toString());
  if (document?.isDirty === true && !(await document.save())) return;
  const name = path.basename(script.fsPath);
  // As the program of the terminal, so that no shell reads the path; the terminal stays open and shows how it ended.
  const terminal = vscode.window.createTerminal({
    name,
    shellPath: 'bash',
    shellArgs: [
      '-c',
      'bash -- "$1"; printf "\\n── %s ended with exit code %s. Here is a shell.\\n" "$1" "$?"; exec bash',
      'bash',
      name,
    ],
    cwd: path.dirname(script.fsPath),
    iconPath: new vscode.ThemeIcon('terminal-bash'),
    isTransient: true,
  });
  terminal.show();
}
