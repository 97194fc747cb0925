import * as z from 'zod/mini';

/** A view that was open, as it is kept for the next start of the window. */
export interface OpenLog {
  readonly cluster: string;
  readonly submissionId: string;
  readonly label: string;
  readonly actor?: string | undefined;
}

const openLog = z.object({
  cluster: z.string(),
  submissionId: z.string(),
  label: z.string(),
  actor: z.optional(z.string()),
});

/** What was kept, whoever wrote it: what is no view is left out. */
export function openLogsOf(kept: unknown): readonly OpenLog[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((item): OpenLog[] => {
    const { data } = openLog.safeParse(item);
    return data === undefined ? [] : [data];
  });
}
