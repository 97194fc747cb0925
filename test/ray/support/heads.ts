import type { RayRelease } from '../../../tools/cache/ray.ts';
import { usualRay } from '../../../tools/cache/ray.ts';
import { startHead } from '../../../tools/ray/head.ts';
import { startFakeRay } from './fakeRay.ts';
import { raysOfLevel } from './rays.ts';

/** A dashboard on which the same tests run: the fake, or a real one of some version. */
export interface TestedRay {
  readonly name: string;
  readonly version: RayRelease;
  readonly isFake: boolean;
  readonly start: () => Promise<StartedRay>;
}

export interface StartedRay {
  readonly address: string;
  /** Ends what was started for this test; a head that is shared goes on. */
  readonly stop: () => Promise<void>;
  /** A job that nobody submits, where a job of the cluster cannot start one; its id. */
  readonly startDriver?: () => Promise<string>;
  /** Empties the log of a job, where the job cannot do it: its output goes to no file. */
  readonly emptyLog?: (id: string) => void;
}

const fakeVersions = ['2.48.0', '2.55.0', '2.60.0'] as const;

/** The fake of each version, and the real ones of this level; of these, at most one runs at a time that is ours. */
export function testedRays(): readonly TestedRay[] {
  const fakes = fakeVersions.map((version): TestedRay => ({
    name: `the fake ${version}`,
    version,
    isFake: true,
    start: async () => {
      const fake = await startFakeRay({ version });
      return {
        address: fake.address,
        stop: fake.stop,
        startDriver: async () => {
          const id = '0a000000';
          const driver = { id, node_ip_address: '127.0.0.1', pid: '1' };
          fake.addJob({ type: 'DRIVER', job_id: id, driver_info: driver, end_time: 0 });
          fake.setStatus(id, 'RUNNING', { message: null, driver_node_id: null, driver_agent_http_address: null });
          return Promise.resolve(id);
        },
        emptyLog: (id) => {
          fake.setLog(id, '');
        },
      };
    },
  }));
  const real = raysOfLevel().map((version): TestedRay => ({
    name: `Ray ${version}`,
    version,
    isFake: false,
    start: async () => {
      const shared = process.env['RAY_TEST_ADDRESS'] ?? '';
      if (version === usualRay && shared !== '') return { address: shared, stop: async () => Promise.resolve() };
      return startHead({ version });
    },
  }));
  return [...fakes, ...real];
}
