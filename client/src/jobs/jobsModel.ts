import type { Cluster, Clusters } from '../clusters/model.ts';
import type { RayHttp } from '../ray/http.ts';
import { isTerminal } from '../ray/model.ts';
import type { Job } from '../ray/model.ts';
import type { Waiting } from './waiting.ts';

/** What the model asks of a cluster; functions, so that tests need none. */
export interface JobsSource {
  readonly listJobs: (http: RayHttp) => Promise<readonly Job[]>;
  /** Why jobs get nowhere, by their key; `null` where they do. @param all every job of the list */
  readonly waitingOfAll: (
    http: RayHttp,
    due: readonly Job[],
    all: readonly Job[],
  ) => Promise<ReadonlyMap<string, Waiting | null>>;
  readonly now: () => number;
}

/** What is known of the jobs of one cluster. */
export interface ClusterJobs {
  /** `undefined` until the cluster has answered once; after a failure those of before. */
  readonly jobs: readonly Job[] | undefined;
  /** By the key of the job. */
  readonly waiting: ReadonlyMap<string, Waiting>;
}

/** Milliseconds for which an answer on a job that runs counts. */
const WAITING_FRESH = 20_000;

const NOTHING: ClusterJobs = { jobs: undefined, waiting: new Map() };

/** The jobs of all clusters that may be asked, as of the last round. */
export class JobsModel {
  readonly #clusters: Clusters & { noteFailure(cluster: Cluster, error: unknown): void };
  readonly #source: JobsSource;
  readonly #known = new Map<string, ClusterJobs>();
  readonly #asked = new Map<string, number>();
  readonly #listeners = new Set<(cluster: Cluster) => void>();

  constructor(clusters: Clusters & { noteFailure(cluster: Cluster, error: unknown): void }, source: JobsSource) {
    this.#clusters = clusters;
    this.#source = source;
  }

  of(cluster: Cluster): ClusterJobs {
    return this.#known.get(cluster.id) ?? NOTHING;
  }

  /** Called when a cluster has answered, or failed to. */
  onDidChange(listener: (cluster: Cluster) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Asks a cluster. @returns false when it failed */
  async refresh(cluster: Cluster): Promise<boolean> {
    // The version comes first: it is what tells a head that was started anew, and a server that is none.
    const health = await this.#clusters.refresh(cluster);
    if (health.kind !== 'healthy') {
      this.#tell(cluster);
      return false;
    }
    try {
      const jobs = await this.#source.listJobs(cluster.http);
      this.#known.set(cluster.id, { jobs, waiting: this.#kept(cluster, jobs) });
      this.#tell(cluster);
      await this.#askWhy(cluster, jobs);
      return true;
    } catch (error) {
      this.#clusters.noteFailure(cluster, error);
      this.#tell(cluster);
      return false;
    }
  }

  /** Answers of before on jobs that still may wait, so that a row does not flicker. */
  #kept(cluster: Cluster, jobs: readonly Job[]): ReadonlyMap<string, Waiting> {
    const { waiting } = this.of(cluster);
    const open = new Set(jobs.filter(({ status }) => !isTerminal(status)).map(({ key }) => key));
    return new Map([...waiting].filter(([key]) => open.has(key)));
  }

  async #askWhy(cluster: Cluster, jobs: readonly Job[]): Promise<void> {
    const now = this.#source.now();
    const due = jobs.filter((job) => mayWait(job) && now - this.#lastAsked(cluster, job) >= freshFor(job));
    if (due.length === 0) return;
    for (const job of due) this.#asked.set(askKey(cluster, job), now);
    try {
      const answers = await this.#source.waitingOfAll(cluster.http, due, jobs);
      const before = this.of(cluster);
      const waiting = new Map(before.waiting);
      for (const [key, answer] of answers) {
        if (answer) waiting.set(key, answer);
        else waiting.delete(key);
      }
      this.#known.set(cluster.id, { ...before, waiting });
      this.#tell(cluster);
    } catch {
      // The jobs are right without it; the cluster view says what does not answer.
    }
  }

  #lastAsked(cluster: Cluster, job: Job): number {
    return this.#asked.get(askKey(cluster, job)) ?? -Infinity;
  }

  #tell(cluster: Cluster): void {
    for (const listener of this.#listeners) listener(cluster);
  }
}

function askKey(cluster: Cluster, job: Job): string {
  return `${cluster.id} ${job.key}`;
}

function mayWait({ status, type, rayJobId }: Job): boolean {
  return type === 'submission' && (status === 'pending' || (status === 'running' && rayJobId !== null));
}

function freshFor({ status }: Job): number {
  return status === 'pending' ? 0 : WAITING_FRESH;
}
