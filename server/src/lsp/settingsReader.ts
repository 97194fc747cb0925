import type { Connection, InitializeParams } from 'vscode-languageserver/node';
import { readSettings, type FolderSettings } from '../settings.ts';
import { SETTINGS_SECTION } from './protocol.ts';

/** Settings per document, asked of the client where it answers, else as they were sent at the start or on a change. */
export class SettingsReader {
  readonly #connection: Connection;
  #canAsk = false;
  #sent: unknown = {};
  canRegister = false;
  hasFolders = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  initialize(params: InitializeParams): void {
    const workspace = params.capabilities.workspace;
    this.#canAsk = workspace?.configuration === true;
    this.canRegister = workspace?.didChangeConfiguration?.dynamicRegistration === true;
    this.hasFolders = workspace?.workspaceFolders === true;
    this.#sent = sectionOf(params.initializationOptions);
  }

  /** A `workspace/didChangeConfiguration` with the settings in it, as clients without `workspace/configuration` send. */
  changed(settings: unknown): void {
    if (settings !== null && settings !== undefined) this.#sent = sectionOf(settings);
  }

  async of(uri: string): Promise<FolderSettings> {
    if (!this.#canAsk) return readSettings(this.#sent);
    const answer: unknown = await this.#connection.workspace.getConfiguration({
      scopeUri: uri,
      section: SETTINGS_SECTION,
    });
    return readSettings(answer);
  }
}

/** `{ openrlhf: { … } }` and the bare inner object are both in use among editors. */
function sectionOf(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && SETTINGS_SECTION in value) return value[SETTINGS_SECTION];
  return value;
}
