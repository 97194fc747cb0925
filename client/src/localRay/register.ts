import * as vscode from 'vscode';
import type { WindowClusters } from '../clusters/windowClusters.ts';
import { LocalRay } from './localRay.ts';
import { findPythonWithRay } from './pythonWithRay.ts';

/** The most GPUs that a question about pretend ones takes seriously. */
const MOST_GPUS = 1024;

/** `OpenRLHF: Start Local Ray…` and `Stop Local Ray`. @returns what ends the head when the window closes */
export function registerLocalRay(context: vscode.ExtensionContext, clusters: WindowClusters): LocalRay {
  const output = vscode.window.createOutputChannel('OpenRLHF Local Ray', { log: true });
  const ray = new LocalRay(clusters, output);
  const tell = (): void => {
    void vscode.commands.executeCommand('setContext', 'openrlhf.localRay', ray.running);
  };
  context.subscriptions.push(
    output,
    clusters.onDidChange(tell),
    vscode.commands.registerCommand('openrlhf.startLocalRay', async () => {
      await startLocalRay(ray, output);
      tell();
    }),
    vscode.commands.registerCommand('openrlhf.stopLocalRay', async () => {
      await stopLocalRay(ray);
      tell();
    }),
  );
  return ray;
}

async function startLocalRay(ray: LocalRay, output: vscode.LogOutputChannel): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('This workspace is not trusted, so no Python is run. Trust it first.'),
    );
    return;
  }
  if (ray.running) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The local Ray runs already.'));
    return;
  }
  const python = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Looking for a Python with Ray…') },
    () =>
      findPythonWithRay((line) => {
        output.info(line);
      }),
  );
  if (!python) return;
  const gpus = await askForGpus(python.rayVersion);
  if (gpus === undefined) return;
  try {
    const cluster = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Starting Ray {0}…', python.rayVersion),
        cancellable: true,
      },
      (_progress, token) => ray.start(python, gpus.count, token),
    );
    if (!cluster) return;
    void vscode.window.showInformationMessage(
      vscode.l10n.t('Ray {0} runs at {1} until this window closes.', python.rayVersion, cluster.address.base),
    );
  } catch (error) {
    if (error instanceof vscode.CancellationError) return;
    const show = vscode.l10n.t('Show Output');
    const reason = error instanceof Error ? error.message : String(error);
    const answer = await vscode.window.showErrorMessage(vscode.l10n.t('Ray did not start. {0}', reason), show);
    if (answer === show) output.show();
  }
}

async function askForGpus(rayVersion: string): Promise<{ readonly count: number | null } | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Start Local Ray {0}', rayVersion),
    prompt: vscode.l10n.t(
      'How many GPUs shall it offer? Empty: those of this machine. More than there are: for trying out.',
    ),
    value: '8',
    ignoreFocusOut: true,
    validateInput: (value) =>
      value.trim() === '' || (/^\d+$/.test(value.trim()) && Number(value) <= MOST_GPUS)
        ? undefined
        : vscode.l10n.t('A number from 0 to {0}, or nothing.', MOST_GPUS),
  });
  if (text === undefined) return undefined;
  return { count: text.trim() === '' ? null : Number(text) };
}

async function stopLocalRay(ray: LocalRay): Promise<void> {
  if (!ray.running) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No local Ray of this window runs.'));
    return;
  }
  await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Stopping the local Ray…') },
    () => ray.stop(),
  );
}
