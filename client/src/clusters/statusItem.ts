import * as vscode from 'vscode';
import { healthText } from './healthText.ts';
import type { Cluster, ClusterHealth } from './model.ts';
import type { WindowClusters } from './windowClusters.ts';

/** How often the current cluster is asked while the window has the focus. */
const INTERVAL = 30_000;

/** The status bar item with the current cluster and how it is. */
export class ClusterStatus implements vscode.Disposable {
  readonly #clusters: WindowClusters;
  readonly #item: vscode.StatusBarItem;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #timer: NodeJS.Timeout;
  #asked: string | undefined;

  constructor(clusters: WindowClusters) {
    this.#clusters = clusters;
    this.#item = vscode.window.createStatusBarItem('openrlhf.cluster', vscode.StatusBarAlignment.Left, 40);
    this.#item.name = vscode.l10n.t('Ray Cluster');
    this.#item.command = 'openrlhf.selectCluster';
    this.#subscriptions = [
      this.#item,
      clusters.onDidChange(() => {
        this.#show();
      }),
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#ask();
      }),
    ];
    this.#timer = setInterval(() => {
      if (vscode.window.state.focused) this.#ask();
    }, INTERVAL);
    this.#show();
  }

  dispose(): void {
    clearInterval(this.#timer);
    for (const one of this.#subscriptions) one.dispose();
  }

  #ask(): void {
    const { current, awake } = this.#clusters;
    if (current && awake) void this.#clusters.refresh(current);
  }

  #show(): void {
    const { current, awake } = this.#clusters;
    if (!current || !awake) {
      this.#item.hide();
      return;
    }
    if (this.#asked !== current.id) {
      this.#asked = current.id;
      void this.#clusters.refresh(current);
    }
    const health = this.#clusters.health(current);
    this.#item.text = `${iconOf(health)} ${current.name}`;
    this.#item.tooltip = tooltip(current, health);
    this.#item.backgroundColor =
      health.kind === 'failed' ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.accessibilityInformation = {
      label: vscode.l10n.t('Ray cluster {0}: {1}', current.name, healthText(health)),
    };
    this.#item.show();
  }
}

function iconOf(health: ClusterHealth): string {
  switch (health.kind) {
    case 'healthy':
      return '$(server)';
    case 'unasked':
      return '$(server)';
    case 'failed':
      return health.error.kind === 'token-missing' || health.error.kind === 'token-refused'
        ? '$(key)'
        : '$(debug-disconnect)';
    case 'unconfirmed':
      return '$(question)';
    case 'untrusted-workspace':
      return '$(shield)';
  }
}

function tooltip(cluster: Cluster, health: ClusterHealth): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendMarkdown('**').appendText(cluster.name).appendMarkdown('** ').appendText(cluster.address.base);
  text.appendMarkdown('\n\n').appendText(healthText(health));
  if (health.kind === 'failed') text.appendMarkdown('\n\n').appendText(health.error.message);
  text.appendMarkdown('\n\n').appendText(vscode.l10n.t('Click to choose another cluster, or for its token.'));
  return text;
}
