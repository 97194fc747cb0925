import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { FakeDetails, FakeJob, FakeRayOptions } from './model.ts';
import { runtimeEnvFailure } from './runtimeEnv.ts';

/** State of a fake head, and the jobs that run on it. */
export class FakeHead {
  readonly version: NonNullable<FakeRayOptions['version']>;
  readonly jobs = new Map<string, FakeJob>();
  readonly packages = new Map<string, Buffer>();
  nodeId = randomBytes(28).toString('hex');
  sessionName = newSession();
  agentAddress = '';
  readonly #runs: boolean;
  readonly #processes = new Map<string, ChildProcess>();

  constructor({ version = '2.55.0', run = true }: FakeRayOptions) {
    this.version = version;
    this.#runs = run;
  }

  isBefore(version: string): boolean {
    return this.version.localeCompare(version, 'en', { numeric: true }) < 0;
  }

  addJob(details: Partial<FakeDetails>): FakeJob {
    const job: FakeJob = {
      details: {
        type: 'SUBMISSION',
        job_id: null,
        submission_id: null,
        driver_info: null,
        status: 'PENDING',
        entrypoint: '',
        message: 'Job has not started yet.',
        error_type: null,
        start_time: Date.now(),
        end_time: null,
        metadata: null,
        runtime_env: null,
        driver_agent_http_address: null,
        driver_node_id: null,
        driver_exit_code: null,
        ...details,
      },
      log: Buffer.alloc(0),
    };
    this.jobs.set(job.details.submission_id ?? job.details.job_id ?? '', job);
    return job;
  }

  accept(details: Partial<FakeDetails>): void {
    const job = this.addJob(details);
    this.write(job, `${timeStamp()}\tINFO job_manager.py:1 -- Runtime env is setting up.\n`);
    if (this.#runs) setTimeout(() => this.#run(job), 150);
  }

  /** Status and what Ray writes with it. */
  setStatus(job: FakeJob, status: string, more: Partial<FakeDetails> = {}): void {
    const { details } = job;
    details.status = status;
    details.message = messageOf(status);
    if (status === 'RUNNING') {
      details.driver_node_id = this.nodeId;
      details.driver_agent_http_address = this.agentAddress;
    }
    if (/^(?:STOPPED|SUCCEEDED|FAILED)$/.test(status)) details.end_time = Date.now();
    if (status === 'SUCCEEDED') details.driver_exit_code = 0;
    Object.assign(details, more);
    if (this.isBefore('2.50')) details.error_type = null;
  }

  write(job: FakeJob, bytes: Uint8Array | string): void {
    job.log = Buffer.concat([job.log, typeof bytes === 'string' ? Buffer.from(bytes) : bytes]);
  }

  /** What Ray answers to a stop: whether there is a supervisor. One that waits is told and goes on waiting. */
  stop(job: FakeJob): boolean {
    if (job.details.status === 'PENDING') return true;
    if (job.details.status !== 'RUNNING') return false;
    const child = this.#processes.get(job.details.submission_id ?? '');
    // Written first, since the end of the process would else count as a failure.
    this.#processes.delete(job.details.submission_id ?? '');
    if (child === undefined) {
      this.setStatus(job, 'STOPPED');
    } else {
      child.once('exit', () => {
        this.setStatus(job, 'STOPPED');
      });
      endGroup(child);
    }
    return true;
  }

  /** What a restart leaves: nothing, and another session. */
  restart(): void {
    this.end();
    this.jobs.clear();
    this.packages.clear();
    this.nodeId = randomBytes(28).toString('hex');
    this.sessionName = newSession();
  }

  end(): void {
    for (const child of this.#processes.values()) endGroup(child);
    this.#processes.clear();
  }

  #run(job: FakeJob): void {
    const id = job.details.submission_id ?? '';
    if (this.jobs.get(id) !== job || job.details.status !== 'PENDING') return;
    const failure = runtimeEnvFailure(this, id, job.details.runtime_env);
    if (failure !== undefined) {
      const { errorType, message, log } = failure;
      this.write(job, log.timed ? `${timeStamp()}\tWARNING job_manager.py:1 -- ${log.text}` : log.text);
      this.setStatus(job, 'FAILED', { error_type: errorType, message });
      return;
    }
    this.setStatus(job, 'RUNNING');
    if (!this.isBefore('2.50')) this.write(job, `Running entrypoint for job ${id}: ${job.details.entrypoint}\n`);
    const env = { ...process.env, ...variablesOf(job.details.runtime_env), RAY_JOB_ID: id };
    const child = spawn('/bin/sh', ['-c', job.details.entrypoint], {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#processes.set(id, child);
    child.stdout.on('data', (bytes: Buffer) => {
      this.write(job, bytes);
    });
    child.stderr.on('data', (bytes: Buffer) => {
      this.write(job, bytes);
    });
    child.once('close', (code, signal) => {
      if (this.#processes.get(id) !== child) return;
      this.#processes.delete(id);
      this.#ended(job, code, signal);
    });
  }

  #ended(job: FakeJob, code: number | null, signal: NodeJS.Signals | null): void {
    if (code === 0) {
      this.setStatus(job, 'SUCCEEDED');
      return;
    }
    const exitCode = code ?? (signal === 'SIGKILL' ? -9 : -15);
    const lines = job.log.toString('utf8').split('\n').slice(-11).join('\n');
    this.setStatus(job, 'FAILED', {
      driver_exit_code: exitCode,
      error_type: 'JOB_ENTRYPOINT_COMMAND_ERROR',
      message: `Job entrypoint command failed with exit code ${exitCode}, last available logs (truncated to 20,000 chars):\n${lines}`,
    });
  }
}

function messageOf(status: string): string | null {
  switch (status) {
    case 'RUNNING':
      return 'Job is currently running.';
    case 'SUCCEEDED':
      return 'Job finished successfully.';
    case 'STOPPED':
      return 'Job was intentionally stopped.';
    default:
      return null;
  }
}

function variablesOf(runtimeEnv: Record<string, unknown> | null): Record<string, string> {
  const variables = runtimeEnv?.['env_vars'];
  return typeof variables === 'object' && variables !== null
    ? Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]))
    : {};
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // It has already ended.
  }
}

function timeStamp(): string {
  return new Date().toISOString().replace('T', ' ').replace('.', ',').replace('Z', '');
}

function newSession(): string {
  return `session_${timeStamp().replace(/[ :]/g, '-').replace(',', '_')}_${randomBytes(2).readUInt16LE()}`;
}
