import { routesOf } from '../../python/outline/routes.ts';
import { releaseComment, type ReleaseChoice } from '../../catalogue/release.ts';
import type { SeverityOverrides } from '../../rules/model.ts';
import { folderOfUri, isSameUri } from '../../text/uri.ts';
import type { Analysis } from '../analysis.ts';
import type { SourceDocument } from '../document.ts';
import { LaunchIndex } from '../launchIndex/index.ts';
import { BOUNDS, isScript } from '../launchIndex/bounds.ts';
import type { LookedFor } from '../launchIndex/looked.ts';
import type { AskedServer } from '../launchIndex/named.ts';
import type { Sources } from '../sources.ts';
import type { Workspace } from '../workspace.ts';
import type { PythonAnalysis } from './analysis.ts';
import { judgePython } from './judge.ts';
import type { Outlines } from './outlines.ts';
import { mayMatter } from './roles.ts';

/** What Python documents need of the service. */
export interface PythonHost {
  readonly sources: Sources;
  readonly workspace: Workspace;
  readonly outlines: Outlines;
  readonly list: (folder: string) => Promise<readonly string[]>;
  readonly rules: (uri: string) => Promise<SeverityOverrides>;
  /** The release by which a file is judged, with what a comment in it says. */
  readonly release: (uri: string, comment: string | undefined) => Promise<ReleaseChoice>;
  /** The analysis of a script, open or not. */
  readonly script: (uri: string, text: string) => Promise<Analysis>;
  readonly maxLength: number | undefined;
}

interface Kept {
  readonly version: number;
  readonly analysis: Promise<PythonAnalysis>;
  /** Files that it has asked for. */
  readonly read: Set<string>;
}

/** Python documents with the launches that name them: each is judged once per version, and again when these change. */
export class PythonDocuments {
  readonly #host: PythonHost;
  readonly #index: LaunchIndex;
  readonly #kept = new Map<string, Kept>();
  /** Documents that answer requests. */
  readonly #servers = new Set<string>();

  constructor(host: PythonHost) {
    this.#host = host;
    const { list, sources, script } = host;
    this.#index = new LaunchIndex({
      list,
      load: (uri) => sources.load(uri),
      look: (uri, text) => script(uri, text),
    });
  }

  /**
   * Everything that is known of the document's version.
   * @param search looks for launches in the document's folder; else those count that are known
   */
  analysis(document: SourceDocument, search = true): Promise<PythonAnalysis> {
    const cached = this.#kept.get(document.uri);
    if (cached?.version === document.version) return cached.analysis;
    const read = new Set<string>();
    const kept = { version: document.version, analysis: this.#analyse(document, read, search), read };
    this.#kept.set(document.uri, kept);
    kept.analysis.catch(() => {
      if (this.#kept.get(document.uri) === kept) this.#kept.delete(document.uri);
    });
    return kept.analysis;
  }

  /** Whether there may be more to say of a document than its own text tells: a launch names it, or may do so. */
  concerns({ uri, text }: SourceDocument): boolean {
    return mayMatter(text) || this.#index.known(uri).length > 0;
  }

  /** The launches of its folder that name a Python file. */
  naming(uri: string): Promise<readonly LookedFor[]> {
    const folder = this.#host.workspace.folderOf(uri);
    if (folder !== undefined) return this.#index.naming(uri, folder);
    return this.#index.naming(uri, folderOfUri(uri), BOUNDS.depthAround);
  }

  async #launches(uri: string, search: boolean): Promise<readonly LookedFor[]> {
    return search ? this.naming(uri) : this.#index.known(uri);
  }

  /** A script was analysed. Returns the Python documents to look at again, open or not. */
  scriptAnalysed(analysis: Analysis): readonly string[] {
    const { files, asks } = this.#index.put(analysis.document.uri, analysis);
    // Some were not looked at so far, as nothing in them speaks of OpenRLHF.
    return [...new Set([...files, ...this.#forget(asks ? [...files, ...this.#servers] : files)])];
  }

  /**
   * A file is another one now, and so are these scripts that depend on it. Returns the Python documents to look at again.
   * @param saved it changed on disk, where it may have come or gone
   */
  changed(uri: string, scripts: readonly string[], saved: boolean): readonly string[] {
    const affected = [...this.#kept].filter(([, { read }]) => read.has(uri)).map(([document]) => document);
    if (!saved && !isScript(uri)) return this.#forget(affected);
    const outdated = [...scripts, ...(saved && isScript(uri) ? [uri] : [])];
    for (const script of outdated) this.#index.outdated(script);
    // What an outdated script names now is known when it is looked at again.
    return this.#forget(outdated.length > 0 ? [...this.#kept.keys()] : affected);
  }

  close(uri: string): void {
    this.#kept.delete(uri);
    this.#servers.delete(uri);
    // What is not searched for counts only while it is open.
    if (!isScript(uri)) this.#index.put(uri, { namedFiles: [], asked: [] });
    this.#host.outlines.forget(uri);
  }

  /** Settings or folders changed. */
  forget(): void {
    this.#kept.clear();
    this.#index.forget();
  }

  /** The launches that ask at a path at which the file answers; a search has been made for those that name it. */
  #asking(uri: string, text: string): readonly AskedServer[] {
    const paths = new Set(routesOf(this.#host.outlines.of(uri, text)).map(({ path }) => path));
    if (paths.size > 0) this.#servers.add(uri);
    else this.#servers.delete(uri);
    return paths.size === 0 ? [] : this.#index.asked.filter(({ use }) => paths.has(use.route));
  }

  #forget(documents: readonly string[]): readonly string[] {
    const known = [...this.#kept.keys()].filter((uri) => documents.some((other) => isSameUri(uri, other)));
    for (const uri of known) this.#kept.delete(uri);
    return known;
  }

  async #analyse(document: SourceDocument, read: Set<string>, search: boolean): Promise<PythonAnalysis> {
    const { uri, text } = document;
    const { outlines, workspace, sources, maxLength } = this.#host;
    const tooLong = maxLength !== undefined && text.length > maxLength;
    const named = tooLong || !this.concerns(document) ? [] : await this.#launches(uri, search);
    const release = await this.#host.release(uri, releaseComment(text)?.release);
    const rules = await this.#host.rules(uri);
    const judge = { outlines, folder: workspace.folderOf(uri), release };
    const uses = named.map(({ use }) => use);
    const asked = this.#asking(uri, tooLong ? '' : text);
    const judgement = await sources.loading(({ optional }) => {
      const held = (other: string): string | null | undefined => {
        if (other === uri) return text;
        return workspace.holds(other, uri) ? optional(other) : null;
      };
      return judgePython({ uri, text: tooLong ? '' : text, uses, asking: asked.map(({ use }) => use) }, judge, {
        rules,
        file: held,
      });
    }, read);
    const newest = judgement.context?.releases.at(-1);
    const judging = [...named, ...asked].find((one) => one.release.release === newest)?.release ?? release;
    return { ...judgement, document, named, release: judging };
  }
}
