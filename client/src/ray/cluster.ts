import { RayError } from './errors.ts';
import type { RayHttp } from './http.ts';
import { given, listJobs } from './jobs.ts';
import type { Cancellable } from './jobs.ts';
import type { Job } from './model.ts';
import { heldGpus } from './holders.ts';
import type { GpuHolder } from './holders.ts';
import { listActors, listNodes, listPlacementGroups } from './state.ts';
import type { PlacementGroup, RayActor, RayNode, Resources } from './state.ts';
import { clusterUsage, nodeReports } from './usage.ts';
import type { ClusterUsage, GpuReport, NodeReport, PendingDemand } from './usage.ts';

/** A node with what of it is free. */
export interface ClusterNode extends RayNode {
  /** Per resource of `total`; `null` where it is not known, and for a dead node. */
  readonly free: Resources | null;
  /** The GPUs as the driver of the node reports them; empty where there are only pretend ones. */
  readonly gpus: readonly GpuReport[];
  readonly report: NodeReport | null;
}

/** CPUs and GPUs of all nodes that are alive. */
export interface CpusAndGpus {
  readonly cpu: number;
  readonly gpu: number;
}

/** A cluster at one moment. Numbers of use are some seconds older than the rest. */
export interface ClusterSnapshot {
  /** Milliseconds since 1970. */
  readonly takenAt: number;
  /** The head first, then those alive, then dead ones. */
  readonly nodes: readonly ClusterNode[];
  readonly headNodeId: string | null;
  readonly total: CpusAndGpus;
  /** `null` where it is not known. */
  readonly free: CpusAndGpus | null;
  /** All but removed ones. */
  readonly placementGroups: readonly PlacementGroup[];
  /** All but dead ones. */
  readonly actors: readonly RayActor[];
  /** All that the cluster lists; empty where they could not be read. */
  readonly jobs: readonly Job[];
  /** Who has GPUs, those with the most first. */
  readonly holders: readonly GpuHolder[];
  /** What nothing in the cluster has met yet. */
  readonly pending: readonly PendingDemand[];
  /** What could not be read; the rest is right all the same. */
  readonly problems: readonly RayError[];
  /** False when a list was cut at 10,000 entries, or a part of it is missing. */
  readonly complete: boolean;
}

/** How a snapshot is taken. */
export interface SnapshotOptions extends Cancellable {
  /** The jobs where they are known already, else they are asked for. */
  readonly jobs?: readonly Job[];
}

/**
 * Looks at nodes, placement groups, actors and what is in use. What does not answer is missing in the result and named in
 * `problems`, but for the nodes.
 *
 * @throws RayError when the nodes cannot be listed
 */
export async function clusterSnapshot(http: RayHttp, options: SnapshotOptions = {}): Promise<ClusterSnapshot> {
  const signal = given(options.signal);
  const problems: RayError[] = [];
  const part = async <T>(reading: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await reading;
    } catch (error) {
      if (!(error instanceof RayError) || error.kind === 'cancelled') throw error;
      problems.push(error);
      return otherwise;
    }
  };
  const none = { items: [], complete: false };
  const [nodes, groups, actors, usage, reports, jobs] = await Promise.all([
    listNodes(http, signal),
    part(listPlacementGroups(http, { ...signal, filters: [{ key: 'state', value: 'REMOVED', not: true }] }), none),
    part(listActors(http, { ...signal, filters: [{ key: 'state', value: 'DEAD', not: true }] }), none),
    part<ClusterUsage | null>(clusterUsage(http, signal), null),
    part<ReadonlyMap<string, NodeReport>>(nodeReports(http, signal), new Map()),
    options.jobs ?? part<readonly Job[]>(listJobs(http, signal), []),
  ]);
  const seen = nodes.items.map((node): ClusterNode => {
    const report = node.alive ? (reports.get(node.id) ?? null) : null;
    return { ...node, free: usage === null ? null : freeOf(node, usage), report, gpus: report?.gpus ?? [] };
  });
  const alive = seen.filter((node) => node.alive);
  return {
    takenAt: Date.now(),
    nodes: seen.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1)),
    headNodeId: alive.find((node) => node.head)?.id ?? null,
    total: summed(alive.map((node) => node.total)),
    free: freeTotal(alive),
    placementGroups: groups.items,
    actors: actors.items,
    jobs,
    holders: heldGpus({ groups: groups.items, actors: actors.items, jobs }),
    pending: usage?.pending ?? [],
    problems,
    complete: nodes.complete && groups.complete && actors.complete && problems.length === 0,
  };
}

/** What of a node is free; a resource that the report does not name is not in use. */
function freeOf(node: RayNode, usage: ClusterUsage): Resources | null {
  if (!node.alive || usage.used(node.id, 'CPU') === undefined) return null;
  return Object.fromEntries(
    Object.entries(node.total).map(([name, total]) => [name, Math.max(0, total - (usage.used(node.id, name) ?? 0))]),
  );
}

function freeTotal(alive: readonly ClusterNode[]): CpusAndGpus | null {
  const free = alive.map((node) => node.free).filter((one) => one !== null);
  return alive.length > 0 && free.length === alive.length ? summed(free) : null;
}

function summed(all: readonly Resources[]): CpusAndGpus {
  const sum = (name: string) => round(all.reduce((total, one) => total + (one[name] ?? 0), 0));
  return { cpu: sum('CPU'), gpu: sum('GPU') };
}

/** Ray counts in ten thousandths (`FixedPoint`). */
function round(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}

function rank(node: RayNode): number {
  return node.head && node.alive ? 0 : node.alive ? 1 : 2;
}
