import * as vscode from 'vscode';
import { healthText } from '../clusters/healthText.ts';
import type { Cluster } from '../clusters/model.ts';
import type { WindowClusters } from '../clusters/windowClusters.ts';
import { ClusterPollers } from './clusterPollers.ts';
import { jobItem } from './items.ts';
import type { JobsModel } from './jobsModel.ts';
import { JOBS_PER_PAGE, clusterChildren, viewState } from './nodes.ts';
import type { ClusterNode, JobNode, JobsNode } from './nodes.ts';
import { treeItem } from './treeItems.ts';

/** The view “Jobs” in the activity bar: clusters, and below each its jobs, newest first. */
export class JobsView implements vscode.TreeDataProvider<JobsNode>, vscode.Disposable {
  readonly #clusters: WindowClusters;
  readonly #model: JobsModel;
  readonly #view: vscode.TreeView<JobsNode>;
  readonly #pollers: ClusterPollers;
  readonly #changed = new vscode.EventEmitter<JobsNode | undefined>();
  readonly #roots = new Map<string, ClusterNode>();
  readonly #limits = new Map<string, number>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(clusters: WindowClusters, model: JobsModel) {
    this.#clusters = clusters;
    this.#model = model;
    this.#pollers = new ClusterPollers(clusters, (cluster) => model.refresh(cluster));
    this.#view = vscode.window.createTreeView('openrlhf.jobs', { treeDataProvider: this, showCollapseAll: false });
    this.#subscriptions = [
      this.#view,
      this.#changed,
      this.#pollers,
      clusters.onDidChange(() => {
        this.#show();
      }),
      model.onDidChange(() => {
        this.#show();
      }),
      this.#view.onDidChangeVisibility(({ visible }) => {
        this.#pollers.setWanted(visible);
      }),
    ];
    this.#pollers.setWanted(this.#view.visible);
    this.#show();
  }

  /** Asks all clusters now, and more often than usual for a while: something has just been done to a job. */
  async refresh(): Promise<void> {
    await this.#pollers.soon();
  }

  /** Shows a job in the tree and selects it; does nothing for one that the cluster does not list. */
  async reveal(clusterId: string, jobKey: string): Promise<void> {
    const cluster = this.#clusters.byId(clusterId);
    if (!cluster) return;
    await this.#model.refresh(cluster);
    const job = this.#model.of(cluster).jobs?.find(({ key }) => key === jobKey);
    if (!job) return;
    const node: JobNode = { kind: 'job', cluster, job, item: jobItem(job, Date.now()) };
    await this.#view.reveal(node, { select: true, focus: false });
  }

  /** Shows more of the jobs of a cluster that has very many. */
  showOlder(cluster: Cluster): void {
    this.#limits.set(cluster.id, this.#limitOf(cluster) + JOBS_PER_PAGE);
    this.#changed.fire(this.#root(cluster));
  }

  getTreeItem(node: JobsNode): vscode.TreeItem {
    return treeItem(node, this.#clusters.health(node.cluster), this.#model.of(node.cluster));
  }

  getChildren(node?: JobsNode): JobsNode[] {
    if (!node) return this.#state() === 'tree' ? this.#clusters.all.map((one) => this.#root(one)) : [];
    if (node.kind !== 'cluster') return [];
    const { cluster } = node;
    const known = this.#model.of(cluster);
    return [...clusterChildren(cluster, this.#clusters.health(cluster), known, Date.now(), this.#limitOf(cluster))];
  }

  getParent(node: JobsNode): JobsNode | undefined {
    return node.kind === 'cluster' ? undefined : this.#root(node.cluster);
  }

  dispose(): void {
    for (const one of this.#subscriptions) one.dispose();
  }

  #limitOf(cluster: Cluster): number {
    return this.#limits.get(cluster.id) ?? JOBS_PER_PAGE;
  }

  #root(cluster: Cluster): ClusterNode {
    const known = this.#roots.get(cluster.id);
    if (known?.cluster === cluster) return known;
    const root: ClusterNode = { kind: 'cluster', cluster };
    this.#roots.set(cluster.id, root);
    return root;
  }

  #state(): ReturnType<typeof viewState> {
    const { all } = this.#clusters;
    const health = (one: Cluster) => this.#clusters.health(one);
    return viewState(all, vscode.workspace.isTrusted, health, (one) => this.#model.of(one));
  }

  #show(): void {
    const state = this.#state();
    const [only, ...others] = this.#clusters.all;
    // Without a row for it, the title is what says which cluster the text is about.
    const description = only && others.length === 0 && state !== 'tree' && state !== 'untrusted';
    this.#view.description = description ? `${only.name}: ${healthText(this.#clusters.health(only))}` : '';
    void vscode.commands.executeCommand('setContext', 'openrlhf.jobs.state', state);
    this.#changed.fire(undefined);
  }
}
