import * as l10n from '@vscode/l10n';
import type { GpuHolder } from '../ray/holders.ts';
import type { Job } from '../ray/model.ts';
import type { Capacity, WaitingReason } from '../ray/waiting.ts';
import { cpuText, gpuText, resourcesText } from './amounts.ts';
import { labelOf } from './items.ts';

/** The numbers behind a reason, one line each. */
export function factsOf(reason: WaitingReason): readonly string[] {
  switch (reason.kind) {
    case 'not-waiting':
    case 'no-driver':
    case 'runtime-env':
      return [];
    case 'node-dead':
      return [l10n.t('Node {0} is dead.', reason.nodeId), ...(reason.message === null ? [] : [reason.message])];
    case 'entrypoint':
      return [
        l10n.t('Asked for the driver: {0}', resourcesText(reason.asked)),
        ...Object.entries(reason.labelSelector).map(([name, value]) =>
          l10n.t('Label asked for: {0} = {1}', name, value),
        ),
        ...capacityFacts(reason.capacity),
        ...reason.holders.map(holderText),
      ];
    case 'placement-group':
      return [
        l10n.t(
          'Asked for: {0}, in {1} bundles of at most {2}',
          resourcesText(reason.asked),
          reason.bundles,
          resourcesText(reason.largestBundle),
        ),
        ...(reason.strategy === '' ? [] : [l10n.t('Strategy: {0}', reason.strategy)]),
        ...(reason.attempts > 0 ? [l10n.t('Ray has tried {0} times.', reason.attempts)] : []),
        ...ownFacts(reason.ownHeld),
        ...capacityFacts(reason.capacity),
        ...reason.holders.map(holderText),
      ];
    case 'actors':
      return [
        ...reason.pending.map(({ className, asked, count }) =>
          l10n.t('{0} × {1}, each {2}', count, className, resourcesText(asked)),
        ),
        ...ownFacts(reason.ownHeld),
        ...capacityFacts(reason.capacity),
        ...reason.holders.map(holderText),
      ];
  }
}

/** `train_ppo_ray · Qwen3-8B has 4 GPUs`. */
export function holderText(holder: GpuHolder): string {
  return l10n.t('{0} has {1}.', holderName(holder), gpuText(holder.gpus));
}

/** Whose the GPUs are, for a person. */
export function holderName({
  job,
  submissionId,
  rayJobId,
}: Pick<GpuHolder, 'job' | 'submissionId' | 'rayJobId'>): string {
  if (!job) return submissionId ?? l10n.t('Ray job {0}', rayJobId);
  return submissionId === null ? labelOf(job) : `${labelOf(job)} (${submissionId})`;
}

function ownFacts({ gpu, cpu }: { readonly gpu: number; readonly cpu: number }): readonly string[] {
  return gpu === 0 && cpu === 0 ? [] : [l10n.t('The job itself has {0} and {1} already.', gpuText(gpu), cpuText(cpu))];
}

function capacityFacts({ total, largestNode, free, nodes, deadNodes }: Capacity): readonly string[] {
  const gpus = total['GPU'] ?? 0;
  const cpus = total['CPU'] ?? 0;
  return [
    free === null
      ? l10n.t('The cluster has {0} and {1}.', gpuText(gpus), cpuText(cpus))
      : l10n.t('The cluster has {0}, {1} free, and {2}, {3} free.', gpuText(gpus), free.gpu, cpuText(cpus), free.cpu),
    nodes === 1
      ? l10n.t('It is one node.')
      : l10n.t(
          'It is {0} nodes; the largest has {1} and {2}.',
          nodes,
          gpuText(largestNode['GPU'] ?? 0),
          cpuText(largestNode['CPU'] ?? 0),
        ),
    ...(deadNodes > 0 ? [l10n.t('Dead nodes: {0}', deadNodes)] : []),
  ];
}

/** What a person can do about a reason. */
export function nextSteps(reason: WaitingReason, { status }: Job): readonly string[] {
  switch (reason.kind) {
    case 'not-waiting':
      return [];
    case 'no-driver':
      return [l10n.t('If it stays so for minutes, its submission was cut off: launch it again under a new id.')];
    case 'runtime-env':
      return [l10n.t('Installing packages can take minutes. The log of the job says when it goes on, or why not.')];
    case 'node-dead':
      return [l10n.t('Stop the job, and launch it again.')];
    case 'entrypoint':
      return [
        l10n.t(
          'OpenRLHF needs no GPU for its driver: leave out --entrypoint-num-gpus and the like, and launch it again.',
        ),
        ...(status === 'pending' ? [l10n.t('Ray cannot stop a job that has not started.')] : []),
      ];
    case 'placement-group':
    case 'actors':
      return reason.neverFits
        ? [
            l10n.t('Stop the job: it would wait for ever.'),
            l10n.t(
              'Ask for fewer GPUs (--actor.num_gpus_per_node, --vllm.num_engines, …), share them (--train.colocate_all), or add nodes.',
            ),
          ]
        : [l10n.t('It goes on when the GPUs become free. Stop one of the jobs that have them, or ask for fewer.')];
  }
}
