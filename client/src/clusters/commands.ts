import * as vscode from 'vscode';
import { connectCluster } from './connect.ts';
import { healthText } from './healthText.ts';
import type { Cluster } from './model.ts';
import { chooseCluster } from './pick.ts';
import type { WindowClusters } from './windowClusters.ts';

/** A row of a view that belongs to a cluster. */
export interface OfCluster {
  readonly cluster: Cluster;
}

/** Commands about clusters; those of a row get the row, those of the palette ask which cluster is meant. */
export function registerClusterCommands(clusters: WindowClusters): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('openrlhf.connectCluster', (suggested?: unknown) =>
      // A menu of a view gives something else.
      connectCluster(clusters, typeof suggested === 'string' ? suggested : undefined),
    ),
    vscode.commands.registerCommand('openrlhf.selectCluster', () => selectCluster(clusters)),
    vscode.commands.registerCommand('openrlhf.forgetCluster', (row?: OfCluster) => forgetCluster(clusters, row)),
    vscode.commands.registerCommand('openrlhf.setToken', async (row?: OfCluster) => {
      const cluster = row?.cluster ?? (await clusters.pick(vscode.l10n.t('Whose token?')));
      if (cluster) await clusters.askForToken(cluster);
    }),
    vscode.commands.registerCommand('openrlhf.confirmCluster', async (row?: OfCluster) => {
      const cluster = row?.cluster ?? clusters.all.find((one) => !clusters.usable(one));
      if (cluster && (await clusters.mayUse(cluster))) await clusters.refresh(cluster);
    }),
    vscode.commands.registerCommand('openrlhf.openDashboard', async (row?: OfCluster) => {
      const cluster = row?.cluster ?? (await clusters.pick(vscode.l10n.t('Whose dashboard?')));
      if (cluster && (await clusters.mayUse(cluster))) await openDashboard(cluster, row);
    }),
  ];
}

/** Opens Ray's own pages in a browser: of a job where the row has one. */
async function openDashboard(cluster: Cluster, row: unknown): Promise<void> {
  // A remote window forwards the port; the fragment has to be put on afterwards, since forwarding may drop it.
  const external = await vscode.env.asExternalUri(vscode.Uri.parse(`${cluster.address.base}/`));
  const key = jobKeyOf(row);
  await vscode.env.openExternal(key === null ? external : external.with({ fragment: `/jobs/${key}` }));
}

function jobKeyOf(row: unknown): string | null {
  if (typeof row !== 'object' || row === null || !('job' in row)) return null;
  const { job } = row;
  return typeof job === 'object' && job !== null && 'key' in job ? encodeURIComponent(String(job.key)) : null;
}

async function selectCluster(clusters: WindowClusters): Promise<void> {
  const connect = { label: vscode.l10n.t('$(add) Connect to Ray Cluster…'), run: 'openrlhf.connectCluster' };
  const local = { label: vscode.l10n.t('$(play) Start Local Ray…'), run: 'openrlhf.startLocalRay' };
  const token = { label: vscode.l10n.t('$(key) Set Ray Token…'), run: 'openrlhf.setToken' };
  const forget = { label: vscode.l10n.t('$(trash) Forget Ray Cluster…'), run: 'openrlhf.forgetCluster' };
  const current = clusters.current;
  const items: readonly (vscode.QuickPickItem & { cluster?: Cluster; run?: string })[] = [
    ...clusters.all.map((cluster) => ({
      label: `$(${cluster === current ? 'check' : 'server'}) ${cluster.name}`,
      description: `${cluster.address.base}  ${healthText(clusters.health(cluster))}`,
      cluster,
    })),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    connect,
    local,
    ...(current ? [token, forget] : []),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Ray Cluster'),
    placeHolder: vscode.l10n.t('Which cluster is the current one?'),
    matchOnDescription: true,
  });
  if (picked?.run !== undefined) await vscode.commands.executeCommand(picked.run);
  if (picked?.cluster && (await clusters.mayUse(picked.cluster))) await clusters.setCurrent(picked.cluster);
}

async function forgetCluster(clusters: WindowClusters, row?: OfCluster): Promise<void> {
  const cluster = row?.cluster ?? (await chooseCluster(clusters, vscode.l10n.t('Which cluster shall be forgotten?')));
  if (!cluster) return;
  if (cluster.source === 'local') {
    await vscode.commands.executeCommand('openrlhf.stopLocalRay');
    return;
  }
  await clusters.forget(cluster);
  if (clusters.byId(cluster.id)) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'The token and the confirmation of {0} are forgotten. Its address stays in the workspace settings.',
        cluster.name,
      ),
    );
  }
}
