import * as vscode from 'vscode';
import type { Cluster, Clusters } from '../clusters/model.ts';
import { readAddress } from '../ray/address.ts';
import type { RayHttp } from '../ray/http.ts';

/**
 * The cluster that a launch goes to: the one whose address the script gives, else the current one. Where the script names one
 * that the window does not know, the person says which is meant.
 */
export async function clusterFor(clusters: Clusters, address: string | null): Promise<Cluster | undefined> {
  if (address === null) return clusters.current ?? (await clusters.pick(vscode.l10n.t('Where shall it run?')));
  const read = readAddress(address);
  const named = read.ok ? clusters.all.find(({ id }) => id === read.address.base) : undefined;
  if (named) return named;
  const connect = {
    label: vscode.l10n.t('$(add) Connect to Ray Cluster…'),
    description: read.ok ? read.address.base : vscode.l10n.t('{0} {1}', read.problem, read.suggestion ?? '').trim(),
    cluster: undefined,
  };
  const known = clusters.all.map((cluster) => ({
    label: vscode.l10n.t('$(server) {0}', cluster.name),
    description: cluster.address.base,
    cluster,
  }));
  const picked = await vscode.window.showQuickPick([...known, connect], {
    title: vscode.l10n.t('Launch on Ray'),
    placeHolder: vscode.l10n.t('Where shall it run? {0} of the script is not known here yet', address),
    ignoreFocusOut: true,
  });
  if (picked === undefined || picked.cluster) return picked?.cluster;
  const before = new Set(clusters.all.map(({ id }) => id));
  await vscode.commands.executeCommand('openrlhf.connectCluster', read.ok ? read.address.base : address);
  return clusters.all.find(({ id }) => !before.has(id));
}

/** Requests with the headers of `--headers`, where the launch goes to the very address that the script gives. */
export function withHeaders(http: RayHttp, address: string | null, headers: Readonly<Record<string, string>>): RayHttp {
  const read = address === null ? undefined : readAddress(address);
  if (read?.ok !== true || read.address.origin !== http.address.origin || Object.keys(headers).length === 0)
    return http;
  return { ...http, send: (request) => http.send({ ...request, headers: { ...headers, ...request.headers } }) };
}
