import type { RayAddress, RayHttp } from '../ray/http.ts';
import type { RayError } from '../ray/errors.ts';
import type { RayVersion } from '../ray/model.ts';

/** Where a cluster is known from. Only `workspace` needs a confirmation before anything is sent to it. */
export type ClusterSource = 'user' | 'workspace' | 'connected' | 'local';

/** A Ray cluster that the window knows. */
export interface Cluster {
  /** The address; what tokens and confirmations belong to is its origin. */
  readonly id: string;
  readonly name: string;
  readonly address: RayAddress;
  readonly source: ClusterSource;
  /** Sends the token of its origin, if there is one. */
  readonly http: RayHttp;
}

/** How a cluster was when it was last asked. */
export type ClusterHealth =
  | { readonly kind: 'unasked' }
  | { readonly kind: 'healthy'; readonly version: RayVersion; readonly restarted: boolean }
  | { readonly kind: 'failed'; readonly error: RayError }
  /** Its address is from the workspace, and nobody has confirmed it yet. */
  | { readonly kind: 'unconfirmed' }
  | { readonly kind: 'untrusted-workspace' };

/** A change that `vscode.Event` carries; without that type, so that what listens can be tested without an editor. */
export interface Disposable {
  dispose(): void;
}

/** The clusters of a window, from the settings, from `Connect to Ray Cluster…` and from `Start Local Ray…`. */
export interface Clusters {
  /** All of them, the current one first. */
  readonly all: readonly Cluster[];
  readonly current: Cluster | undefined;
  health(cluster: Cluster): ClusterHealth;
  /** Called after any change of the list, of the current one or of a health. */
  onDidChange(listener: () => void): Disposable;
  byId(id: string): Cluster | undefined;
  setCurrent(cluster: Cluster): Promise<void>;
  /** What `mayUse` would say without asking anybody; for what runs by itself, such as polling. */
  usable(cluster: Cluster): boolean;
  /**
   * True when requests may go to it: the workspace is trusted, and an address from workspace settings is confirmed; asks
   * the person once where it is not. Everything that sends a request calls it first.
   */
  mayUse(cluster: Cluster): Promise<boolean>;
  /** Asks the person for a cluster where there are several, offers to connect to one where there is none. */
  pick(placeHolder?: string): Promise<Cluster | undefined>;
  /** Asks its version now. */
  refresh(cluster: Cluster): Promise<ClusterHealth>;
  /** Asks for a token of the cluster's origin and keeps it in SecretStorage; `false` when the person gave none. */
  askForToken(cluster: Cluster): Promise<boolean>;
}
