import * as vscode from 'vscode';
import type { ReleaseStatus } from '../status/releaseStatus.ts';

/** Commands about the OpenRLHF release of the script in front. */
export function registerCommands(status: ReleaseStatus): vscode.Disposable[] {
  return [vscode.commands.registerCommand('openrlhf.selectRelease', () => selectRelease(status))];
}

/** Asks for a release and writes it to the folder's settings; without a folder, to the user's. */
async function selectRelease(status: ReleaseStatus): Promise<void> {
  await status.refresh();
  const current = status.current;
  if (!current) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Open a shell script first: the release belongs to the folder of a script.'),
    );
    return;
  }
  const uri = vscode.Uri.parse(current.uri);
  const automatic: vscode.QuickPickItem = {
    label: vscode.l10n.t('Automatic'),
    description: vscode.l10n.t('from a comment in the file, else the newest'),
  };
  const newest = current.releases.at(-1);
  const releases = [...current.releases].reverse().map((release): vscode.QuickPickItem => {
    const notes = [
      ...(release === newest ? [vscode.l10n.t('newest')] : []),
      ...(release === current.release ? [vscode.l10n.t('used now')] : []),
    ];
    return { label: release, description: notes.join(', ') };
  });
  const picked = await vscode.window.showQuickPick([automatic, ...releases], {
    title: vscode.l10n.t('OpenRLHF Release'),
    placeHolder: vscode.l10n.t('Which release will run the scripts of this folder?'),
  });
  if (!picked) return;
  const inFolder = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  await vscode.workspace
    .getConfiguration('openrlhf', uri)
    .update(
      'release',
      picked === automatic ? undefined : picked.label,
      inFolder ? vscode.ConfigurationTarget.WorkspaceFolder : vscode.ConfigurationTarget.Global,
    );
}
