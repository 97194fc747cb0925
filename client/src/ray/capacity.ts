import type { ClusterSnapshot } from './cluster.ts';
import type { RayNode, Resources } from './state.ts';

/** What a launch of OpenRLHF asks of a cluster. */
export interface LaunchDemand {
  /** GPUs of all its placement groups and actors together; each comes with one CPU on the same node. */
  readonly gpus: number;
  /** CPUs beside those, on any node: the trainer is an actor of one CPU. */
  readonly furtherCpus: number;
}

/** GPUs that nobody has reserved; `null` where that is not known. */
export function freeGpus({ free }: Pick<ClusterSnapshot, 'free'>): number | null {
  return free === null ? null : free.gpu;
}

/** How many bundles of one GPU and one CPU (`cli/train_ppo_ray.py` 0.10.2 to 0.11.2) fit on nodes with these amounts. */
export function slots(nodes: readonly Resources[]): number {
  return nodes.reduce((sum, node) => sum + Math.floor(Math.min(node['GPU'] ?? 0, node['CPU'] ?? 0)), 0);
}

/** Whether nodes with these amounts can hold all of a launch at once: bundles of one GPU and one CPU, and the further CPUs. */
export function fits({ gpus, furtherCpus }: LaunchDemand, nodes: readonly Resources[]): boolean {
  const cpus = nodes.reduce((sum, node) => sum + Math.floor(node['CPU'] ?? 0), 0);
  return gpus <= slots(nodes) && gpus + furtherCpus <= cpus;
}

/** Amounts of the nodes that are alive: all that they have. */
export function totals(nodes: readonly RayNode[]): readonly Resources[] {
  return nodes.filter(({ alive }) => alive).map(({ total }) => total);
}
