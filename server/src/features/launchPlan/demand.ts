import { effectiveConfig } from '../../config/effective.ts';
import type { BoundLaunch } from '../../launch/bound.ts';
import { gpuDemand, PLACEMENT_DESTS } from '../../plan/gpuDemand.ts';
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
  const differing = PLACEMENT_DESTS.filter((dest) => {
    const values = configs.map((config) => {
      const entry = config.get(dest);
      return JSON.stringify(entry?.known === true ? entry.value : null);
    });
    return new Set(values).size > 1;
  }).map((dest) => `--${dest}`);
  return { kind: 'unknown', flags: [...new Set([...unknown, ...differing])] };
}
