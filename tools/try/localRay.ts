import { usualRay } from '../cache/ray.ts';
import { pretendTrainingEnvironment } from '../pretendTraining/environment.ts';
import { startHead } from '../ray/head.ts';
import type { Head } from '../ray/head.ts';
import { firstFreePort } from './ports.ts';

/** Seconds of training: enough to look at a run, and to stop it. */
const timeToLook = 120;

/** Where the examples submit to. */
const portOfExamples = 8265;

/** Starts a head with eight pretend GPUs, in whose jobs OpenRLHF pretends to train. */
export async function startLocalRay(seconds = 20): Promise<Head> {
  const env = await pretendTrainingEnvironment({ ray: usualRay, seconds });
  return startHead({ version: usualRay, gpus: 8, cpus: 16, port: await firstFreePort(portOfExamples), env });
}

/** A head that starts while an editor is being opened; without one the editor is of use all the same. */
export interface RayBeside {
  /** Resolves, also where there is no head. */
  readonly stop: () => Promise<void>;
}

/** Starts a head and says where it is, or why there is none. */
export function rayBeside(): RayBeside {
  console.log('A local Ray is being started; the first time it is installed before.');
  const starting = startLocalRay(timeToLook).then(
    (head) => {
      const other = head.address.endsWith(`:${portOfExamples}`)
        ? ''
        : `\nThe examples name port ${portOfExamples}, which is in use: choose this cluster when you launch one.`;
      console.log(
        `\nRay ${head.version} with 8 pretend GPUs runs at\n\n  ${head.address}\n\n` +
          `Jobs there run OpenRLHF's own parser and checks, and then pretend to train.${other}\n`,
      );
      return head;
    },
    (error: unknown) => {
      console.error(`\nThere is no local Ray: ${error instanceof Error ? error.message : String(error)}\n`);
      return undefined;
    },
  );
  return {
    stop: async () => {
      await (await starting)?.stop();
    },
  };
}
