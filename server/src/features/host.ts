import type { ReleaseCatalogue } from '../catalogue/lookup.ts';
import type { FolderSettings } from '../settings.ts';

/** Files as the host has them; URIs in, so that the core knows no file system. */
export interface Files {
  /** Text of a file; `null` if there is none or it may not be read. */
  readonly read: (uri: string) => Promise<string | null>;
  /** Names in a folder, folders with a closing `/`; empty if there is no such folder. */
  readonly list: (folderUri: string) => Promise<readonly string[]>;
}

export interface Host {
  readonly files: Files;
  /** Settings of the folder that a document belongs to. */
  readonly settings: (uri: string) => Promise<FolderSettings>;
  /** Text of a document that is open in the editor; it counts before the file on disk. */
  readonly openText: (uri: string) => string | undefined;
  /** Release given on the command line; it overrules every other statement. */
  readonly option?: string;
  /** The user's own copy of OpenRLHF, beside the bundled releases or in place of the one that it says it is. */
  readonly copy?: ReleaseCatalogue;
  /** Where that copy states its release, unless `option` names it. */
  readonly copyFrom?: 'fork' | 'installed';
  /** The workspace folder that holds a document. */
  readonly folderOf: (uri: string) => string | undefined;
  /** UTF-16 units past which a document is not looked at; any length if absent. */
  readonly maxLength?: number;
  /** A command of the client that opens the completion list again; `undefined` where it has none. */
  readonly suggestCommand?: () => string | undefined;
  /** Documents whose findings are out of date, since a script names them in another way now. */
  readonly outdated?: (uris: readonly string[]) => void;
}
