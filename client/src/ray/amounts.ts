import type { Resources } from './state.ts';

/** The sum, resource by resource. */
export function added(all: readonly Resources[]): Resources {
  const sum: Record<string, number> = {};
  for (const [name, amount] of all.flatMap((one) => Object.entries(one))) sum[name] = (sum[name] ?? 0) + amount;
  return sum;
}

/** The largest amount of each resource. */
export function largest(all: readonly Resources[]): Resources {
  const most: Record<string, number> = {};
  for (const [name, amount] of all.flatMap((one) => Object.entries(one)))
    most[name] = Math.max(most[name] ?? 0, amount);
  return most;
}

/** Without what is zero. */
export function positive(resources: Resources): Resources {
  return Object.fromEntries(Object.entries(resources).filter(([, amount]) => amount > 0));
}

/** Whether one node with these amounts has all that is asked for. */
export function fitsOne(asked: Resources, node: Resources): boolean {
  return Object.entries(asked).every(([name, amount]) => amount <= (node[name] ?? 0));
}
