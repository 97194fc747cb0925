import * as vscode from 'vscode';
import { registerClusterCommands } from './commands.ts';
import { ClusterStatus } from './statusItem.ts';
import { WindowClusters } from './windowClusters.ts';

/** The clusters of this window, with their commands and their status bar item. */
export function createClusters(context: vscode.ExtensionContext): WindowClusters {
  const clusters = new WindowClusters(context);
  let told = '';
  const tellProblems = (): void => {
    if (!clusters.awake) return;
    const text = clusters.problems.join('\n');
    if (text !== '' && text !== told) void showProblems(clusters.problems);
    told = text;
  };
  tellProblems();
  context.subscriptions.push(
    clusters,
    new ClusterStatus(clusters),
    ...registerClusterCommands(clusters),
    clusters.onDidChange(tellProblems),
  );
  return clusters;
}

async function showProblems(problems: readonly string[]): Promise<void> {
  const open = vscode.l10n.t('Open Settings');
  const answer = await vscode.window.showWarningMessage(problems.join(' '), open);
  if (answer === open) await vscode.commands.executeCommand('workbench.action.openSettings', 'openrlhf.clusters');
}
