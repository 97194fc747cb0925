import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { registerClusterView } from './clusterView/register.ts';
import { createClusters } from './clusters/register.ts';
import { registerLineFeedCommand } from './commands/lineFeeds.ts';
import { registerNewFileCommand } from './commands/newFile.ts';
import { registerReferencesCommand } from './commands/references.ts';
import { registerCommands } from './commands/release.ts';
import { registerServerCommands } from './commands/server.ts';
import { registerJobs } from './jobs/register.ts';
import { LanguageServer, onFirstPython, onFirstScript } from './languageServer.ts';
import { registerLaunch } from './launch/register.ts';
import type { LocalRay } from './localRay/localRay.ts';
import { registerLaunchModel } from './launchModel/register.ts';
import { registerLocalRay } from './localRay/register.ts';
import { registerLogViews } from './logView/register.ts';
import { registerRewardServer } from './rewardServer/register.ts';
import { LanguageStatus, type StatusRow } from './status/languageStatus.ts';
import { ReleaseStatus } from './status/releaseStatus.ts';
import { registerStatusCommands } from './status/register.ts';
import { registerTryOut } from './tryOut/register.ts';

/** What other extensions and the editor tests can ask. */
export interface ExtensionApi {
  /** What the status bar shows of the script in front; `null` where it shows nothing. */
  readonly statusBarText: () => string | null;
  /** The rows of the language status of the script in front. */
  readonly languageStatus: () => readonly StatusRow[];
}

let server: LanguageServer | undefined;
let localRay: LocalRay | undefined;

/**
 * Registers all there is. It happens in every window, so that logs come back and ended jobs are told: nothing is started
 * and nothing is sent here, but for logs that were open and jobs that are watched.
 */
export async function activate(context: vscode.ExtensionContext): Promise<ExtensionApi> {
  // The parts that can be tested without an editor have their sentences from the same bundle.
  if (vscode.l10n.bundle) l10n.config({ contents: vscode.l10n.bundle });
  server = new LanguageServer(context);
  const status = new ReleaseStatus(server);
  const languageStatus = new LanguageStatus(status);
  context.subscriptions.push(
    status,
    languageStatus,
    ...registerStatusCommands(status),
    ...registerLaunchModel(server, status),
    ...registerCommands(status),
    ...registerServerCommands(server),
    registerLineFeedCommand(),
    registerReferencesCommand(),
    registerNewFileCommand(context.extensionUri),
  );
  const clusters = createClusters(context);
  const jobs = registerJobs(context, clusters, server);
  const logs = registerLogViews(context, clusters);
  if (logs.any) clusters.wake();
  context.subscriptions.push(...registerLaunch({ client: server, clusters, jobs, logs, ...bundled(context) }));
  context.subscriptions.push(registerRewardServer(jobs.documents), registerTryOut(server, jobs.documents));
  registerClusterView(context, clusters);
  localRay = registerLocalRay(context, clusters);
  let starting: Promise<boolean> | undefined;
  // Language features need no trust: nothing of the workspace runs.
  context.subscriptions.push(
    onFirstScript(() => {
      starting = server?.start();
      clusters.wake();
    }),
    onFirstPython(() => {
      starting ??= server?.start();
    }),
  );
  await starting;
  return { statusBarText: () => status.text, languageStatus: () => languageStatus.rows };
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
  await Promise.all([server?.dispose(), localRay?.close()]);
}
