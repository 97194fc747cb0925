import { after } from 'node:test';
import type { RayRelease } from '../../../tools/cache/ray.ts';
import { usualRay } from '../../../tools/cache/ray.ts';
import { startHead } from '../../../tools/ray/head.ts';
import type { Head } from '../../../tools/ray/head.ts';

/** What a test may know of a head that it neither starts nor ends. */
export interface SharedHead {
  /** Address of the dashboard. */
  readonly address: string;
}

/** Heads that this file has started, by version. */
const own = new Map<RayRelease, Promise<Head>>();

// Here and not in the function: in a hook of a test, `after` would belong to that hook and end the head at once.
after(async () => {
  // One that did not start has failed the test that asked for it.
  for (const head of own.values()) await (await head.catch(() => undefined))?.stop();
});

/**
 * A head that several test files use: the one that `RAY_TEST_ADDRESS` names, which `npm test` starts, else one that ends
 * with this file. Tests on it must neither disturb it nor rely on being alone. It may be called in a hook, in a test or in
 * the file itself; a file that calls it twice has one head.
 *
 * @param version another one than the usual version is always a head of this file
 */
export async function sharedHead(version: RayRelease = usualRay): Promise<SharedHead> {
  const address = process.env['RAY_TEST_ADDRESS'] ?? '';
  if (version === usualRay && address !== '') return { address };
  const head = own.get(version) ?? startHead({ version });
  own.set(version, head);
  return head;
}
