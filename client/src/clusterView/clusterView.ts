import * as vscode from 'vscode';
import { healthText } from '../clusters/healthText.ts';
import type { Cluster } from '../clusters/model.ts';
import type { WindowClusters } from '../clusters/windowClusters.ts';
import { ClusterPollers } from '../jobs/clusterPollers.ts';
import type { ClusterSnapshot } from '../ray/cluster.ts';
import { clusterSnapshot } from '../ray/cluster.ts';
import type { ClusterRow } from './rows.ts';
import { clusterRows } from './rows.ts';

/** A row, with the cluster and the rows above it, which make its identity. */
interface Node {
  readonly id: string;
  readonly cluster: Cluster;
  /** `undefined` for the row of a cluster itself. */
  readonly row: ClusterRow | undefined;
}

/** What stands in the view; the value of the context key `openrlhf.cluster.state`. */
type ViewState = 'tree' | 'no-cluster' | 'untrusted' | 'unconfirmed' | 'unusable';

/** The view “Cluster”: who has the GPUs, the nodes, and what waits; of the only cluster, or below a row for each. */
export class ClusterView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #clusters: WindowClusters;
  readonly #view: vscode.TreeView<Node>;
  readonly #pollers: ClusterPollers;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #snapshots = new Map<string, ClusterSnapshot>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(clusters: WindowClusters) {
    this.#clusters = clusters;
    this.#pollers = new ClusterPollers(clusters, (cluster) => this.#round(cluster));
    this.#view = vscode.window.createTreeView('openrlhf.cluster', { treeDataProvider: this, showCollapseAll: true });
    this.#subscriptions = [
      this.#view,
      this.#changed,
      this.#pollers,
      clusters.onDidChange(() => {
        this.#show();
      }),
      this.#view.onDidChangeVisibility(({ visible }) => {
        this.#pollers.setWanted(visible);
      }),
    ];
    this.#pollers.setWanted(this.#view.visible);
    this.#show();
  }

  /** Asks all clusters now. */
  async refresh(): Promise<void> {
    await this.#pollers.soon();
  }

  getTreeItem({ id, cluster, row }: Node): vscode.TreeItem {
    const item = row ? rowItem(row) : clusterItem(cluster, healthText(this.#clusters.health(cluster)));
    item.id = id;
    return item;
  }

  getChildren(node?: Node): Node[] {
    if (!node) {
      if (this.#state() !== 'tree') return [];
      const [only, ...others] = this.#clusters.all;
      if (only && others.length === 0) return this.#rowsOf(only);
      return this.#clusters.all.map((cluster) => ({ id: cluster.id, cluster, row: undefined }));
    }
    const { cluster, row } = node;
    if (!row) return this.#rowsOf(cluster);
    return row.children.map((child) => ({ id: `${node.id}/${child.id}`, cluster, row: child }));
  }

  dispose(): void {
    for (const one of this.#subscriptions) one.dispose();
  }

  #rowsOf(cluster: Cluster): Node[] {
    const snapshot = this.#snapshots.get(cluster.id);
    if (!snapshot || this.#clusters.health(cluster).kind !== 'healthy') return [];
    return clusterRows(snapshot).map((row) => ({ id: `${cluster.id}/${row.id}`, cluster, row }));
  }

  async #round(cluster: Cluster): Promise<boolean> {
    try {
      this.#snapshots.set(cluster.id, await clusterSnapshot(cluster.http));
      if (this.#clusters.health(cluster).kind !== 'healthy') await this.#clusters.refresh(cluster);
      return true;
    } catch (error) {
      this.#snapshots.delete(cluster.id);
      this.#clusters.noteFailure(cluster, error);
      return false;
    } finally {
      this.#show();
    }
  }

  #state(): ViewState {
    if (!vscode.workspace.isTrusted) return 'untrusted';
    const [only, ...others] = this.#clusters.all;
    if (!only) return 'no-cluster';
    if (others.length === 0 && this.#clusters.health(only).kind === 'unconfirmed') return 'unconfirmed';
    return others.length > 0 || this.#rowsOf(only).length > 0 ? 'tree' : 'unusable';
  }

  #show(): void {
    const [only, ...others] = this.#clusters.all;
    this.#view.description = only && others.length === 0 ? only.name : '';
    void vscode.commands.executeCommand('setContext', 'openrlhf.cluster.state', this.#state());
    this.#changed.fire(undefined);
  }
}

function rowItem(row: ClusterRow): vscode.TreeItem {
  const { None, Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(row.label, row.children.length === 0 ? None : row.expanded ? Expanded : Collapsed);
  item.description = row.description;
  item.tooltip = row.tooltip === '' ? `${row.label} ${row.description}` : row.tooltip;
  const { id, color } = row.icon;
  item.iconPath = new vscode.ThemeIcon(id, color === undefined ? undefined : new vscode.ThemeColor(color));
  return item;
}

function clusterItem(cluster: Cluster, health: string): vscode.TreeItem {
  const item = new vscode.TreeItem(cluster.name, vscode.TreeItemCollapsibleState.Expanded);
  item.description = health;
  item.tooltip = cluster.address.base;
  item.contextValue = 'cluster';
  item.iconPath = new vscode.ThemeIcon('server');
  return item;
}
