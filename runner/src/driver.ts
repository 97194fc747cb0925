import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The Python program that runs a file under trial; its package lies beside this folder, and is shipped with the bundles.
 *
 * @throws Error when the package is not complete
 */
export function driverPath(): string {
  const file = join('runner', 'openrlhf_try', '__main__.py');
  for (let at = import.meta.dirname; ; at = dirname(at)) {
    if (existsSync(join(at, file))) return join(at, file);
    if (dirname(at) === at) throw new Error(`${file} is missing; install openrlhf-tools again`);
  }
}
