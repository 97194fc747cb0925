import type { RayError } from '../errors.ts';
import type { Job } from '../model.ts';

/** Where following begins. */
export type LogStart =
  | { readonly kind: 'beginning' }
  /** At most the last mebibyte of them. */
  | { readonly kind: 'lastLines'; readonly lines: number }
  /** At a byte of the file, such as where a view was before its window was reloaded. */
  | { readonly kind: 'offset'; readonly offset: number };

/** Why following ended by itself. */
export type EndReason =
  /** The job has a final status and its log was read to the end. */
  | 'finished'
  /** The job has a final status, but its node or file is gone, so the end of the log may be missing. */
  | 'log-lost'
  /** The cluster knows no such job, or no longer. */
  | 'no-such-job'
  /** Another session of Ray answers at the address; the job went with the old one. */
  | 'cluster-restarted'
  /** The file is shorter than what was read of it, or another one. */
  | 'log-replaced';

export type LogNotice =
  /** The node of the driver is dead although the job is told to run (Ray may tell that for ever). */
  | 'node-dead'
  /** Where reading was in the file cannot be told any more; it goes on at its end, and some output may be missing. */
  | 'gap';

/** What a follower tells, in order. */
export type LogEvent =
  /** New bytes of the log. `offset` is that of the first byte in the file; `null` where it is not known (yet). */
  | { readonly kind: 'bytes'; readonly offset: number | null; readonly bytes: Uint8Array }
  /** The job, whenever its status has changed; the first event unless there is trouble. */
  | { readonly kind: 'status'; readonly job: Job }
  /** A request failed. `retryInMs` is `null` if it waits for `retryNow`, as for a token. Told for every attempt. */
  | { readonly kind: 'trouble'; readonly error: RayError; readonly retryInMs: number | null }
  /** The cluster answers again. */
  | { readonly kind: 'recovered' }
  | { readonly kind: 'notice'; readonly notice: LogNotice; readonly message: string }
  /** The last event. `job` is what was last known of it. */
  | { readonly kind: 'end'; readonly job: Job | null; readonly reason: EndReason };

/** Time, replaceable in tests. */
export interface Clock {
  /** Milliseconds. */
  readonly now: () => number;
  /** Resolves early, without an error, when the signal fires. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end);
    }),
};
