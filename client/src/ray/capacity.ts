import type { RayNode, Resources } from './state.ts';

/** How many bundles of one GPU and one CPU (`cli/train_ppo_ray.py` 0.10.2 to 0.11.2) fit on nodes with these amounts. */
export function slots(nodes: readonly Resources[]): number {
  return nodes.reduce((sum, node) => sum + Math.floor(Math.min(node['GPU'] ?? 0, node['CPU'] ?? 0)), 0);
}

/** Amounts of the nodes that are alive: all that they have. */
export function totals(nodes: readonly RayNode[]): readonly Resources[] {
  return nodes.filter(({ alive }) => alive).map(({ total }) => total);
}
