import * as z from 'zod/mini';

const watchedJob = z.object({
  clusterId: z.string(),
  submissionId: z.string(),
  /** What messages call it. */
  label: z.string(),
  /** Session of the head when the job was launched; empty where it is not known. */
  session: z.string(),
  /** Whether it was told that the cluster can never give what it waits for. */
  told: z.boolean(),
});

/** A job that is watched until it ends. */
export type WatchedJob = Readonly<z.infer<typeof watchedJob>>;

/** What an earlier window kept; items that cannot be read are left out. */
export function readWatched(value: unknown): readonly WatchedJob[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    const read = watchedJob.safeParse(item);
    return read.success ? [read.data] : [];
  });
}
