import { hostname } from 'node:os';
import * as vscode from 'vscode';
import { RayError } from '../ray/errors.ts';
import { rayVersion } from '../ray/jobs.ts';
import type { RayAddress } from '../ray/http.ts';
import { Confirmations } from './confirmations.ts';
import { Connections } from './connections.ts';
import { clusterEntries } from './entries.ts';
import type { ClusterEntry, ClusterSetting } from './entries.ts';
import type { Cluster, ClusterHealth, Clusters } from './model.ts';
import { pickCluster } from './pick.ts';
import { addressOf, configuredLists, means } from './settings.ts';
import { askForToken } from './tokenInput.ts';
import { Tokens } from './tokens.ts';
import { explainTrust } from './trust.ts';

const CURRENT = 'openrlhf.currentCluster';

/** The clusters of this window; see {@link Clusters}. */
export class WindowClusters implements Clusters, vscode.Disposable {
  readonly tokens: Tokens;
  readonly confirmations: Confirmations;
  readonly connections: Connections;
  readonly #context: vscode.ExtensionContext;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #restarted = new vscode.EventEmitter<Cluster>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #health = new Map<string, ClusterHealth>();
  readonly #sessions = new Map<string, string>();
  readonly #connected: ClusterSetting[] = [];
  readonly #locals = new Map<string, { readonly setting: ClusterSetting; readonly token: string | undefined }>();
  readonly #questions = new Map<string, Promise<boolean>>();
  #all: readonly Cluster[] = [];
  #problems: readonly string[] = [];
  #awake = false;

  constructor(context: vscode.ExtensionContext) {
    this.#context = context;
    this.tokens = new Tokens(context.secrets, hostname());
    this.confirmations = new Confirmations(context.globalState);
    this.connections = new Connections(this.tokens, (id) => this.#locals.get(id)?.token);
    this.#subscriptions = [
      this.#changed,
      this.#restarted,
      this.connections,
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('openrlhf.clusters') || event.affectsConfiguration('http')) this.#read();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.#read();
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.#read();
      }),
      context.secrets.onDidChange(() => {
        // Another window may have stored a token; what failed for want of one may work now.
        for (const [id, health] of this.#health) if (health.kind === 'failed') this.#health.delete(id);
        this.#changed.fire();
      }),
    ];
    this.#read();
  }

  get all(): readonly Cluster[] {
    const current = this.current;
    return current ? [current, ...this.#all.filter((one) => one !== current)] : this.#all;
  }

  get current(): Cluster | undefined {
    return this.byId(this.#context.workspaceState.get(CURRENT, '')) ?? this.#all[0];
  }

  /** Sentences on what in the settings cannot be used. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** Whether this window has to do with clusters at all; until then they are neither asked nor spoken of. */
  get awake(): boolean {
    return this.#awake;
  }

  /** Called by whatever makes clusters of interest, such as a script that is opened. */
  wake(): void {
    if (this.#awake) return;
    this.#awake = true;
    this.#changed.fire();
  }

  health(cluster: Cluster): ClusterHealth {
    if (!vscode.workspace.isTrusted) return { kind: 'untrusted-workspace' };
    if (!this.confirmations.confirmed(cluster)) return { kind: 'unconfirmed' };
    return this.#health.get(cluster.id) ?? { kind: 'unasked' };
  }

  onDidChange(listener: () => void): vscode.Disposable {
    return this.#changed.event(listener);
  }

  /** Called when a head answers with another session than before: it was started anew, and its jobs are gone. */
  onDidRestart(listener: (cluster: Cluster) => void): vscode.Disposable {
    return this.#restarted.event(listener);
  }

  byId(id: string): Cluster | undefined {
    return this.#all.find((one) => one.id === id);
  }

  async setCurrent(cluster: Cluster): Promise<void> {
    this.wake();
    await this.#context.workspaceState.update(CURRENT, cluster.id);
    this.#changed.fire();
    void this.refresh(cluster);
  }

  usable(cluster: Cluster): boolean {
    return vscode.workspace.isTrusted && this.confirmations.confirmed(cluster);
  }

  async mayUse(cluster: Cluster): Promise<boolean> {
    this.wake();
    if (!vscode.workspace.isTrusted) {
      await explainTrust();
      return vscode.workspace.isTrusted;
    }
    if (this.confirmations.confirmed(cluster)) return true;
    const { origin } = cluster.address;
    const asked = this.#questions.get(origin) ?? this.#confirm(cluster);
    this.#questions.set(origin, asked);
    try {
      return await asked;
    } finally {
      this.#questions.delete(origin);
    }
  }

  async pick(placeHolder?: string): Promise<Cluster | undefined> {
    return pickCluster(this, placeHolder);
  }

  async refresh(cluster: Cluster): Promise<ClusterHealth> {
    this.wake();
    if (this.usable(cluster)) {
      try {
        const version = await rayVersion(cluster.http);
        const before = this.#sessions.get(cluster.id);
        const restarted = before !== undefined && before !== version.sessionName;
        this.#sessions.set(cluster.id, version.sessionName);
        this.#note(cluster, { kind: 'healthy', version, restarted });
        if (restarted) this.#restarted.fire(cluster);
      } catch (error) {
        this.noteFailure(cluster, error);
      }
    }
    return this.health(cluster);
  }

  /** Tells that a request to the cluster failed, when that says something of the cluster itself. */
  noteFailure(cluster: Cluster, error: unknown): void {
    if (!(error instanceof RayError) || error.kind === 'cancelled') return;
    this.#note(cluster, { kind: 'failed', error });
  }

  async askForToken(cluster: Cluster): Promise<boolean> {
    if (!(await this.mayUse(cluster))) return false;
    const refused = this.health(cluster);
    const token = await askForToken(cluster, refused.kind === 'failed' ? refused.error : undefined, (candidate) => {
      const { id, address } = cluster;
      return this.connections.connect({ id, address, tokenHeader: this.#headerOf(id) }, candidate);
    });
    if (token === undefined) return false;
    await this.keepToken(cluster.address.origin, token);
    await this.refresh(cluster);
    return true;
  }

  /** Keeps a token in the secret storage, or tells that it lasts only as long as the window. */
  async keepToken(origin: string, token: string): Promise<void> {
    if (await this.tokens.set(origin, token)) return;
    void vscode.window.showWarningMessage(
      vscode.l10n.t('The secret storage of the editor does not work, so the token is kept for this window only.'),
    );
  }

  /** Adds a cluster to the user's settings, or to this window where those cannot be written. */
  async add(setting: ClusterSetting): Promise<Cluster | undefined> {
    const configuration = vscode.workspace.getConfiguration('openrlhf');
    const before: unknown = configuration.inspect('clusters')?.globalValue;
    const kept: unknown[] = Array.isArray(before) ? before.filter((one) => addressOf(one) !== setting.address) : [];
    try {
      await configuration.update('clusters', [...kept, setting], vscode.ConfigurationTarget.Global);
    } catch (error) {
      this.#connected.push(setting);
      const reason = error instanceof Error ? error.message : String(error);
      void vscode.window.showWarningMessage(
        vscode.l10n.t('The cluster is kept for this window only: the user settings cannot be written. {0}', reason),
      );
    }
    this.#read();
    return this.byId(setting.address);
  }

  /** Forgets a cluster, its token and its confirmation; one of the workspace settings stays written there. */
  async forget(cluster: Cluster): Promise<void> {
    const { origin, base } = cluster.address;
    await this.tokens.forget(origin);
    await this.confirmations.withdraw(origin);
    const at = this.#connected.findIndex(({ address }) => address === base);
    if (at >= 0) this.#connected.splice(at, 1);
    const configuration = vscode.workspace.getConfiguration('openrlhf');
    const before: unknown = configuration.inspect('clusters')?.globalValue;
    const kept: unknown[] = Array.isArray(before) ? before.filter((one) => !means(one, cluster)) : [];
    if (Array.isArray(before) && kept.length < before.length) {
      await configuration.update('clusters', kept.length > 0 ? kept : undefined, vscode.ConfigurationTarget.Global);
    }
    this.#read();
  }

  /** Adds a head that this window started. @param token what its requests carry */
  addLocal(name: string, address: RayAddress, token: string | undefined): Cluster | undefined {
    this.#locals.set(address.base, { setting: { name, address: address.base }, token });
    this.#read();
    return this.byId(address.base);
  }

  removeLocal(address: RayAddress): void {
    this.#locals.delete(address.base);
    this.#health.delete(address.base);
    this.#sessions.delete(address.base);
    this.#read();
  }

  dispose(): void {
    for (const one of this.#subscriptions) one.dispose();
  }

  #note(cluster: Cluster, health: ClusterHealth): void {
    const before = this.#health.get(cluster.id);
    this.#health.set(cluster.id, health);
    if (JSON.stringify(summary(before)) !== JSON.stringify(summary(health))) this.#changed.fire();
  }

  #headerOf(id: string): ClusterEntry['tokenHeader'] {
    return this.#entries().find((one) => one.id === id)?.tokenHeader ?? 'authorization';
  }

  #entries(): readonly ClusterEntry[] {
    const { entries, problems } = clusterEntries({
      local: [...this.#locals.values()].map(({ setting }) => setting),
      connected: this.#connected,
      ...configuredLists(),
    });
    this.#problems = problems;
    return entries;
  }

  #read(): void {
    this.#all = this.connections.of(this.#entries());
    this.#changed.fire();
  }

  async #confirm({ name, address }: Cluster): Promise<boolean> {
    const use = vscode.l10n.t('Use This Cluster');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Use the Ray cluster “{0}” at {1}?', name, address.base),
      {
        modal: true,
        detail: vscode.l10n.t(
          'Its address is from the settings of this workspace. Jobs that you launch send your files and environment variables there. You are asked once per address.',
        ),
      },
      use,
    );
    if (answer !== use) return false;
    await this.confirmations.confirm(address.origin);
    this.#changed.fire();
    return true;
  }
}

/** What of a health is shown, so that an equal answer is no change. */
function summary(health: ClusterHealth | undefined): unknown {
  if (health?.kind === 'failed') return [health.kind, health.error.kind, health.error.message];
  if (health?.kind === 'healthy') return [health.kind, health.version, health.restarted];
  return health?.kind;
}
