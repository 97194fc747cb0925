import * as l10n from '@vscode/l10n';
import type { GpuDemand } from '../../../server/src/lsp/protocol.ts';
import type { CheckItem, ClusterAnswer, ClusterFacts, PreflightFacts } from './preflight.ts';
import { slots } from '../ray/capacity.ts';

/** What a launch asks of the cluster, against what the cluster has. */
export function clusterItems({ cluster, demand, driver }: PreflightFacts): CheckItem[] {
  const { answer, name } = cluster;
  if (answer.kind === 'failed') return [failureItem(name, answer.error), ...demandFailure(demand)];
  const { facts } = answer;
  const python = facts.pythonVersion === null ? '' : l10n.t(', Python {0}', facts.pythonVersion);
  return [
    {
      status: 'ok',
      text: l10n.t('{0} answers', name),
      detail: l10n.t('Ray {0}{1}', facts.rayVersion, python),
      fix: { kind: 'chooseCluster' },
    },
    ...gpuItems(demand, facts, driver),
    ...driverItems(facts, driver),
  ];
}

function failureItem(name: string, error: Extract<ClusterAnswer, { kind: 'failed' }>['error']): CheckItem {
  const detail = error.message;
  switch (error.kind) {
    case 'token-missing':
      return { status: 'fail', text: l10n.t('{0} wants a token', name), detail, fix: { kind: 'setToken' } };
    case 'token-refused':
      return { status: 'fail', text: l10n.t('{0} refuses the token', name), detail, fix: { kind: 'setToken' } };
    case 'not-ray':
      return {
        status: 'fail',
        text: l10n.t('{0} is not a Ray dashboard', name),
        detail,
        fix: { kind: 'chooseCluster' },
      };
    case 'unreachable':
    case 'blocked':
    case 'not-found':
    case 'duplicate-id':
    case 'too-large':
    case 'refused':
    case 'timeout':
    case 'server':
    case 'bad-answer':
    case 'cancelled':
      return { status: 'fail', text: l10n.t('{0} does not answer', name), detail, fix: { kind: 'retry' } };
  }
}

function demandFailure(demand: GpuDemand): CheckItem[] {
  if (demand.kind !== 'fails') return [];
  return [
    {
      status: 'fail',
      text: l10n.t('Sizes do not fit: {0}', demand.failure.what),
      detail: l10n.t('OpenRLHF gives up with {0} before the training begins.', demand.failure.exception),
    },
  ];
}

function gpuItems(demand: GpuDemand, facts: ClusterFacts, driver: PreflightFacts['driver']): CheckItem[] {
  switch (demand.kind) {
    case 'fails':
      return demandFailure(demand);
    case 'unknown':
      return [
        {
          status: 'unknown',
          text: l10n.t('How many GPUs it needs is not known'),
          detail: l10n.t('It hangs on {0}. The cluster has {1}.', demand.flags.join(', '), totals(facts).gpus),
        },
      ];
    case 'none':
      return [];
    case 'known':
      return knownDemand(demand, facts, driver.entrypointNumGpus ?? 0);
  }
}

function knownDemand(
  demand: Extract<GpuDemand, { kind: 'known' }>,
  facts: ClusterFacts,
  driverGpus: number,
): CheckItem[] {
  const { gpus, cpus } = totals(facts);
  const needed = demand.gpus + driverGpus;
  const parts = demand.requests.map(({ owner, gpus: count }) => `${owner} ${count}`).join(', ');
  if (needed > gpus) {
    return [
      {
        status: 'impossible',
        text: l10n.t('Needs {0} GPUs, the cluster has {1}', needed, gpus),
        detail: l10n.t('It would wait for ever. Asked for: {0}.', parts),
      },
    ];
  }
  // Every GPU of a placement group comes in a bundle with one CPU, on one node (`{"GPU": 1, "CPU": 1}`).
  const pairs = slots(facts.nodes.map((node) => ({ GPU: node.gpus, CPU: node.cpus })));
  if (demand.gpus > pairs || demand.cpus > cpus) {
    return [
      {
        status: 'impossible',
        text: l10n.t('Needs {0} CPUs beside its GPUs, the cluster has {1}', demand.cpus, cpus),
        detail: l10n.t(
          'Each GPU is asked for together with a CPU of its node, and the trainer needs one more. It would wait for ever.',
        ),
      },
    ];
  }
  const { free } = facts;
  if (free === null) {
    return [{ status: 'ok', text: l10n.t('Needs {0} GPUs, the cluster has {1}', needed, gpus), detail: parts }];
  }
  if (needed > free.gpus) {
    const holders = facts.holders.map(({ name, gpus: count }) => `${name} (${count})`).join(', ');
    return [
      {
        status: 'warn',
        text: l10n.t('Will wait: needs {0} GPUs, {1} of {2} are free', needed, free.gpus, gpus),
        ...(holders === '' ? {} : { detail: l10n.t('In use by {0}.', holders) }),
      },
    ];
  }
  if (demand.cpus > free.cpus) {
    return [
      {
        status: 'warn',
        text: l10n.t('Will wait: needs {0} CPUs, {1} of {2} are free', demand.cpus, free.cpus, cpus),
        detail: l10n.t('Its {0} GPUs are free.', needed),
      },
    ];
  }
  return [
    {
      status: 'ok',
      text: l10n.t('Needs {0} GPUs, {1} of {2} are free', needed, free.gpus, gpus),
      detail: l10n.t('{0}; {1} CPUs, {2} of {3} are free', parts, demand.cpus, free.cpus, cpus),
    },
  ];
}

/** The driver is one process, so one node has to have what it asks for. */
function driverItems(facts: ClusterFacts, driver: PreflightFacts['driver']): CheckItem[] {
  const { entrypointNumGpus: gpus = 0, entrypointNumCpus: cpus = 0 } = driver;
  if (gpus === 0 && cpus === 0) return [];
  const what = l10n.t('{0} GPUs and {1} CPUs', gpus, cpus);
  if (!facts.nodes.some((node) => node.gpus >= gpus && node.cpus >= cpus)) {
    return [
      {
        status: 'impossible',
        text: l10n.t('No node has what the driver asks for: {0}', what),
        detail: l10n.t(
          'See --entrypoint-num-gpus and --entrypoint-num-cpus of ray job submit. The job would never start.',
        ),
      },
    ];
  }
  return gpus > 0
    ? [
        {
          status: 'warn',
          text: l10n.t('The driver takes {0} for itself', what),
          detail: l10n.t('The driver of OpenRLHF needs no GPU: its workers ask for their own.'),
        },
      ]
    : [];
}

function totals({ nodes }: ClusterFacts): { gpus: number; cpus: number } {
  return {
    gpus: nodes.reduce((sum, node) => sum + node.gpus, 0),
    cpus: nodes.reduce((sum, node) => sum + node.cpus, 0),
  };
}
