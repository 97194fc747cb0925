import { added, fitsOne, largest, positive } from './amounts.ts';
import { slots, totals } from './capacity.ts';
import { clusterSnapshot } from './cluster.ts';
import type { ClusterNode, ClusterSnapshot, CpusAndGpus } from './cluster.ts';
import { driverActorPrefix, reservations } from './holders.ts';
import type { GpuHolder } from './holders.ts';
import type { RayHttp } from './http.ts';
import { given } from './jobs.ts';
import type { Cancellable } from './jobs.ts';
import { matches, withoutNodeId } from './labels.ts';
import { isTerminal } from './model.ts';
import type { Job } from './model.ts';
import type { PlacementGroup, RayActor, Resources } from './state.ts';
import type { Capacity, GroupProblem, WaitingReason } from './waitingReason.ts';

export type { Capacity, GroupProblem, WaitingReason } from './waitingReason.ts';

/** What `whyWaiting` may be told so that it need not ask. */
export interface WaitingOptions extends Cancellable {
  readonly snapshot?: ClusterSnapshot;
  readonly jobs?: readonly Job[];
}

/**
 * Finds out what a job waits for (`RAY.md`, section 4, for Ray 2.48 to 2.60): one look at the cluster, and no more requests with a
 * snapshot given.
 *
 * @throws RayError when the cluster cannot be asked
 */
export async function whyWaiting(http: RayHttp, job: Job, options: WaitingOptions = {}): Promise<WaitingReason> {
  if (isTerminal(job.status)) return { kind: 'not-waiting', neverFits: false };
  const jobs = options.jobs === undefined ? {} : { jobs: options.jobs };
  const snapshot = options.snapshot ?? (await clusterSnapshot(http, { ...given(options.signal), ...jobs }));
  return reasonIn(snapshot, job, options.jobs ?? [job]);
}

/** The same from a snapshot alone. */
export function reasonIn(snapshot: ClusterSnapshot, job: Job, jobs: readonly Job[] = [job]): WaitingReason {
  if (isTerminal(job.status)) return { kind: 'not-waiting', neverFits: false };
  if (job.status === 'pending' && job.driverNodeId === null) return pendingReason(snapshot, job);
  const node = snapshot.nodes.find(({ id }) => id === job.driverNodeId);
  if (node?.alive === false) {
    return { kind: 'node-dead', neverFits: false, nodeId: node.id, message: node.stateMessage };
  }
  if (job.rayJobId === null) return { kind: 'not-waiting', neverFits: false };
  const own = reservations({ groups: snapshot.placementGroups, actors: snapshot.actors, jobs }).filter(
    (holder) =>
      holder.rayJobId === job.rayJobId || (job.submissionId !== null && holder.submissionId === job.submissionId),
  );
  const ownHeld = {
    cpu: own.reduce((sum, { cpus }) => sum + cpus, 0),
    gpu: own.reduce((sum, { gpus }) => sum + gpus, 0),
  };
  const ofJob = <T extends { readonly rayJobId: string }>(all: readonly T[]) =>
    all.filter(({ rayJobId }) => rayJobId === job.rayJobId);
  const groups = ofJob(snapshot.placementGroups).filter(({ state }) => state === 'pending' || state === 'rescheduling');
  const [group] = groups.toSorted((a, b) => severity(b) - severity(a));
  if (group) return groupReason(snapshot, job, group, ownHeld);
  const actors = ofJob(snapshot.actors).filter(
    ({ state, required, placementGroupId }) =>
      (state === 'pending' || state === 'restarting') && placementGroupId === null && Object.keys(required).length > 0,
  );
  // An actor for which there is room is being started.
  const stuck = actors.filter(({ required }) => !hasRoom(snapshot, required));
  if (stuck.length > 0) return actorsReason(snapshot, job, stuck, ownHeld);
  return { kind: 'not-waiting', neverFits: false };
}

function pendingReason(snapshot: ClusterSnapshot, job: Job): WaitingReason {
  const actor = snapshot.actors.find(({ name }) => name === `${driverActorPrefix}${job.submissionId ?? job.key}`);
  if (!actor || actor.state === 'dead') {
    const milliseconds = job.startTime === null ? 0 : Math.max(0, snapshot.takenAt - job.startTime);
    return { kind: 'no-driver', neverFits: false, milliseconds };
  }
  const asked = positive(actor.required);
  const labelSelector = withoutNodeId(actor.labelSelector);
  const waits = actor.state === 'pending' || actor.state === 'restarting';
  const candidates = alive(snapshot).filter(({ labels }) => matches(labelSelector, labels));
  const noNode = !candidates.some(({ total }) => fitsOne(asked, total));
  const noRoom = Object.keys(asked).length > 0 && !candidates.some(({ free }) => free === null || fitsOne(asked, free));
  if (waits && (noNode || noRoom)) {
    return {
      kind: 'entrypoint',
      neverFits: noNode,
      asked,
      labelSelector,
      capacity: capacityOf(snapshot, asked),
      holders: othersThan(snapshot, job),
    };
  }
  return { kind: 'runtime-env', neverFits: false, keys: Object.keys(job.runtimeEnv) };
}

function groupReason(snapshot: ClusterSnapshot, job: Job, group: PlacementGroup, ownHeld: CpusAndGpus): WaitingReason {
  const bundles = group.bundles.map(({ resources }) => resources);
  const asked = added(bundles);
  const strategy = strategyOf(snapshot, bundles);
  const why = problemOf(snapshot, group, { asked, strategy, ownHeld });
  return {
    kind: 'placement-group',
    neverFits: why !== 'busy' && why !== 'under-way',
    why,
    asked,
    largestBundle: largest(bundles),
    bundles: bundles.length,
    strategy,
    attempts: group.attempts,
    ownHeld,
    capacity: capacityOf(snapshot, asked),
    holders: othersThan(snapshot, job),
  };
}

function problemOf(
  snapshot: ClusterSnapshot,
  group: PlacementGroup,
  { asked, strategy, ownHeld }: { asked: Resources; strategy: string; ownHeld: CpusAndGpus },
): GroupProblem {
  const nodes = totals(snapshot.nodes);
  const waiting = group.bundles.filter(({ nodeId }) => nodeId === null).map(({ resources }) => resources);
  // Ray 2.48 calls a group that can never be placed NO_RESOURCES after a while, so the numbers count first.
  const wholes = strategy === 'STRICT_PACK' ? [asked] : waiting;
  if (wholes.some((bundle) => !nodes.some((node) => fitsOne(bundle, node)))) return 'bundle-too-large';
  if (strategy === 'STRICT_SPREAD' && group.bundles.length > nodes.length) return 'too-few-nodes';
  if (!fitsOne(asked, added(nodes))) return 'too-much';
  if (group.schedulingState === 'INFEASIBLE') return 'infeasible';
  if (group.state === 'rescheduling') return 'under-way';
  // What the job holds itself it does not give back while it waits for more.
  const withOwn = {
    ...asked,
    CPU: (asked['CPU'] ?? 0) + ownHeld.cpu,
    GPU: (asked['GPU'] ?? 0) + ownHeld.gpu,
  };
  if (!fitsOne(withOwn, added(nodes)) || needsMoreSlots(group, ownHeld.gpu, slots(nodes))) return 'too-much';
  return group.schedulingState === 'NO_RESOURCES' ? 'busy' : 'under-way';
}

/** OpenRLHF's groups want a CPU beside each GPU, which a node with few CPUs cannot give. */
function needsMoreSlots({ bundles }: PlacementGroup, ownGpus: number, has: number): boolean {
  const pairs = bundles.every(({ resources }) => resources['GPU'] === 1 && resources['CPU'] === 1);
  return pairs && bundles.length + ownGpus > has;
}

function actorsReason(
  snapshot: ClusterSnapshot,
  job: Job,
  stuck: readonly RayActor[],
  ownHeld: CpusAndGpus,
): WaitingReason {
  const nodes = totals(snapshot.nodes);
  const asked = added(stuck.map(({ required }) => required));
  const withOwn = { ...asked, CPU: (asked['CPU'] ?? 0) + ownHeld.cpu, GPU: (asked['GPU'] ?? 0) + ownHeld.gpu };
  const tooLarge = stuck.some(({ required }) => !nodes.some((node) => fitsOne(required, node)));
  const byKind = new Map<string, { className: string; asked: Resources; count: number }>();
  for (const { className, required } of stuck) {
    const key = JSON.stringify([className, Object.entries(required).sort()]);
    const known = byKind.get(key);
    if (known) known.count += 1;
    else byKind.set(key, { className, asked: required, count: 1 });
  }
  return {
    kind: 'actors',
    neverFits: tooLarge || !fitsOne(withOwn, added(nodes)),
    pending: [...byKind.values()].toSorted((a, b) => b.count - a.count),
    asked,
    ownHeld,
    capacity: capacityOf(snapshot, asked),
    holders: othersThan(snapshot, job),
  };
}

/** Ray tells the strategy of a group only in its report of demands, where a group has no id: one of the same bundles is taken. */
function strategyOf({ pending }: ClusterSnapshot, bundles: readonly Resources[]): string {
  const alike = pending.filter(
    (demand) =>
      demand.kind === 'placement-group' &&
      demand.bundles.reduce((sum, { count }) => sum + count, 0) === bundles.length &&
      sameAmounts(
        added(demand.bundles.flatMap(({ resources, count }) => Array<Resources>(count).fill(resources))),
        added(bundles),
      ),
  );
  const strategies = new Set(alike.map(({ strategy }) => strategy));
  const [only = ''] = strategies;
  return strategies.size === 1 ? only : '';
}

function sameAmounts(one: Resources, other: Resources): boolean {
  return ['CPU', 'GPU'].every((name) => (one[name] ?? 0) === (other[name] ?? 0));
}

/** Infeasible groups before those that wait, those before ones that are being placed. */
function severity({ schedulingState, state }: PlacementGroup): number {
  if (schedulingState === 'INFEASIBLE') return 3;
  if (schedulingState === 'NO_RESOURCES') return 2;
  return state === 'pending' ? 1 : 0;
}

function hasRoom(snapshot: ClusterSnapshot, asked: Resources): boolean {
  return alive(snapshot).some(({ free, total }) => fitsOne(asked, free ?? total));
}

/** All others that have GPUs. */
function othersThan({ holders }: ClusterSnapshot, job: Job): readonly GpuHolder[] {
  return holders.filter(
    ({ rayJobId, submissionId }) =>
      (job.rayJobId === null || rayJobId !== job.rayJobId) &&
      (job.submissionId === null || submissionId !== job.submissionId),
  );
}

function capacityOf(snapshot: ClusterSnapshot, asked: Resources): Capacity {
  const nodes = alive(snapshot);
  const names = Object.keys(asked);
  const share = ({ total }: ClusterNode) =>
    names.reduce((sum, name) => sum + Math.min(1, (total[name] ?? 0) / (asked[name] ?? 1)), 0);
  const [best] = nodes.toSorted((a, b) => share(b) - share(a) || (b.total['GPU'] ?? 0) - (a.total['GPU'] ?? 0));
  return {
    total: added(nodes.map(({ total }) => total)),
    largestNode: best?.total ?? {},
    free: snapshot.free,
    nodes: nodes.length,
    deadNodes: snapshot.nodes.length - nodes.length,
  };
}

function alive({ nodes }: ClusterSnapshot): readonly ClusterNode[] {
  return nodes.filter((node) => node.alive);
}
