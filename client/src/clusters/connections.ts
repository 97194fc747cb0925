import * as vscode from 'vscode';
import { createRayHttp } from '../ray/nodeHttp.ts';
import type { RayHttp } from '../ray/http.ts';
import type { ClusterEntry } from './entries.ts';
import type { Cluster } from './model.ts';
import { networkOptions } from './network.ts';
import type { Tokens } from './tokens.ts';

/** Keeps one connection per cluster, as long as neither its entry nor the network settings change. */
export class Connections implements vscode.Disposable {
  readonly #tokens: Tokens;
  readonly #localToken: (id: string) => string | undefined;
  readonly #open = new Map<string, { readonly key: string; readonly cluster: Cluster }>();

  /** @param localToken the token of a head that this window started */
  constructor(tokens: Tokens, localToken: (id: string) => string | undefined) {
    this.#tokens = tokens;
    this.#localToken = localToken;
  }

  /** The clusters of these entries; connections of other ones are closed. */
  of(entries: readonly ClusterEntry[]): readonly Cluster[] {
    const network = readNetwork();
    const clusters = entries.map((entry) => {
      const key = JSON.stringify([entry, network]);
      const open = this.#open.get(entry.id);
      if (open?.key === key) return open.cluster;
      open?.cluster.http.dispose();
      const { id, name, address, source } = entry;
      const cluster: Cluster = { id, name, address, source, http: this.connect(entry) };
      this.#open.set(id, { key, cluster });
      return cluster;
    });
    for (const [id, { cluster }] of this.#open) {
      if (clusters.includes(cluster)) continue;
      cluster.http.dispose();
      this.#open.delete(id);
    }
    return clusters;
  }

  /** A connection of its own, which the caller disposes of; with another token than the stored one where it is given. */
  connect({ id, address, tokenHeader }: Omit<ClusterEntry, 'name' | 'source'>, token?: string): RayHttp {
    return createRayHttp({
      address,
      tokenHeader,
      token: async () => token ?? (await this.#tokens.get(address.origin)) ?? this.#localToken(id),
      ...readNetwork(),
    });
  }

  dispose(): void {
    for (const { cluster } of this.#open.values()) cluster.http.dispose();
    this.#open.clear();
  }
}

function readNetwork(): ReturnType<typeof networkOptions> {
  const http = vscode.workspace.getConfiguration('http');
  return networkOptions({
    proxy: http.get('proxy'),
    proxySupport: http.get('proxySupport'),
    noProxy: http.get('noProxy'),
    strictSsl: http.get('proxyStrictSSL'),
  });
}
