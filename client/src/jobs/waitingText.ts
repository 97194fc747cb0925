import * as l10n from '@vscode/l10n';
import type { Job } from '../ray/model.ts';
import type { Resources } from '../ray/state.ts';
import type { Capacity, WaitingReason } from '../ray/waiting.ts';
import { gpuText, resourcesText } from './amounts.ts';
import { labelOf } from './items.ts';
import { durationText } from './times.ts';
import type { Waiting } from './waiting.ts';
import { factsOf, nextSteps } from './waitingFacts.ts';

/** Milliseconds for which a job without a driver is only slow. */
const USUAL_START = 60_000;

/** A reason in words; `null` where nothing is waited for. */
export function waitingText(reason: WaitingReason, job: Job): Waiting | null {
  if (reason.kind === 'not-waiting') return null;
  return {
    short: shortText(reason),
    text: sentence(reason, labelOf(job)),
    facts: factsOf(reason),
    steps: nextSteps(reason, job),
    neverFits: reason.neverFits,
  };
}

/** What stands behind “it” in a message, and in a row. */
function shortText(reason: Exclude<WaitingReason, { kind: 'not-waiting' }>): string {
  switch (reason.kind) {
    case 'no-driver':
      return reason.milliseconds < USUAL_START ? l10n.t('is being started') : l10n.t('was never started');
    case 'runtime-env':
      return l10n.t('prepares its environment');
    case 'node-dead':
      return l10n.t('lost its node');
    case 'entrypoint':
      return Object.keys(reason.labelSelector).length > 0 && reason.neverFits
        ? l10n.t('waits for a node with its labels')
        : waitsFor(reason.asked, reason.capacity, reason.neverFits);
    case 'placement-group':
    case 'actors':
      return waitsFor(reason.asked, reason.capacity, reason.neverFits);
  }
}

function waitsFor(asked: Resources, capacity: Capacity, neverFits: boolean): string {
  const gpus = asked['GPU'] ?? 0;
  if (gpus === 0) return l10n.t('waits for {0}', resourcesText(asked));
  const total = capacity.total['GPU'] ?? 0;
  if (neverFits) {
    return gpus > total
      ? l10n.t('waits for {0}, the cluster has {1}', gpuText(gpus), total)
      : l10n.t('waits for {0} that never fit', gpuText(gpus));
  }
  return capacity.free === null
    ? l10n.t('waits for {0}', gpuText(gpus))
    : l10n.t('waits for {0}, {1} free', gpuText(gpus), capacity.free.gpu);
}

function sentence(reason: Exclude<WaitingReason, { kind: 'not-waiting' }>, label: string): string {
  switch (reason.kind) {
    case 'no-driver':
      return reason.milliseconds < USUAL_START
        ? l10n.t('Ray is starting {0}.', label)
        : l10n.t('Ray has noted {0} for {1}, but nothing starts it.', label, durationText(reason.milliseconds));
    case 'runtime-env':
      return reason.keys.length === 0
        ? l10n.t('Ray starts a process for {0}.', label)
        : l10n.t('Ray prepares the environment of {0}: {1}.', label, reason.keys.join(', '));
    case 'node-dead':
      return l10n.t('The node on which {0} ran is gone. Ray still calls it running.', label);
    case 'entrypoint':
      return reason.neverFits
        ? l10n.t('No node can ever give what {0} asks for its driver: {1}.', label, resourcesText(reason.asked))
        : l10n.t('No node has free now what {0} asks for its driver: {1}.', label, resourcesText(reason.asked));
    case 'placement-group':
      return groupSentence(reason, label);
    case 'actors':
      return reason.neverFits
        ? l10n.t(
            '{0} waits for actors that need {1}, more than the cluster can give.',
            label,
            resourcesText(reason.asked),
          )
        : l10n.t('{0} waits for a place for actors that need {1}.', label, resourcesText(reason.asked));
  }
}

function groupSentence(reason: Extract<WaitingReason, { kind: 'placement-group' }>, label: string): string {
  const asked = resourcesText(reason.asked);
  switch (reason.why) {
    case 'bundle-too-large':
      return l10n.t(
        '{0} asks for {1} on one node, and no node has that much.',
        label,
        resourcesText(reason.largestBundle),
      );
    case 'too-few-nodes':
      return l10n.t(
        '{0} wants {1} bundles on as many nodes, and the cluster has {2}.',
        label,
        reason.bundles,
        reason.capacity.nodes,
      );
    case 'too-much':
      return reason.ownHeld.gpu > 0
        ? l10n.t(
            '{0} has {1} and asks for {2} more, which together the cluster does not have.',
            label,
            gpuText(reason.ownHeld.gpu),
            asked,
          )
        : l10n.t('{0} asks for {1}, more than the cluster has.', label, asked);
    case 'infeasible':
      return l10n.t('{0} asks for {1} in a way that no node can give.', label, asked);
    case 'busy':
      return l10n.t('{0} waits for {1}, which other jobs have now.', label, asked);
    case 'under-way':
      return l10n.t('Ray is finding a place for {0}: {1}.', label, asked);
  }
}
