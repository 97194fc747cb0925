import type { Cluster, ClusterHealth, Clusters } from '../../../client/src/clusters/model.ts';
import type { RayHttp } from '../../../client/src/ray/http.ts';
import type { Job } from '../../../client/src/ray/model.ts';

/** A job as Ray 2.55 describes one that has just succeeded, with what a test says of it. */
export function jobLike(given: Partial<Job> = {}): Job {
  return {
    key: given.submissionId ?? given.key ?? 'raysubmit_1',
    type: 'submission',
    submissionId: 'raysubmit_1',
    rayJobId: null,
    status: 'succeeded',
    entrypoint: 'python3 -m openrlhf.cli.train_ppo_ray --actor.model_name_or_path Qwen/Qwen3-4B',
    message: 'Job finished successfully.',
    errorType: null,
    startTime: 1_000_000,
    endTime: 1_005_000,
    metadata: {},
    runtimeEnv: {},
    driverNodeId: 'aa',
    driverAgentAddress: null,
    exitCode: 0,
    ...given,
  };
}

/** A connection that a test never uses. */
export const noHttp: RayHttp = {
  address: { base: 'http://127.0.0.1:8265', origin: 'http://127.0.0.1:8265' },
  send: () => Promise.reject(new Error('no request is expected')),
  dispose: () => undefined,
};

export function clusterLike(id = 'http://127.0.0.1:8265', source: Cluster['source'] = 'user'): Cluster {
  return { id, name: id.replace('http://', ''), address: { base: id, origin: id }, source, http: noHttp };
}

/** Clusters that are all as a test says. */
export class FakeClusters implements Clusters {
  readonly failures: unknown[] = [];
  readonly asked: string[] = [];
  all: readonly Cluster[];
  healths: ReadonlyMap<string, ClusterHealth>;
  trusted = true;

  constructor(all: readonly Cluster[], healths: readonly (readonly [string, ClusterHealth])[] = []) {
    this.all = all;
    this.healths = new Map(healths);
  }

  get current(): Cluster | undefined {
    return this.all[0];
  }
  health({ id }: Cluster): ClusterHealth {
    return this.healths.get(id) ?? healthy();
  }
  onDidChange(): { dispose(): void } {
    return { dispose: () => undefined };
  }
  byId(id: string): Cluster | undefined {
    return this.all.find((one) => one.id === id);
  }
  setCurrent(): Promise<void> {
    return Promise.resolve();
  }
  usable(cluster: Cluster): boolean {
    return this.trusted && this.health(cluster).kind !== 'unconfirmed';
  }
  mayUse(cluster: Cluster): Promise<boolean> {
    return Promise.resolve(this.usable(cluster));
  }
  pick(): Promise<Cluster | undefined> {
    return Promise.resolve(this.current);
  }
  refresh(cluster: Cluster): Promise<ClusterHealth> {
    this.asked.push(cluster.id);
    return Promise.resolve(this.health(cluster));
  }
  askForToken(): Promise<boolean> {
    return Promise.resolve(false);
  }
  noteFailure(_cluster: Cluster, error: unknown): void {
    this.failures.push(error);
  }
}

export function healthy(sessionName = 'session_1'): ClusterHealth {
  return { kind: 'healthy', version: { rayVersion: '2.55.0', sessionName }, restarted: false };
}

/** What `vscode.Memento` does, in memory. */
export class MemoryStore {
  readonly values = new Map<string, unknown>();

  get(key: string): unknown {
    return this.values.get(key);
  }
  update(key: string, value: unknown): Promise<void> {
    this.values.set(key, value);
    return Promise.resolve();
  }
}

/** A clock that moves when a test says so; what is due is called in order. */
export class FakeClock {
  time = 0;
  #due: { readonly at: number; readonly call: () => void }[] = [];

  now(): number {
    return this.time;
  }

  after(ms: number, call: () => void): () => void {
    const one = { at: this.time + ms, call };
    this.#due.push(one);
    return () => {
      this.#due = this.#due.filter((other) => other !== one);
    };
  }

  /** When the next call is due; `undefined` if none is. */
  get next(): number | undefined {
    return this.#due.map(({ at }) => at).sort((one, other) => one - other)[0];
  }

  /** Goes to the next call that is due, makes it, and lets promises settle. */
  async step(): Promise<void> {
    const at = this.next;
    if (at === undefined) throw new Error('nothing is due');
    this.time = at;
    const now = this.#due.filter((one) => one.at === at);
    this.#due = this.#due.filter((one) => one.at !== at);
    for (const { call } of now) call();
    await settled();
  }
}

/** Lets everything that needs no time run to its end. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}
