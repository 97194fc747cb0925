import { setTimeout as sleep } from 'node:timers/promises';
import { RayError } from './errors.ts';

/** Milliseconds to wait before each further try. */
const pauses = [500, 1000, 2000] as const;

/**
 * Does something that only reads, again where it may be better a little later: a head that restarts its job module answers 500
 * for some seconds. Nothing that changes a cluster is retried.
 *
 * @throws RayError of the last try
 */
export async function retried<T>(read: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (const pause of pauses) {
    try {
      return await read();
    } catch (error) {
      if (!mayPass(error)) throw error;
    }
    await pauseFor(pause, signal);
  }
  return read();
}

/** True for failures that a second try may not meet: 500 and 502 to 504, and a connection that was cut. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof RayError)) return false;
  if (error.status !== undefined) return [500, 502, 503, 504].includes(error.status) && error.kind === 'server';
  const { cause } = error;
  return error.kind === 'unreachable' && cause instanceof Error && 'code' in cause && cause.code === 'ECONNRESET';
}

/** @throws RayError of kind `cancelled` as soon as the caller gives up */
export async function pauseFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    throw new RayError('cancelled', 'Cancelled.', { cause: error });
  }
}
