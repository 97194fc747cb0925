import * as l10n from '@vscode/l10n';
import { bytesText, cpuText, gpuText, numberText, resourcesText } from '../jobs/amounts.ts';
import { holderName } from '../jobs/waitingFacts.ts';
import type { ClusterNode, ClusterSnapshot } from '../ray/cluster.ts';
import type { GpuHolder } from '../ray/holders.ts';
import type { PlacementGroup } from '../ray/state.ts';
import type { GpuReport, PendingDemand } from '../ray/usage.ts';

/** A row of the cluster view, as plain data. */
export interface ClusterRow {
  /** Unique below its parent, and the same in the next snapshot. */
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly tooltip: string;
  readonly icon: { readonly id: string; readonly color?: string };
  readonly children: readonly ClusterRow[];
  readonly expanded: boolean;
}

/** The rows of a cluster: who has the GPUs, the nodes, what waits, and what could not be read. */
export function clusterRows(snapshot: ClusterSnapshot): readonly ClusterRow[] {
  return [
    gpuRow(snapshot),
    ...snapshot.nodes.map(nodeRow),
    ...listRow('pending', l10n.t('Waiting for resources'), 'clock', snapshot.pending.map(pendingRow), 'charts.yellow'),
    ...listRow(
      'groups',
      l10n.t('Placement groups'),
      'layers',
      snapshot.placementGroups.map((group) => groupRow(group, snapshot)),
    ),
    ...snapshot.problems.map((problem, at) =>
      row(`problem ${at}`, problem.message, '', { id: 'warning', color: 'list.warningForeground' }),
    ),
  ];
}

function row(
  id: string,
  label: string,
  description: string,
  icon: ClusterRow['icon'],
  more: Partial<Pick<ClusterRow, 'tooltip' | 'children' | 'expanded'>> = {},
): ClusterRow {
  return { id, label, description, icon, tooltip: '', children: [], expanded: false, ...more };
}

function listRow(
  id: string,
  label: string,
  icon: string,
  children: readonly ClusterRow[],
  color?: string,
): readonly ClusterRow[] {
  if (children.length === 0) return [];
  const shown = { id: icon, ...(color === undefined ? {} : { color }) };
  return [row(id, label, String(children.length), shown, { children, expanded: color !== undefined })];
}

function gpuRow({ total, free, holders }: ClusterSnapshot): ClusterRow {
  const description =
    total.gpu === 0
      ? l10n.t('none')
      : free === null
        ? l10n.t('{0} in all', numberText(total.gpu))
        : l10n.t('{0} of {1} used', numberText(total.gpu - free.gpu), numberText(total.gpu));
  const full = free !== null && total.gpu > 0 && free.gpu === 0;
  return row(
    // VS Code keeps a row without children collapsed when it gets some, unless it is another row.
    holders.length === 0 ? 'gpus of nobody' : 'gpus',
    l10n.t('GPUs'),
    description,
    { id: 'circuit-board', ...(full ? { color: 'list.warningForeground' } : {}) },
    {
      tooltip: l10n.t('GPUs that jobs have reserved, whether they compute or not.'),
      children: holders.map(holderRow),
      expanded: true,
    },
  );
}

function holderRow(holder: GpuHolder): ClusterRow {
  const actors = holder.actors.length;
  const description = actors === 0 ? gpuText(holder.gpus) : l10n.t('{0} · {1} actors', gpuText(holder.gpus), actors);
  const counts = new Map<string, number>();
  for (const { className } of holder.actors) counts.set(className, (counts.get(className) ?? 0) + 1);
  const classes = [...counts].map(([name, count]) => `${count} × ${name}`);
  const { submissionId, rayJobId } = holder;
  return row(
    `holder ${submissionId ?? rayJobId}`,
    holderName(holder),
    description,
    { id: 'play-circle' },
    {
      tooltip: [holderName(holder), description, ...classes].join('\n'),
    },
  );
}

function nodeRow(node: ClusterNode): ClusterRow {
  const name = node.report?.hostname ?? '';
  const label = name === '' ? node.name : name;
  if (!node.alive) {
    return row(
      `node ${node.id}`,
      label,
      l10n.t('dead'),
      { id: 'error', color: 'charts.red' },
      {
        tooltip: [label, node.id, node.stateMessage ?? ''].filter((text) => text !== '').join('\n'),
      },
    );
  }
  const parts = [usedText(node, 'GPU'), usedText(node, 'CPU'), memoryText(node)].filter((text) => text !== '');
  return row(
    `node ${node.id}`,
    label,
    parts.join(' · '),
    { id: node.head ? 'server-environment' : 'server' },
    {
      tooltip: nodeTooltip(node, label),
      children: node.gpus.map(reportedGpuRow),
    },
  );
}

/** `5/8 GPU`; nothing for a resource that the node does not have. */
function usedText({ total, free }: ClusterNode, name: 'GPU' | 'CPU'): string {
  const all = total[name] ?? 0;
  if (all === 0) return '';
  const rest = free?.[name];
  return rest === undefined ? `${numberText(all)} ${name}` : `${numberText(all - rest)}/${numberText(all)} ${name}`;
}

/** What programs use of the memory of the machine, which is not what jobs asked for. */
function memoryText({ report }: ClusterNode): string {
  const { memoryUsed = null, memoryTotal = null } = report ?? {};
  if (memoryUsed === null || memoryTotal === null) return '';
  return l10n.t('{0} of {1}', bytesText(memoryUsed), bytesText(memoryTotal));
}

function nodeTooltip(node: ClusterNode, label: string): string {
  const cpu = node.report?.cpuPercent;
  const lines = [
    node.head ? l10n.t('{0}, the head node', label) : label,
    l10n.t('Address: {0}', node.ip),
    l10n.t('Has: {0}', resourcesText(node.total)),
    node.free === null ? '' : l10n.t('Free: {0}', resourcesText(node.free)),
    cpu === null || cpu === undefined ? '' : l10n.t('CPU load: {0} %', Math.round(cpu)),
    (node.total['GPU'] ?? 0) > 0 && node.gpus.length === 0
      ? l10n.t('Its GPUs report nothing: the node has no driver for them, or they are only counted.')
      : '',
    l10n.t('Node {0}', node.id),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function reportedGpuRow(gpu: GpuReport): ClusterRow {
  const memory = l10n.t('{0} of {1}', bytesText(gpu.memoryUsed * 2 ** 20), bytesText(gpu.memoryTotal * 2 ** 20));
  const load = gpu.utilization === null ? '' : `${Math.round(gpu.utilization)} % · `;
  const busy = (gpu.utilization ?? 0) > 0;
  return row(
    `gpu ${gpu.index}`,
    l10n.t('GPU {0}', gpu.index),
    `${load}${memory}`,
    {
      id: 'circuit-board',
      ...(busy ? { color: 'charts.green' } : {}),
    },
    { tooltip: [gpu.name, l10n.t('{0} processes', gpu.processes.length)].join('\n') },
  );
}

function pendingRow({ kind, bundles, strategy, count }: PendingDemand, at: number): ClusterRow {
  const asked = bundles
    .map((bundle) =>
      bundle.count === 1 ? resourcesText(bundle.resources) : `${bundle.count} × (${resourcesText(bundle.resources)})`,
    )
    .join(' + ');
  const what = kind === 'placement-group' ? l10n.t('placement group') : l10n.t('task or actor');
  const description = [count === 1 ? what : `${count} × ${what}`, strategy].filter((text) => text !== '').join(' · ');
  return row(`pending ${at}`, asked === '' ? l10n.t('nothing') : asked, description, { id: 'clock' });
}

function groupRow(group: PlacementGroup, { jobs }: ClusterSnapshot): ClusterRow {
  const gpus = group.bundles.reduce((sum, { resources }) => sum + (resources['GPU'] ?? 0), 0);
  const cpus = group.bundles.reduce((sum, { resources }) => sum + (resources['CPU'] ?? 0), 0);
  // A group that waits holds nothing, so its job need not be among the holders.
  const job = jobs.find(({ rayJobId }) => rayJobId === group.rayJobId) ?? null;
  const size = [gpus > 0 ? gpuText(gpus) : '', cpus > 0 ? cpuText(cpus) : ''].filter((text) => text !== '').join(', ');
  const label = holderName({ job, submissionId: job?.submissionId ?? null, rayJobId: group.rayJobId });
  return row(
    `group ${group.id}`,
    size === '' ? l10n.t('empty') : size,
    `${stateText(group)} · ${label}`,
    groupIcon(group),
    {
      tooltip: [
        group.name,
        l10n.t('{0} bundles', group.bundles.length),
        group.schedulingState,
        l10n.t('Placement group {0}', group.id),
      ]
        .filter((text) => text !== '')
        .join('\n'),
    },
  );
}

function stateText({ state, schedulingState }: PlacementGroup): string {
  switch (state) {
    case 'pending':
      return schedulingState === 'INFEASIBLE' ? l10n.t('never fits') : l10n.t('pending');
    case 'created':
      return l10n.t('placed');
    case 'rescheduling':
      return l10n.t('placed anew');
    case 'removed':
      return l10n.t('removed');
    case 'unknown':
      return l10n.t('unknown state');
  }
}

function groupIcon({ state, schedulingState }: PlacementGroup): ClusterRow['icon'] {
  if (state !== 'pending') return { id: 'layers' };
  return schedulingState === 'INFEASIBLE'
    ? { id: 'warning', color: 'list.warningForeground' }
    : { id: 'clock', color: 'charts.yellow' };
}
