import type { InitializeParams, WorkspaceFoldersChangeEvent } from 'vscode-languageserver/node';

/** The workspace folders of the client. */
export class Folders {
  #uris: readonly string[] = [];

  initialize(params: InitializeParams): void {
    this.#uris = params.workspaceFolders?.map(({ uri }) => uri) ?? rootOf(params);
  }

  change({ added, removed }: WorkspaceFoldersChangeEvent): void {
    const gone = new Set(removed.map(({ uri }) => uri));
    this.#uris = [...this.#uris.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
  }

  get all(): readonly string[] {
    return this.#uris;
  }

  /** The folder that holds a document; of nested ones the innermost. */
  of(uri: string): string | undefined {
    const holding = this.#uris.filter((folder) => uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`));
    return holding.sort((a, b) => b.length - a.length)[0];
  }
}

/** The one folder of clients from before there were several. */
function rootOf(params: object): string[] {
  return 'rootUri' in params && typeof params.rootUri === 'string' ? [params.rootUri] : [];
}
