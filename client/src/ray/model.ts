/** What Ray says of a job (`JobDetails` of `dashboard/modules/job/pydantic_models.py`), with its odd corners made plain. */
export interface Job {
  /** The submission id, or Ray's own job id for a job that nobody submitted. Unique in its cluster. */
  readonly key: string;
  /** `driver`: a script that called `ray.init` by itself. It has no log, no exit code, and cannot be stopped or deleted. */
  readonly type: 'submission' | 'driver';
  readonly submissionId: string | null;
  /** Ray's own id (`04000000`); `null` until the driver has called `ray.init`. */
  readonly rayJobId: string | null;
  readonly status: JobStatus;
  readonly entrypoint: string;
  /** Ray's sentence on the status. */
  readonly message: string | null;
  /** Always `null` on Ray 2.48. */
  readonly errorType: string | null;
  /** Milliseconds since 1970. */
  readonly startTime: number | null;
  /** Milliseconds since 1970; `null` while it runs. */
  readonly endTime: number | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly runtimeEnv: Readonly<Record<string, unknown>>;
  /** Node of the driver, in hexadecimal; `null` until it runs. */
  readonly driverNodeId: string | null;
  /** The agent of that node, `http://host:port`. */
  readonly driverAgentAddress: string | null;
  /** Negative for a signal. */
  readonly exitCode: number | null;
}

/** A status of ours for every word of Ray's; a word that is not known counts as `unknown`, which is not an end. */
export type JobStatus = 'pending' | 'running' | 'stopped' | 'succeeded' | 'failed' | 'unknown';

/** True once nothing about the job changes any more. */
export function isTerminal(status: JobStatus): boolean {
  return status === 'stopped' || status === 'succeeded' || status === 'failed';
}

/** `GET /api/version`. */
export interface RayVersion {
  readonly rayVersion: string;
  /** Changes with every start of the head; empty on servers that do not say. */
  readonly sessionName: string;
}

/** What `POST /api/jobs/` takes (`JobSubmitRequest` of `dashboard/modules/job/common.py`). What is absent is not sent. */
export interface Submission {
  /** Chosen by us before the request, so that a lost answer can be settled. */
  readonly submissionId: string;
  /** One string for `/bin/sh -c` on the cluster. */
  readonly entrypoint: string;
  readonly runtimeEnv?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly entrypointNumCpus?: number;
  readonly entrypointNumGpus?: number;
  /** Bytes. */
  readonly entrypointMemory?: number;
  readonly entrypointResources?: Readonly<Record<string, number>>;
  /** Refused by Ray 2.48. */
  readonly entrypointLabelSelector?: Readonly<Record<string, string>>;
}
