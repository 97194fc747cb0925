import type { Cluster, ClusterHealth, Clusters, Disposable } from '../clusters/model.ts';
import { Poller } from './poller.ts';
import type { PollerClock, PollerTimes } from './poller.ts';

interface OfCluster {
  readonly poller: Poller;
  health: ClusterHealth['kind'];
}

/**
 * A poller for each cluster that may be asked, so that one that is slow or down holds up no other. Clusters come and go with
 * the settings, with trust and with confirmations.
 */
export class ClusterPollers {
  readonly #clusters: Clusters;
  readonly #round: (cluster: Cluster) => Promise<boolean>;
  readonly #times: PollerTimes | undefined;
  readonly #clock: PollerClock | undefined;
  readonly #pollers = new Map<string, OfCluster>();
  readonly #listening: Disposable;
  #wanted = false;

  /** @param round resolves with whether the cluster answered; it never rejects */
  constructor(
    clusters: Clusters,
    round: (cluster: Cluster) => Promise<boolean>,
    times?: PollerTimes,
    clock?: PollerClock,
  ) {
    this.#clusters = clusters;
    this.#round = round;
    this.#times = times;
    this.#clock = clock;
    this.#listening = clusters.onDidChange(() => {
      if (this.#wanted) this.#follow();
    });
  }

  /** Whether rounds are made by themselves; the first ones follow at once. */
  setWanted(wanted: boolean): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#follow();
  }

  /** Makes a round of each cluster now, and more of them than usual for a while. */
  async soon(): Promise<void> {
    this.#follow();
    await Promise.all([...this.#pollers.values()].map(({ poller }) => poller.soon()));
  }

  dispose(): void {
    this.#listening.dispose();
    for (const { poller } of this.#pollers.values()) poller.dispose();
    this.#pollers.clear();
  }

  /** Has a poller for exactly the clusters that may be asked now. */
  #follow(): void {
    const usable = this.#clusters.all.filter((one) => this.#clusters.usable(one));
    for (const [id, { poller }] of this.#pollers) {
      if (usable.some((one) => one.id === id)) continue;
      poller.dispose();
      this.#pollers.delete(id);
    }
    for (const cluster of usable) {
      const { poller, recovered } = this.#of(cluster);
      poller.setWanted(this.#wanted);
      if (recovered && this.#wanted) void poller.now();
    }
  }

  #of(cluster: Cluster): { readonly poller: Poller; readonly recovered: boolean } {
    const { id } = cluster;
    const { kind } = this.#clusters.health(cluster);
    const known = this.#pollers.get(id);
    if (!known) {
      const poller = new Poller(() => this.#ask(id), this.#times, this.#clock);
      this.#pollers.set(id, { poller, health: kind });
      return { poller, recovered: false };
    }
    // A token that was set or a head that is back shows elsewhere first, while the pauses here are long.
    const recovered = known.health === 'failed' && kind !== 'failed';
    known.health = kind;
    return { poller: known.poller, recovered };
  }

  async #ask(id: string): Promise<boolean> {
    const cluster = this.#clusters.byId(id);
    // Trust and confirmations may be withdrawn at any time.
    return cluster !== undefined && this.#clusters.usable(cluster) ? this.#round(cluster) : true;
  }
}
