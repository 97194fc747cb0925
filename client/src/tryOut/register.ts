import path from 'node:path';
import * as vscode from 'vscode';
import type { Trial, TryRequest } from '../../../runner/src/model.ts';
import { problemsOf } from '../../../runner/src/problems.ts';
import { textReport } from '../../../runner/src/report.ts';
import { roleOfText } from '../../../runner/src/role.ts';
import { tryFile } from '../../../runner/src/tryFile.ts';
import { maskSecrets, namesSecret } from '../../../server/src/text/secrets.ts';
import { explainTrust } from '../clusters/trust.ts';
import type { RayDocuments } from '../jobs/documents.ts';
import type { ServerRequests } from '../languageServer.ts';
import { discoverPython } from '../python/python.ts';
import { launchesNaming, roleOfLaunch } from './launches.ts';
import { TrialProblems } from './problems.ts';
import { askForSamples, type Samples } from './samples.ts';

/** Limits of a trial, as those of `openrlhf-lint try` without options. */
const LIMITS = { seconds: 60, memory: 4096 * 2 ** 20 };

/**
 * `OpenRLHF: Try Reward Function or Agent…`: runs a file in the Python of its folder as a worker of OpenRLHF would. Its argument, a
 * URI or `{ uri }`, names the file; without it, that is the one in front.
 */
export function registerTryOut(client: ServerRequests, documents: RayDocuments): vscode.Disposable {
  const problems = new TrialProblems();
  const lastSamples = new Map<string, Samples>();
  const command = vscode.commands.registerCommand('openrlhf.tryFile', async (given?: unknown) => {
    if (!vscode.workspace.isTrusted) {
      await explainTrust();
      return;
    }
    const uri = uriOf(given) ?? vscode.window.activeTextEditor?.document.uri;
    const request = await requestFor(client, uri, lastSamples);
    if (uri === undefined || request === undefined) return;
    try {
      const trial = await runWithProgress(request);
      problems.show(uri, problemsOf(trial));
      await documents.show(`try ${uri.toString()}`, titleOf(uri), textReport(trial, request.folder));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      void vscode.window.showErrorMessage(vscode.l10n.t('{0} was not tried: {1}', path.basename(uri.fsPath), reason));
    }
  });
  return vscode.Disposable.from(command, problems);
}

function titleOf(uri: vscode.Uri): string {
  return vscode.l10n.t('Trial of {0}', path.basename(uri.fsPath));
}

function uriOf(given: unknown): vscode.Uri | undefined {
  if (given instanceof vscode.Uri) return given;
  if (typeof given !== 'object' || given === null || !('uri' in given)) return undefined;
  if (given.uri instanceof vscode.Uri) return given.uri;
  return typeof given.uri === 'string' ? vscode.Uri.parse(given.uri, true) : undefined;
}

/** What is to be tried; `undefined` where it cannot be, which has been told then, or is no longer wanted. */
async function requestFor(
  client: ServerRequests,
  uri: vscode.Uri | undefined,
  lastSamples: Map<string, Samples>,
): Promise<TryRequest | undefined> {
  if (uri?.scheme !== 'file') {
    warn(vscode.l10n.t('Open a Python file with reward_func or AgentExecutor, saved on this machine, to try it.'));
    return undefined;
  }
  const document = await vscode.workspace.openTextDocument(uri);
  const launches = await launchesNaming(client, uri);
  const role = roleOfText(document.getText()) ?? roleOfLaunch(launches[0]);
  if (role === undefined) {
    const name = path.basename(uri.fsPath);
    warn(vscode.l10n.t('{0} has neither reward_func nor AgentExecutor at its left margin.', name));
    return undefined;
  }
  const python = await discoverPython(uri);
  if (!python.ok) {
    warn(python.problem);
    return undefined;
  }
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? path.dirname(uri.fsPath);
  const of = launches.filter((launch) => roleOfLaunch(launch) === role);
  const samples = await askForSamples({ role, folder, launches: of, last: lastSamples.get(uri.toString()) });
  if (samples === undefined) return undefined;
  lastSamples.set(uri.toString(), samples);
  // Python reads the file from the disk.
  if (document.isDirty && !(await document.save())) {
    warn(vscode.l10n.t('{0} could not be saved, so it was not tried.', path.basename(uri.fsPath)));
    return undefined;
  }
  return { file: uri.fsPath, role, python: python.path, ...samples, ...LIMITS };
}

function warn(message: string): void {
  void vscode.window.showWarningMessage(message);
}

function runWithProgress(request: TryRequest): Thenable<Trial> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t('Trying {0}', path.basename(request.file)),
      cancellable: true,
    },
    async (progress, token) => {
      const stop = new AbortController();
      token.onCancellationRequested(() => {
        stop.abort();
      });
      return tryFile(request, {
        signal: stop.signal,
        masking: { mask: maskSecrets, isSecret: namesSecret },
        onEvent: (event) => {
          if (event.event === 'sample') progress.report({ message: vscode.l10n.t('sample {0}', event.index + 1) });
        },
      });
    },
  );
}
