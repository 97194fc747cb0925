import * as l10n from '@vscode/l10n';
import { healthText } from '../clusters/healthText.ts';
import type { Cluster, ClusterHealth } from '../clusters/model.ts';
import type { Job } from '../ray/model.ts';
import { jobItems } from './items.ts';
import type { JobItem } from './items.ts';
import type { ClusterJobs } from './jobsModel.ts';

/** A row of the jobs view that is a cluster. */
export interface ClusterNode {
  readonly kind: 'cluster';
  readonly cluster: Cluster;
}

/** A row that is a job; what commands of its menu get. */
export interface JobNode {
  readonly kind: 'job';
  readonly cluster: Cluster;
  readonly job: Job;
  readonly item: JobItem;
}

/** A row that says why there are no jobs below a cluster, with what to do about it. */
export interface MessageNode {
  readonly kind: 'message';
  readonly cluster: Cluster;
  readonly text: string;
  readonly tooltip: string;
  readonly icon: string;
  /** Command that a click runs, with the row; `undefined` where there is nothing to do. */
  readonly command: string | undefined;
}

export type JobsNode = ClusterNode | JobNode | MessageNode;

/**
 * Which text stands in place of the tree, with its buttons; the value of the context key `openrlhf.jobs.state`. `tree`: the
 * tree has rows.
 */
export type JobsViewState =
  | 'tree'
  | 'no-cluster'
  | 'untrusted'
  | 'unconfirmed'
  | 'unreachable'
  | 'unauthorised'
  | 'failing'
  | 'loading'
  | 'no-jobs';

/** The state of the whole view: with one cluster that has nothing to show, its text takes the place of the tree. */
export function viewState(
  clusters: readonly Cluster[],
  trusted: boolean,
  health: (cluster: Cluster) => ClusterHealth,
  jobs: (cluster: Cluster) => ClusterJobs,
): JobsViewState {
  if (!trusted) return 'untrusted';
  const [only, ...others] = clusters;
  if (!only) return 'no-cluster';
  return others.length > 0 ? 'tree' : clusterState(health(only), jobs(only));
}

/** The same for one cluster. */
export function clusterState(health: ClusterHealth, { jobs }: ClusterJobs): JobsViewState {
  switch (health.kind) {
    case 'untrusted-workspace':
      return 'untrusted';
    case 'unconfirmed':
      return 'unconfirmed';
    case 'failed':
      if (health.error.kind === 'token-missing' || health.error.kind === 'token-refused') return 'unauthorised';
      return health.error.kind === 'unreachable' || health.error.kind === 'timeout' || health.error.kind === 'not-ray'
        ? 'unreachable'
        : 'failing';
    case 'unasked':
    case 'healthy':
      if (!jobs) return 'loading';
      return jobs.length === 0 ? 'no-jobs' : 'tree';
  }
}

/** How many jobs are shown at first, and with each click on the row below them. */
export const JOBS_PER_PAGE = 200;

/** What is below a cluster: its newest jobs, or one row that says why there are none. @param limit most jobs that are shown */
export function clusterChildren(
  cluster: Cluster,
  health: ClusterHealth,
  known: ClusterJobs,
  now: number,
  limit = JOBS_PER_PAGE,
): readonly JobsNode[] {
  const state = clusterState(health, known);
  if (state === 'tree') {
    const items = jobItems(known.jobs ?? [], now, limit);
    const older = (known.jobs?.length ?? 0) - items.length;
    return [
      ...items.map((item): JobNode => ({ kind: 'job', cluster, job: item.job, item })),
      ...(older > 0 ? [olderNode(cluster, older)] : []),
    ];
  }
  return [messageNode(cluster, state, health)];
}

function olderNode(cluster: Cluster, count: number): MessageNode {
  const text = count === 1 ? l10n.t('1 older job…') : l10n.t('{0} older jobs…', count);
  const tooltip = l10n.t('Shows more of them');
  return { kind: 'message', cluster, text, tooltip, icon: 'ellipsis', command: 'openrlhf.showOlderJobs' };
}

function messageNode(cluster: Cluster, state: JobsViewState, health: ClusterHealth): MessageNode {
  const detail = health.kind === 'failed' ? health.error.message : healthText(health);
  const row = (text: string, icon: string, command?: string): MessageNode => {
    return { kind: 'message', cluster, text, tooltip: detail, icon, command };
  };
  switch (state) {
    case 'tree':
    case 'no-cluster':
    case 'no-jobs':
      return row(l10n.t('No jobs yet'), 'info');
    case 'loading':
      return row(l10n.t('Asking…'), 'loading~spin');
    case 'untrusted':
      return row(l10n.t('The workspace is not trusted'), 'shield', 'workbench.trust.manage');
    case 'unconfirmed':
      return row(l10n.t('From the workspace settings: confirm it'), 'question', 'openrlhf.confirmCluster');
    case 'unauthorised':
      return health.kind === 'failed' && health.error.kind === 'token-refused'
        ? row(l10n.t('The token is of another cluster: set its own'), 'key', 'openrlhf.setToken')
        : row(l10n.t('Needs a token: set it'), 'key', 'openrlhf.setToken');
    case 'unreachable':
    case 'failing':
      return row(detail, 'warning', 'openrlhf.refreshJobs');
  }
}
