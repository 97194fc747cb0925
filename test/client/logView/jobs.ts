import type { Job } from '../../../client/src/ray/model.ts';

/** A job that ran for 65 s, with changes. */
export function job(more: Partial<Job> = {}): Job {
  return {
    key: 'id1',
    type: 'submission',
    submissionId: 'id1',
    rayJobId: null,
    status: 'running',
    entrypoint: 'python3 -m openrlhf.cli.train_ppo_ray',
    message: null,
    errorType: null,
    startTime: 1_000,
    endTime: 66_000,
    metadata: {},
    runtimeEnv: {},
    driverNodeId: null,
    driverAgentAddress: null,
    exitCode: null,
    ...more,
  };
}
