import type { LaunchSummary } from '../../../server/src/lsp/protocol.ts';
import type { JobOrigin } from './metadata.ts';

/** The launch that a job most likely came from: lines move when a script is edited, so the entry point counts first. */
export function nearest(
  launches: readonly LaunchSummary[],
  { line, entryPoint }: Pick<JobOrigin, 'line' | 'entryPoint'>,
): LaunchSummary | undefined {
  const distance = (one: LaunchSummary): number =>
    (one.entryPoint === entryPoint ? 0 : 1e6) + Math.abs(one.startLine + 1 - (line ?? 1));
  return [...launches].sort((one, other) => distance(one) - distance(other))[0];
}
