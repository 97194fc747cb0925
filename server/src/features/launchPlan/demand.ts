import { effectiveConfig } from '../../config/effective.ts';
import type { BoundLaunch } from '../../launch/bound.ts';
import { gpuDemand } from '../../plan/gpuDemand.ts';
import type { GpuDemand } from '../../plan/model.ts';

/** What a launch asks of a cluster, whichever way its conditions go; not known where that makes a difference. */
export function demandOf({ launch, ways, complete }: BoundLaunch): GpuDemand {
  const configs = ways.map(({ binding }) => effectiveConfig(launch.entryPoint ?? '', binding));
  const demands = configs.map((config) => gpuDemand(launch.entryPoint, config));
  const [first] = demands;
  if (first === undefined) return { kind: 'none' };
  const isSame = demands.every((demand) => JSON.stringify(demand) === JSON.stringify(first));
  if (isSame && (complete || first.kind === 'none')) return first;
  const unknown = demands.flatMap((demand) => (demand.kind === 'unknown' ? demand.flags : []));
  const [one, ...others] = configs;
  const differing = [...(one ?? [])].flatMap(([dest, entry]) => {
    const value = JSON.stringify(entry.known ? entry.value : null);
    return others.every((config) => {
      const other = config.get(dest);
      return value === JSON.stringify(other?.known === true ? other.value : null);
    })
      ? []
      : [`--${dest}`];
  });
  return { kind: 'unknown', flags: [...new Set([...unknown, ...differing])] };
}
