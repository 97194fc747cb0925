import type { Store } from '../clusters/confirmations.ts';
import type { Cluster, Clusters } from '../clusters/model.ts';
import { RayError } from '../ray/errors.ts';
import type { RayHttp } from '../ray/http.ts';
import { isTerminal } from '../ray/model.ts';
import type { Job } from '../ray/model.ts';
import { ClusterPollers } from './clusterPollers.ts';
import type { PollerClock, PollerTimes } from './poller.ts';
import { readWatched } from './watched.ts';
import type { WatchedJob } from './watched.ts';
import type { Waiting } from './waiting.ts';

/** What the tracker asks of a cluster; functions, so that tests need none. */
export interface TrackerSource {
  readonly getJob: (http: RayHttp, key: string) => Promise<Job>;
  readonly waitingOf: (http: RayHttp, job: Job) => Promise<Waiting | null>;
}

/** What happens to a watched job, in the order in which it can. */
export type TrackedEvent =
  /** It waits for what its cluster never has; told once per job. */
  | { readonly kind: 'never-fits'; readonly cluster: Cluster; readonly job: Job; readonly waiting: Waiting }
  | { readonly kind: 'ended'; readonly cluster: Cluster; readonly job: Job }
  /** The head was started anew, so that the job is gone. */
  | { readonly kind: 'lost'; readonly cluster: Cluster; readonly label: string };

const KEY = 'openrlhf.watchedJobs';
/** More than anybody waits for; a bound on what a workspace keeps. */
const MOST = 50;
const TIMES: PollerTimes = { interval: 5_000, soon: 2_000, soonFor: 60_000, longest: 60_000 };
/** Milliseconds between two questions why a job waits. */
const WAITING_EVERY = 10_000;
/** Milliseconds after its start for which a job may still get its GPUs; later it is at work. */
const PLACEMENT = 60 * 60_000;

/** Watches jobs until they end, over reloads of the window. Nothing is asked while there is none, or without trust. */
export class JobTracker {
  readonly #clusters: Clusters;
  readonly #source: TrackerSource;
  readonly #store: Store;
  readonly #now: () => number;
  readonly #pollers: ClusterPollers;
  readonly #listeners = new Set<(event: TrackedEvent) => void>();
  readonly #askedWhy = new Map<string, number>();
  /** When a job was first seen at work; the clock of the head may be another one. */
  readonly #firstRunning = new Map<string, number>();
  #watched: readonly WatchedJob[];

  constructor(clusters: Clusters, source: TrackerSource, store: Store, clock?: PollerClock) {
    this.#clusters = clusters;
    this.#source = source;
    this.#store = store;
    this.#now = clock ? () => clock.now() : () => Date.now();
    this.#watched = readWatched(store.get(KEY));
    this.#pollers = new ClusterPollers(clusters, (cluster) => this.#round(cluster), TIMES, clock);
    this.#pollers.setWanted(this.#watched.length > 0);
  }

  get watched(): readonly WatchedJob[] {
    return this.#watched;
  }

  /** Called for every event of a watched job. */
  onDidHappen(listener: (event: TrackedEvent) => void): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Watches a job until it ends. @param label what messages call it */
  watch(cluster: Cluster, submissionId: string, label: string): void {
    if (this.#watched.some((one) => one.clusterId === cluster.id && one.submissionId === submissionId)) return;
    const health = this.#clusters.health(cluster);
    const session = health.kind === 'healthy' ? health.version.sessionName : '';
    this.#keep([...this.#watched, { clusterId: cluster.id, submissionId, label, session, told: false }].slice(-MOST));
    void this.#pollers.soon();
  }

  /** Nothing more is to be told of a job. */
  forget(cluster: Cluster, submissionId: string): void {
    const key = keyOf({ clusterId: cluster.id, submissionId });
    this.#askedWhy.delete(key);
    this.#firstRunning.delete(key);
    this.#keep(this.#watched.filter((one) => one.clusterId !== cluster.id || one.submissionId !== submissionId));
  }

  dispose(): void {
    this.#pollers.dispose();
  }

  /** Jobs of a cluster that is not set up now are kept: it may be so again when the head or the tunnel is back. */
  async #round(cluster: Cluster): Promise<boolean> {
    for (const watched of this.#watched.filter(({ clusterId }) => clusterId === cluster.id)) {
      // What does not answer for one job does not for the next.
      if (!(await this.#look(cluster, await this.#withSession(cluster, watched)))) return false;
    }
    return true;
  }

  /** Without the session nobody could tell later that the head was started anew. */
  async #withSession(cluster: Cluster, watched: WatchedJob): Promise<WatchedJob> {
    if (watched.session !== '') return watched;
    const health = await this.#clusters.refresh(cluster);
    if (health.kind !== 'healthy') return watched;
    return this.#replace(watched, { ...watched, session: health.version.sessionName });
  }

  #replace(old: WatchedJob, other: WatchedJob): WatchedJob {
    this.#keep(this.#watched.map((one) => (one === old ? other : one)));
    return other;
  }

  async #look(cluster: Cluster, watched: WatchedJob): Promise<boolean> {
    try {
      const job = await this.#source.getJob(cluster.http, watched.submissionId);
      if (isTerminal(job.status)) {
        this.forget(cluster, watched.submissionId);
        this.#tell({ kind: 'ended', cluster, job });
      } else if (!watched.told) {
        await this.#lookWhy(cluster, watched, job);
      }
      return true;
    } catch (error) {
      if (!(error instanceof RayError) || error.kind !== 'not-found') return false;
      return this.#gone(cluster, watched);
    }
  }

  /** The cluster does not know the job: it was deleted, or the head was started anew. */
  async #gone(cluster: Cluster, watched: WatchedJob): Promise<boolean> {
    const health = await this.#clusters.refresh(cluster);
    if (health.kind !== 'healthy') return false;
    this.forget(cluster, watched.submissionId);
    const other = watched.session !== '' && health.version.sessionName !== watched.session;
    if (other) this.#tell({ kind: 'lost', cluster, label: watched.label });
    return true;
  }

  async #lookWhy(cluster: Cluster, watched: WatchedJob, job: Job): Promise<void> {
    const key = keyOf(watched);
    const now = this.#now();
    if (job.status === 'running' && !this.#firstRunning.has(key)) this.#firstRunning.set(key, now);
    const old = now - (this.#firstRunning.get(key) ?? now) > PLACEMENT;
    if (old || now - (this.#askedWhy.get(key) ?? -Infinity) < WAITING_EVERY) return;
    this.#askedWhy.set(key, now);
    const waiting = await this.#source.waitingOf(cluster.http, job).catch(() => null);
    if (waiting?.neverFits !== true) return;
    this.#replace(watched, { ...watched, told: true });
    this.#tell({ kind: 'never-fits', cluster, job, waiting });
  }

  #keep(watched: readonly WatchedJob[]): void {
    this.#watched = watched;
    // A head that this window runs ends with it, and another one may be at its address later.
    const lasting = watched.filter(({ clusterId }) => this.#clusters.byId(clusterId)?.source !== 'local');
    void this.#store.update(KEY, lasting);
    this.#pollers.setWanted(watched.length > 0);
  }

  #tell(event: TrackedEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

function keyOf({ clusterId, submissionId }: Pick<WatchedJob, 'clusterId' | 'submissionId'>): string {
  return `${clusterId} ${submissionId}`;
}
