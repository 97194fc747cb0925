import * as z from 'zod/mini';
import type { Job, JobStatus } from './model.ts';

const text = z.optional(z.nullable(z.string()));
const number = z.optional(z.nullable(z.number()));

/** `JobDetails` (`dashboard/modules/job/pydantic_models.py`, Ray 2.48 to 2.60); only what we cannot do without is required. */
export const jobDetails = z.object({
  type: z.optional(z.nullable(z.string())),
  job_id: text,
  submission_id: text,
  status: z.string(),
  entrypoint: text,
  message: text,
  error_type: text,
  start_time: number,
  end_time: number,
  metadata: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  runtime_env: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  driver_agent_http_address: text,
  driver_node_id: text,
  driver_exit_code: number,
});

/** A job as we know it from what Ray says; `undefined` for one without any id. */
export function jobOf(details: z.infer<typeof jobDetails>): Job | undefined {
  const submissionId = filled(details.submission_id);
  const rayJobId = filled(details.job_id);
  const key = submissionId ?? rayJobId;
  if (key === null) return undefined;
  return {
    key,
    type: details.type === 'DRIVER' || submissionId === null ? 'driver' : 'submission',
    submissionId,
    rayJobId,
    status: statusOf(details.status),
    entrypoint: details.entrypoint ?? '',
    message: filled(details.message),
    errorType: filled(details.error_type),
    startTime: timeOf(details.start_time),
    endTime: timeOf(details.end_time),
    metadata: stringsOf(details.metadata ?? {}),
    runtimeEnv: details.runtime_env ?? {},
    driverNodeId: filled(details.driver_node_id),
    driverAgentAddress: filled(details.driver_agent_http_address),
    exitCode: details.driver_exit_code ?? null,
  };
}

function statusOf(word: string): JobStatus {
  switch (word) {
    case 'PENDING':
      return 'pending';
    case 'RUNNING':
      return 'running';
    case 'STOPPED':
      return 'stopped';
    case 'SUCCEEDED':
      return 'succeeded';
    case 'FAILED':
      return 'failed';
    default:
      return 'unknown';
  }
}

/** The end of a DRIVER job that still runs is 0. */
function timeOf(milliseconds: number | null | undefined): number | null {
  return milliseconds === undefined || milliseconds === null || milliseconds <= 0 ? null : milliseconds;
}

function filled(word: string | null | undefined): string | null {
  return word === undefined || word === null || word === '' ? null : word;
}

function stringsOf(record: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}
