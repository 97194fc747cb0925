import type { BoundLaunch } from '../../launch/bound.ts';
import { mergeWays } from '../../launch/merge.ts';
import type { Analysis } from '../analysis.ts';
import type { LinesOf } from '../diagnostics.ts';
import { wrapperOf } from './command.ts';
import type { LaunchSummary } from './model.ts';

/** Flags that name the model of a run, the first that an entry point has. */
const MODEL_DESTS = ['actor.model_name_or_path', 'model.model_name_or_path', 'reward.model_name_or_path', 'model_path'];

/** The launches of a script, in the order of execution; those of files that it sources are among them. */
export function launchSummaries({ launches }: Pick<Analysis, 'launches'>, linesOf: LinesOf): LaunchSummary[] {
  return launches.map((bound) => summaryOf(bound, linesOf));
}

export function summaryOf(bound: BoundLaunch, linesOf: LinesOf): LaunchSummary {
  const { launch } = bound;
  const { uri, range } = launch.location;
  const lines = linesOf(uri)?.range(range);
  return {
    id: launch.id,
    entryPoint: launch.entryPoint,
    module: launch.module,
    model: modelOf(bound),
    uri,
    startLine: lines?.start.line ?? 0,
    endLine: lines?.end.line ?? 0,
    wrapper: wrapperOf(launch),
    loop: launch.via.flatMap(({ kind, value }) => (kind === 'loop' && value !== undefined ? [value] : [])),
    conditional: launch.conditional,
  };
}

function modelOf(bound: BoundLaunch): string | null {
  const { values } = mergeWays(bound);
  const dest = MODEL_DESTS.find((name) => values.has(name));
  const merged = dest === undefined ? undefined : values.get(dest);
  return merged?.kind === 'known' && typeof merged.value.value === 'string' ? merged.value.value : null;
}
