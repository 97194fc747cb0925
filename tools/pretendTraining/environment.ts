import path from 'node:path';
import { ensureOpenrlhf } from '../cache/openrlhf.ts';
import { ensureRay, usualRay } from '../cache/ray.ts';
import type { RayRelease } from '../cache/ray.ts';
import { projectFolder } from '../project.ts';

/** What pretends to train, and where. */
export interface PretendTraining {
  /** Version of the head that the environment is for. */
  readonly ray?: RayRelease;
  /** Release of OpenRLHF whose programs run, without `v`. */
  readonly openrlhf?: string;
  /** How long the steps of a run take together; the environment variable `PRETEND_SECONDS` of a job overrides it. */
  readonly seconds?: number;
}

/**
 * The environment of a head (`startHead({ env })`) whose jobs can run `python3 -m openrlhf.cli.train_ppo_ray …` and the
 * other programs of OpenRLHF without a GPU; see the README of this folder.
 *
 * @throws Error that says what to install where Python or pip is missing
 */
export async function pretendTrainingEnvironment(options: PretendTraining = {}): Promise<Record<string, string>> {
  const { ray = usualRay, openrlhf = '0.11.2', seconds = 20 } = options;
  const folder = path.join(projectFolder, 'tools', 'pretendTraining');
  const programs = [path.join(folder, 'bin'), await ensureRay(ray), process.env['PATH'] ?? ''];
  return {
    PATH: programs.join(path.delimiter),
    PYTHONPATH: path.join(folder, 'python'),
    PRETEND_OPENRLHF: path.join(await ensureOpenrlhf(), `v${openrlhf}`),
    PRETEND_SECONDS: String(seconds),
  };
}
