import * as vscode from 'vscode';
import { readAddress } from '../ray/address.ts';
import { RayError } from '../ray/errors.ts';
import type { RayAddress } from '../ray/http.ts';
import { listJobs, rayVersion } from '../ray/jobs.ts';
import { nameOf } from './entries.ts';
import { askForToken } from './tokenInput.ts';
import type { WindowClusters } from './windowClusters.ts';

/**
 * `OpenRLHF: Connect to Ray Cluster…`: an address, a token where one is needed, a name.
 *
 * @param suggested the address that the question begins with
 */
export async function connectCluster(clusters: WindowClusters, suggested = ''): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    await vscode.window.showWarningMessage(
      vscode.l10n.t('This workspace is not trusted, so nothing is sent to a Ray cluster. Trust it first.'),
    );
    return;
  }
  const address = await askForAddress(suggested);
  if (!address) return;
  const first = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Asking {0}…', address.base) },
    () => probe(clusters, address),
  );
  const settled = await settle(clusters, address, first);
  if (!settled) return;
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Connect to Ray Cluster (2/2)'),
    prompt: vscode.l10n.t('A name for the cluster'),
    value: nameOf(address),
    ignoreFocusOut: true,
  });
  if (name === undefined) return;
  if (settled.token !== undefined) await clusters.keepToken(address.origin, settled.token);
  const cluster = await clusters.add({ name: name.trim() || nameOf(address), address: address.base });
  if (cluster) await clusters.setCurrent(cluster);
}

async function askForAddress(suggested: string): Promise<RayAddress | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Connect to Ray Cluster (1/2)'),
    prompt: vscode.l10n.t('Address of the Ray dashboard'),
    placeHolder: 'http://127.0.0.1:8265',
    value: suggested,
    ignoreFocusOut: true,
    validateInput: (value) => {
      if (value.trim() === '') return undefined;
      const read = readAddress(value);
      if (read.ok) return read.note === undefined ? undefined : note(read.note);
      return read.suggestion === undefined
        ? read.problem
        : `${read.problem} ${vscode.l10n.t('Try {0}', read.suggestion)}`;
    },
  });
  if (text === undefined || text.trim() === '') return undefined;
  const read = readAddress(text);
  return read.ok ? read.address : undefined;
}

function note(message: string): vscode.InputBoxValidationMessage {
  return { message, severity: vscode.InputBoxValidationSeverity.Info };
}

/** Why the cluster cannot be used as it is; `undefined` where it can. */
async function probe(clusters: WindowClusters, address: RayAddress): Promise<RayError | undefined> {
  const http = clusters.connections.connect({ id: address.base, address, tokenHeader: 'authorization' });
  try {
    await rayVersion(http);
    // Some proxies let the version through without a token.
    await listJobs(http);
    return undefined;
  } catch (error) {
    if (error instanceof RayError) return error;
    throw error;
  } finally {
    http.dispose();
  }
}

/** Asks for what is missing. @returns the token to store, where one is needed; `undefined` when the person gave up */
async function settle(
  clusters: WindowClusters,
  address: RayAddress,
  failure: RayError | undefined,
): Promise<{ readonly token: string | undefined } | undefined> {
  if (!failure) return { token: undefined };
  if (failure.kind === 'token-missing' || failure.kind === 'token-refused') {
    const token = await askForToken({ name: nameOf(address), address }, failure, (candidate) =>
      clusters.connections.connect({ id: address.base, address, tokenHeader: 'authorization' }, candidate),
    );
    return token === undefined ? undefined : { token };
  }
  const add = vscode.l10n.t('Add It Anyway');
  const answer = await vscode.window.showWarningMessage(failure.message, { modal: true }, add);
  return answer === add ? { token: undefined } : undefined;
}
