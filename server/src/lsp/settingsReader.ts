import type { Connection, InitializeParams } from 'vscode-languageserver/node';
import { readSettings, settingProblem, type FolderSettings } from '../settings.ts';
import { SETTINGS_SECTION } from './protocol.ts';

/** Settings per document, asked of the client where it answers, else as they were sent at the start or on a change. */
export class SettingsReader {
  readonly #connection: Connection;
  #canAsk = false;
  #sent: unknown = {};
  readonly #told = new Set<string>();
  canRegister = false;
  canWatch = false;
  hasFolders = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  initialize({ capabilities: { workspace }, initializationOptions }: InitializeParams): void {
    this.#canAsk = workspace?.configuration === true;
    this.canRegister = workspace?.didChangeConfiguration?.dynamicRegistration === true;
    this.canWatch = workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    this.hasFolders = workspace?.workspaceFolders === true;
    this.#sent = sectionOf(initializationOptions);
  }

  /** A `workspace/didChangeConfiguration` with the settings in it, as clients without `workspace/configuration` send. */
  changed(settings: unknown): void {
    if (settings !== null && settings !== undefined) this.#sent = sectionOf(settings);
  }

  /** The settings of a document; those that were sent if the client fails to answer, which its log then says. */
  async of(uri: string): Promise<FolderSettings> {
    if (!this.#canAsk) return this.#read(this.#sent);
    try {
      const question = { scopeUri: uri, section: SETTINGS_SECTION };
      const answer: unknown = await this.#connection.workspace.getConfiguration(question);
      return this.#read(answer);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#connection.console.warn(`the settings of ${uri} were not given: ${detail}`);
      return this.#read(this.#sent);
    }
  }

  /** What does not count is told in the log, once; the editor itself marks it in the file of the settings. */
  #read(value: unknown): FolderSettings {
    return readSettings(value, (problem) => {
      const sentence = settingProblem(problem);
      if (this.#told.has(sentence)) return;
      this.#told.add(sentence);
      this.#connection.console.warn(`${sentence}; it does not count`);
    });
  }
}

/** `{ openrlhf: { … } }` and the bare inner object are both in use among editors. */
function sectionOf(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && SETTINGS_SECTION in value) return value[SETTINGS_SECTION];
  return value;
}
