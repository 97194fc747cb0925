import * as vscode from 'vscode';

/** Says why nothing is sent or run in a workspace that is not trusted, and where to trust it. */
export async function explainTrust(): Promise<void> {
  const manage = vscode.l10n.t('Manage Workspace Trust');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('This workspace is not trusted, so nothing is sent to a Ray cluster and nothing is run.'),
    manage,
  );
  if (answer === manage) await vscode.commands.executeCommand('workbench.trust.manage');
}
