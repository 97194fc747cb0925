import { folderOfUri } from '../text/uri.ts';

/** What `Sources` reads from. */
export interface SourcesHost {
  readonly read: (uri: string) => Promise<string | null>;
  readonly list: (folderUri: string) => Promise<readonly string[]>;
  readonly openText: (uri: string) => string | undefined;
}

/** What an attempt may ask: `undefined` where it is not loaded yet, and will be for the next attempt. */
export interface Loaded {
  /** `null` where there is no such file. */
  readonly file: (uri: string) => string | null | undefined;
  /** The same for a file that one can do without: where reading it fails, there is none. */
  readonly optional: (uri: string) => string | null | undefined;
  /** Names in a folder; none where listing it fails. */
  readonly list: (folder: string) => readonly string[] | undefined;
}

/** After so many rounds of loading what is still missing counts as unreadable. */
const MAX_ROUNDS = 16;

/** Texts of files and lists of folders, kept until they change; open documents count before the disk. */
export class Sources {
  readonly #host: SourcesHost;
  /** `null` where there is no such file. */
  readonly #texts = new Map<string, string | null>();
  readonly #lists = new Map<string, readonly string[]>();

  constructor(host: SourcesHost) {
    this.#host = host;
  }

  /** `null` where there is no such file, `undefined` where it is not loaded. */
  text(uri: string): string | null | undefined {
    return this.#host.openText(uri) ?? this.#texts.get(uri);
  }

  async load(uri: string): Promise<string | null> {
    const known = this.text(uri);
    if (known !== undefined) return known;
    const text = await this.#host.read(uri);
    this.#texts.set(uri, text);
    return text;
  }

  /**
   * Makes attempts until one has all that it asks for. Attempts are synchronous: each is a pure look at what is loaded.
   * @param read collects what was asked for
   */
  async loading<T>(attempt: (loaded: Loaded) => T, read = new Set<string>()): Promise<T> {
    /** What could not be read or listed; it is tried again for the next answer. */
    const failed = new Set<string>();
    for (let round = 0; ; round++) {
      const last = round === MAX_ROUNDS;
      const wanted = new Map<string, Promise<unknown>>();
      const want = (uri: string, work: () => Promise<unknown>): void => {
        if (!last && !wanted.has(uri)) wanted.set(uri, work());
      };
      const answer = attempt({
        file: (uri) => {
          read.add(uri);
          const text = this.text(uri);
          if (text === undefined) want(uri, () => this.load(uri));
          return text ?? (last ? null : text);
        },
        optional: (uri) => {
          read.add(uri);
          const known = this.text(uri);
          const text = known === undefined && failed.has(uri) ? null : known;
          if (text === undefined) want(uri, () => this.load(uri).catch(() => failed.add(uri)));
          return text ?? (last ? null : text);
        },
        list: (folder) => {
          const names = this.#lists.get(folder) ?? (failed.has(folder) ? [] : undefined);
          if (names === undefined) want(folder, () => this.#listed(folder).catch(() => failed.add(folder)));
          return names ?? (last ? [] : undefined);
        },
      });
      if (wanted.size === 0) return answer;
      await Promise.all(wanted.values());
    }
  }

  async #listed(folder: string): Promise<void> {
    this.#lists.set(folder, await this.#host.list(folder));
  }

  /** A file was made, changed or deleted on disk. */
  changed(uri: string): void {
    this.#texts.delete(uri);
    this.#lists.delete(folderOfUri(uri));
  }
}
