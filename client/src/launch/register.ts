import * as vscode from 'vscode';
import type { LaunchCommandArguments } from '../../../server/src/lsp/protocol.ts';
import { explainTrust } from '../clusters/trust.ts';
import type { OfJob } from '../jobs/actions.ts';
import { reasonOf } from '../logView/progress.ts';
import { launchOnRay } from './launch.ts';
import type { LaunchParts } from './launch.ts';
import { rerunJob } from './rerun.ts';
import { runInTerminal } from './terminal.ts';

/** Commands that start something. */
export function registerLaunch(parts: LaunchParts): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('openrlhf.launch', async (from?: unknown) => {
      await guarded(() => launchOnRay(parts, uriOf(from), argumentsOf(from)));
    }),
    vscode.commands.registerCommand('openrlhf.runInTerminal', async (from?: unknown) => {
      await guarded(() => runInTerminal(uriOf(from)));
    }),
    vscode.commands.registerCommand('openrlhf.rerunJob', async (row?: OfJob) => {
      await guarded(() => rerunJob(parts, row));
    }),
  ];
}

/** Tells what went wrong where nothing else has. */
async function guarded(action: () => Promise<void>): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    await explainTrust();
    return;
  }
  try {
    await action();
  } catch (error) {
    const show = vscode.l10n.t('Show Log');
    const answer = await vscode.window.showErrorMessage(vscode.l10n.t('This did not work: {0}', reasonOf(error)), show);
    if (answer === show) await vscode.commands.executeCommand('openrlhf.showLog');
  }
}

/** Menus give the URI of a file. */
function uriOf(from: unknown): vscode.Uri | undefined {
  return from instanceof vscode.Uri ? from : undefined;
}

/** The code lens gives the launch. */
function argumentsOf(from: unknown): LaunchCommandArguments | undefined {
  if (typeof from !== 'object' || from === null || !('uri' in from) || !('id' in from)) return undefined;
  const { uri, id } = from;
  return typeof uri === 'string' && typeof id === 'string' ? { uri, id } : undefined;
}
