import { stateRelease } from './comment.ts';
import type { RuleContext, View } from './context.ts';
import { fix, say } from './finding.ts';
import type { Fix } from './model.ts';
import type { UnknownFlag, Verdict } from './unknownFlag.ts';

/** Bundled releases other than the one judged by, oldest first, whose entry point has the option. */
export function otherReleasesWith(option: string, entryPoint: string, context: RuleContext): readonly string[] {
  const { catalogues, release } = context;
  return catalogues.releasesWith(entryPoint, option).filter((other) => other !== release.release);
}

/** A flag that the entry point has in another bundled release. */
export function flagOfOtherRelease(problem: UnknownFlag, view: View, context: RuleContext): Verdict | undefined {
  const { spelled: flag } = problem;
  const { entryPoint } = view;
  const others = otherReleasesWith(flag, entryPoint, context);
  const [oldest] = others;
  const newest = others.at(-1);
  if (oldest === undefined || newest === undefined) return undefined;
  const { release } = context.release;
  const newer = isNewer(oldest, release, context);
  const args = { entryPoint, flag, release, since: oldest, until: newest };
  const message = newer ? say('flag-of-newer-release', args) : say('flag-of-older-release', args);
  return {
    code: 'flag-of-other-release',
    message,
    fixes: stateReleaseFixes(newer ? oldest : newest, view, context),
    ...(context.release.from === 'assumed' ? { severity: 'warning' } : {}),
  };
}

export function isNewer(a: string, b: string, { catalogues }: RuleContext): boolean {
  return catalogues.releases.indexOf(a) > catalogues.releases.indexOf(b);
}

/** While the release is only assumed: a comment that states another one. */
export function stateReleaseFixes(release: string, { launch }: View, context: RuleContext): Fix[] {
  if (context.release.from !== 'assumed') return [];
  const edits = stateRelease(launch.location.uri, release, context.textOf);
  return edits ? [fix(say('fix-state-release', { release }), edits)] : [];
}
