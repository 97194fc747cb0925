import type { EntryPointSpec } from '../catalogue/schema.ts';
import type { Way } from '../text/items.ts';
import { argumentParser, bindWith, type ArgumentParser } from './bind.ts';
import type { Binding } from './binding.ts';
import type { Launch } from './model.ts';
import { waysThrough } from './ways.ts';

/** One way through a launch with what argparse makes of it. */
export interface BoundWay {
  readonly way: Way;
  readonly binding: Binding;
}

/** A launch with what argparse makes of every way through its branches. */
export interface BoundLaunch {
  readonly launch: Launch;
  /** `null` for a module that is no entry point of the release; then there are no ways. */
  readonly spec: EntryPointSpec | null;
  readonly ways: readonly BoundWay[];
  /** False where there are too many ways to look at each; see `waysThrough`. */
  readonly complete: boolean;
}

/**
 * Binds a launch to the flags of its entry point.
 * @param parserOf gives the parser of an entry point, made once for many launches
 */
export function boundLaunch(
  launch: Launch,
  spec: EntryPointSpec | null | undefined,
  limit?: number,
  parserOf: (spec: EntryPointSpec) => ArgumentParser = argumentParser,
): BoundLaunch {
  if (spec === null || spec === undefined) return { launch, spec: null, ways: [], complete: true };
  const { ways, complete } = waysThrough(launch.argv, limit);
  const parser = parserOf(spec);
  return { launch, spec, ways: ways.map((way) => ({ way, binding: bindWith(parser, way.words) })), complete };
}
