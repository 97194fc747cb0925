import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { registerClusterView } from './clusterView/register.ts';
import { createClusters } from './clusters/register.ts';
import { registerLineFeedCommand } from './commands/lineFeeds.ts';
import { registerCommands } from './commands/release.ts';
import { registerServerCommands } from './commands/server.ts';
import { registerJobs } from './jobs/register.ts';
import { createLanguageClient } from './languageClient.ts';
import { registerLaunch } from './launch/register.ts';
import type { LocalRay } from './localRay/localRay.ts';
import { registerLocalRay } from './localRay/register.ts';
import { registerLogViews } from './logView/register.ts';
import { ReleaseStatus } from './releaseStatus.ts';

/** What other extensions and the editor tests can ask. */
export interface ExtensionApi {
  /** What the status bar shows of the script in front; `null` where it shows nothing. */
  readonly statusBarText: () => string | null;
}

let client: LanguageClient | undefined;
let localRay: LocalRay | undefined;

/** Starts the language server and what shows its answers. Language features need no trust: nothing of the workspace runs. */
export async function activate(context: vscode.ExtensionContext): Promise<ExtensionApi> {
  client = createLanguageClient(context);
  const status = new ReleaseStatus(client);
  context.subscriptions.push(
    client,
    status,
    ...registerCommands(status),
    ...registerServerCommands(client),
    registerLineFeedCommand(),
  );
  const clusters = createClusters(context);
  const jobs = registerJobs(context, clusters, client);
  const logs = registerLogViews(context, clusters);
  context.subscriptions.push(...registerLaunch({ client, clusters, jobs, logs, ...bundled(context) }));
  registerClusterView(context, clusters);
  localRay = registerLocalRay(context, clusters);
  try {
    await client.start();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    client.outputChannel.appendLine(`The language server did not start: ${reason}`);
    // Not awaited: the views and commands about Ray work without the server.
    void tellServerFailure(client, reason);
  }
  void status.refresh();
  return { statusBarText: () => status.text };
}

async function tellServerFailure({ outputChannel }: LanguageClient, reason: string): Promise<void> {
  const show = vscode.l10n.t('Show Log');
  const answer = await vscode.window.showErrorMessage(
    vscode.l10n.t('OpenRLHF Tools could not start its language server: {0}', reason),
    show,
  );
  if (answer === show) outputChannel.show();
}

/** What belongs to the installed extension. */
function bundled({ extension, extensionUri }: vscode.ExtensionContext): {
  readonly version: string;
  readonly worker: string;
} {
  const { version } = extension.packageJSON as { readonly version: string };
  return { version, worker: vscode.Uri.joinPath(extensionUri, 'dist', 'pack-worker.cjs').fsPath };
}

export async function deactivate(): Promise<void> {
  await Promise.all([client?.dispose(), localRay?.close()]);
}
