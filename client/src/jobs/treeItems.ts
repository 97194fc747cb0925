import * as vscode from 'vscode';
import { healthText } from '../clusters/healthText.ts';
import type { ClusterHealth } from '../clusters/model.ts';
import { jobFacts } from './details.ts';
import type { ClusterJobs } from './jobsModel.ts';
import type { ClusterNode, JobNode, JobsNode, MessageNode } from './nodes.ts';

/** The row of a node. */
export function treeItem(node: JobsNode, health: ClusterHealth, jobs: ClusterJobs): vscode.TreeItem {
  switch (node.kind) {
    case 'cluster':
      return clusterRow(node, health);
    case 'job':
      return jobRow(node, jobs);
    case 'message':
      return messageRow(node);
  }
}

function clusterRow({ cluster }: ClusterNode, health: ClusterHealth): vscode.TreeItem {
  const row = new vscode.TreeItem(cluster.name, vscode.TreeItemCollapsibleState.Expanded);
  row.id = cluster.id;
  row.description = healthText(health);
  row.iconPath = new vscode.ThemeIcon('server', clusterColor(health));
  row.contextValue = cluster.source === 'local' ? 'cluster.local' : 'cluster';
  const tooltip = new vscode.MarkdownString();
  tooltip.appendText(cluster.address.base).appendMarkdown('\n\n').appendText(healthText(health));
  if (health.kind === 'failed') tooltip.appendMarkdown('\n\n').appendText(health.error.message);
  row.tooltip = tooltip;
  return row;
}

function clusterColor(health: ClusterHealth): vscode.ThemeColor | undefined {
  if (health.kind === 'healthy') return new vscode.ThemeColor('charts.green');
  return health.kind === 'failed' ? new vscode.ThemeColor('charts.red') : undefined;
}

function jobRow({ cluster, job, item }: JobNode, { waiting }: ClusterJobs): vscode.TreeItem {
  const row = new vscode.TreeItem(item.label, vscode.TreeItemCollapsibleState.None);
  const waits = waiting.get(job.key);
  row.id = `${cluster.id}#${job.key}`;
  row.description = waits === undefined ? item.description : `${waits.short} · ${item.description}`;
  const icon = waits?.neverFits === true ? { id: 'warning', color: 'list.warningForeground' } : item.icon;
  row.iconPath = new vscode.ThemeIcon(
    icon.id,
    icon.color === undefined ? undefined : new vscode.ThemeColor(icon.color),
  );
  row.contextValue = item.contextValue;
  row.accessibilityInformation = {
    label: waits === undefined ? item.accessibility : `${item.accessibility}, ${waits.short}`,
  };
  row.tooltip = jobTooltip(job, waits?.text);
  if (job.type === 'submission') {
    row.command = { command: 'openrlhf.showJobLog', title: vscode.l10n.t('Show Log'), arguments: [{ cluster, job }] };
  }
  return row;
}

/** Facts of the job as a list; all of it may come from others, so nothing of it is markdown. */
function jobTooltip(job: JobNode['job'], waits: string | undefined): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  if (job.type === 'driver') {
    text
      .appendText(vscode.l10n.t('Started without “ray job submit”: Ray keeps no log of it, and cannot stop it.'))
      .appendMarkdown('\n\n');
  }
  for (const [name, value] of jobFacts(job, Date.now())) {
    text.appendMarkdown('- ').appendText(`${name}: ${value}`).appendMarkdown('\n');
  }
  if (waits !== undefined) text.appendMarkdown('\n\n').appendText(waits);
  return text;
}

function messageRow({ cluster, text, tooltip, icon, command }: MessageNode): vscode.TreeItem {
  const row = new vscode.TreeItem(text, vscode.TreeItemCollapsibleState.None);
  row.iconPath = new vscode.ThemeIcon(icon);
  row.tooltip = tooltip;
  row.contextValue = 'message';
  // Commands about clusters take a row; those of the workbench would take it for something of their own.
  const own = command?.startsWith('openrlhf.') === true;
  if (command !== undefined) row.command = { command, title: text, ...(own ? { arguments: [{ cluster }] } : {}) };
  return row;
}
