import type { RayRelease } from '../cache/ray.ts';
import { startHead } from '../ray/head.ts';
import type { Head } from '../ray/head.ts';

/**
 * Starts a head for a measurement and ends it afterwards.
 *
 * @throws what `measure` throws, with the last that the head has printed: on a machine with far more work than cores Ray ends by itself
 */
export async function withHead<T>(version: RayRelease, measure: (head: Head) => Promise<T>): Promise<T> {
  const head = await startHead({ version });
  try {
    return await measure(head);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${message}\nThe head printed last:\n${head.output().slice(-2000)}`, { cause });
  } finally {
    await head.stop();
  }
}
