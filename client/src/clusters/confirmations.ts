import type { ClusterEntry } from './entries.ts';

/** The part of `vscode.Memento` that is used here. */
export interface Store {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const KEY = 'openrlhf.confirmedOrigins';

/**
 * Which origins a person has agreed to. An address from workspace settings comes with the files, from anybody, so nothing
 * is sent to it before. The agreement is to one origin: another host or port is asked about anew.
 */
export class Confirmations {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** True where no question is needed (any more). */
  confirmed(entry: Pick<ClusterEntry, 'source' | 'address'>): boolean {
    return entry.source !== 'workspace' || this.#origins().includes(entry.address.origin);
  }

  async confirm(origin: string): Promise<void> {
    const origins = this.#origins();
    if (!origins.includes(origin)) await this.#store.update(KEY, [...origins, origin]);
  }

  async withdraw(origin: string): Promise<void> {
    const origins = this.#origins();
    if (!origins.includes(origin)) return;
    await this.#store.update(
      KEY,
      origins.filter((one) => one !== origin),
    );
  }

  #origins(): readonly string[] {
    const value = this.#store.get(KEY);
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  }
}
