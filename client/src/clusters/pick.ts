import * as vscode from 'vscode';
import { healthText } from './healthText.ts';
import type { Cluster, Clusters } from './model.ts';

/** Asks for one of the clusters; the only one is taken without a question. @returns `undefined` when there is none */
export async function pickCluster(clusters: Clusters, placeHolder?: string): Promise<Cluster | undefined> {
  const [only, ...others] = clusters.all;
  if (!only) {
    await vscode.commands.executeCommand('openrlhf.connectCluster');
    return clusters.current;
  }
  if (others.length === 0) return only;
  return chooseCluster(clusters, placeHolder ?? vscode.l10n.t('Which Ray cluster?'));
}

/** A list of the clusters, the current one first. */
export async function chooseCluster(clusters: Clusters, placeHolder: string): Promise<Cluster | undefined> {
  const items = clusters.all.map((cluster) => ({
    label: cluster.name,
    description: cluster.address.base,
    detail: healthText(clusters.health(cluster)),
    cluster,
  }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder, matchOnDescription: true });
  return picked?.cluster;
}
