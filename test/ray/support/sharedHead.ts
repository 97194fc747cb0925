import { after } from 'node:test';
import { startHead } from '../../../tools/ray/head.ts';
import { usualRay } from '../../../tools/cache/ray.ts';

/** What a test may know of a head that it neither starts nor ends. */
export interface SharedHead {
  /** Address of the dashboard. */
  readonly address: string;
}

/**
 * A head that several test files use: the one that `RAY_TEST_ADDRESS` names, which `npm test` starts, else one that ends
 * with this file. Tests on it must neither disturb it nor rely on being alone.
 */
export async function sharedHead(): Promise<SharedHead> {
  const address = process.env['RAY_TEST_ADDRESS'];
  if (address !== undefined && address !== '') return { address };
  const head = await startHead({ version: usualRay });
  after(() => head.stop());
  return head;
}
