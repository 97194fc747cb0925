import * as vscode from 'vscode';
import type { WindowClusters } from '../clusters/windowClusters.ts';
import { ClusterView } from './clusterView.ts';

/** The view of what a cluster has and who has it. */
export function registerClusterView(context: vscode.ExtensionContext, clusters: WindowClusters): void {
  const view = new ClusterView(clusters);
  context.subscriptions.push(
    view,
    vscode.commands.registerCommand('openrlhf.refreshCluster', () => view.refresh()),
  );
}
