import { BOUNDS, isScript, mayNamePython, PASSED_OVER } from './bounds.ts';
import { encoded, isSameUri } from '../../text/uri.ts';
import type { LookedFor } from './looked.ts';
import type { AskedServer } from './named.ts';

/** What the index asks of those who keep files. */
export interface IndexHost {
  readonly list: (folder: string) => Promise<readonly string[]>;
  readonly load: (uri: string) => Promise<string | null>;
  /** What the launches of a script name. */
  readonly look: (script: string, text: string) => Promise<NamedByScript>;
}

/** What the launches of a script lead to. */
export interface NamedByScript {
  readonly namedFiles: readonly LookedFor[];
  readonly asked: readonly AskedServer[];
}

const NOTHING: NamedByScript = { namedFiles: [], asked: [] };

/**
 * Which launches name which Python file. A folder is searched when it is first asked about, within `BOUNDS`; from then on
 * what is told of changes keeps the index up to date.
 */
export class LaunchIndex {
  readonly #host: IndexHost;
  readonly #named = new Map<string, NamedByScript>();
  readonly #searches = new Map<string, Promise<void>>();
  /** Scripts to look at again before the next answer. */
  readonly #dirty = new Set<string>();

  constructor(host: IndexHost) {
    this.#host = host;
  }

  /** A script was evaluated. Returns the Python files that its launches name, or did before, and whether any asks a server. */
  put(script: string, named: NamedByScript): { readonly files: readonly string[]; readonly asks: boolean } {
    const before = this.#named.get(script) ?? NOTHING;
    this.#dirty.delete(script);
    if (named.namedFiles.length === 0 && named.asked.length === 0) this.#named.delete(script);
    else this.#named.set(script, named);
    return {
      files: [...new Set([...before.namedFiles, ...named.namedFiles].flatMap(({ uri }) => uri ?? []))],
      asks: before.asked.length > 0 || named.asked.length > 0,
    };
  }

  /** The script, or a file on which it depends, is another one now. */
  outdated(script: string): void {
    this.#dirty.add(script);
  }

  /** The Python files that the launches of a script name, as far as it has been looked at. */
  namedBy(script: string): readonly string[] {
    return (this.#named.get(script) ?? NOTHING).namedFiles.flatMap(({ uri }) => uri ?? []);
  }

  /** What is known of the launches that name a file, without looking any further. */
  known(uri: string): readonly LookedFor[] {
    const all = [...this.#named.values()].flatMap(({ namedFiles }) => namedFiles);
    // Started by themselves, files that others source lack what these set.
    const sourced = new Set(
      all.filter(({ use, launch }) => launch.location.uri !== use.script).map(({ launch }) => launch.location.uri),
    );
    return all.filter(
      (one) =>
        one.uri !== null &&
        isSameUri(one.uri, uri) &&
        !(sourced.has(one.use.script) && one.launch.location.uri === one.use.script),
    );
  }

  /** The servers that launches ask, as far as scripts have been looked at. */
  get asked(): readonly AskedServer[] {
    return [...this.#named.values()].flatMap(({ asked }) => asked);
  }

  /** The launches of a folder that name a file, down to so many folders below it. */
  async naming(uri: string, folder: string, depth: number = BOUNDS.depth): Promise<readonly LookedFor[]> {
    let search = this.#searches.get(folder);
    if (search === undefined) {
      const started = this.#search(folder, depth);
      search = started;
      this.#searches.set(folder, started);
      started.catch(() => {
        if (this.#searches.get(folder) === started) this.#searches.delete(folder);
      });
    }
    await search;
    for (const script of [...this.#dirty]) await this.#look(script);
    return this.known(uri);
  }

  /** Settings or folders changed. */
  forget(): void {
    this.#named.clear();
    this.#searches.clear();
    this.#dirty.clear();
  }

  /** Breadth first: what is near counts where there is too much. */
  async #search(root: string, deepest: number): Promise<void> {
    let level: readonly string[] = [root];
    let folders = 0;
    let scripts = 0;
    for (let depth = 0; depth <= deepest && level.length > 0; depth++) {
      const next: string[] = [];
      for (const folder of level) {
        if (folders++ === BOUNDS.folders) return;
        for (const name of await this.#host.list(folder)) {
          const uri = `${folder}/${name.split('/').map(encoded).join('/')}`;
          if (name.endsWith('/')) {
            const bare = name.slice(0, -1);
            if (!bare.startsWith('.') && !PASSED_OVER.has(bare)) next.push(uri.slice(0, -1));
          } else if (isScript(name) && !this.#named.has(uri)) {
            if (await this.#look(uri)) scripts++;
            if (scripts === BOUNDS.scripts) return;
          }
        }
      }
      level = next;
    }
  }

  /** Returns whether the script had to be evaluated. */
  async #look(script: string): Promise<boolean> {
    this.#dirty.delete(script);
    const text = await this.#host.load(script);
    const worthIt = text !== null && mayNamePython(text);
    this.put(script, worthIt ? await this.#host.look(script, text) : NOTHING);
    return worthIt;
  }
}
