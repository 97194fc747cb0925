/**
 * What client and server say to each other beyond LSP. The only server file that the client imports, so it holds types
 * and method names, and nothing that runs.
 */

export type { ReleaseFrom } from '../catalogue/release.ts';
export type { LaunchStatus, ScriptStatus } from '../features/status.ts';

/** Client → server: what is known of one document. Answer: `ScriptStatus`, or `null` if it is not open. */
export const STATUS_REQUEST = 'openrlhf/status';

/** Server → client: the status of this document has changed. */
export const STATUS_NOTIFICATION = 'openrlhf/statusChanged';

export interface StatusParams {
  readonly uri: string;
}

/** The `openrlhf.*` settings of one folder, as the server asks for them. */
export const SETTINGS_SECTION = 'openrlhf';

/** What a client may give with `initialize`, beside the settings under `openrlhf`. */
export interface InitializationOptions {
  /** The command with which the client opens its completion list again, after a folder is accepted; none if absent. */
  readonly suggestCommand?: string;
  /** The command that ends all lines of documents, whose URIs are its arguments, in LF; edits do it if absent. */
  readonly lineFeedCommand?: string;
}
