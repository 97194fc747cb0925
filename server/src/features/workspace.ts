import { folderOfUri, resolveUri } from '../text/uri.ts';

/** What a host knows of files, by URI. */
export interface WorkspaceHost {
  readonly read: (uri: string) => Promise<string | null>;
  readonly list: (folderUri: string) => Promise<readonly string[]>;
  readonly openText: (uri: string) => string | undefined;
  readonly folderOf: (uri: string) => string | undefined;
}

/** Files as a script reaches them by paths: from its own folder, or from the workspace folder that it runs in. */
export class Workspace {
  readonly #host: WorkspaceHost;

  constructor(host: WorkspaceHost) {
    this.#host = host;
  }

  /** True for a file of a workspace folder, or below the folder of the document that speaks of it. */
  holds(uri: string, document: string): boolean {
    return uri.startsWith(`${folderOfUri(document)}/`) || this.#host.folderOf(uri) !== undefined;
  }

  /** The workspace folder of a document. */
  folderOf(document: string): string | undefined {
    return this.#host.folderOf(document);
  }

  /** Names in a folder. */
  async list(document: string, folder: string): Promise<readonly string[]> {
    const lists = await Promise.all(
      this.bases(document, null).map((base) => {
        const target = resolveUri(base, folder);
        return target === undefined ? Promise.resolve([]) : this.#host.list(target);
      }),
    );
    return [...new Set(lists.flat())];
  }

  /**
   * Text of a file of the workspace; `null` where there is none of that path.
   * @param from a folder that the script has changed to, in place of its own
   */
  async read(document: string, from: string | null, path: string): Promise<string | null> {
    for (const base of this.bases(document, from)) {
      const uri = resolveUri(base, path);
      if (uri === undefined || !this.holds(uri, document)) continue;
      const text = this.#host.openText(uri) ?? (await this.#host.read(uri));
      if (text !== null) return text;
    }
    return null;
  }

  /**
   * The folders that a relative path of a script may start from, the likeliest first: the one that the script has changed
   * to, the workspace folder, in which people run what they launch, and the script's own.
   */
  bases(document: string, from: string | null): readonly string[] {
    const workspace = this.#host.folderOf(document);
    return [
      ...new Set([
        ...(from === null ? [] : [from]),
        ...(workspace === undefined ? [] : [workspace]),
        folderOfUri(document),
      ]),
    ];
  }
}
