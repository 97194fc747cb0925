import type { Catalogues } from '../catalogue/lookup.ts';
import { chooseRelease, type ReleaseChoice, type ReleaseStatements } from '../catalogue/release.ts';
import type { Finding } from '../rules/model.ts';
import type { FolderSettings } from '../settings.ts';
import { analyse } from './analyse.ts';
import type { Analysis } from './analysis.ts';
import { isPython, sourceDocument, type SourceDocument } from './document.ts';
import { evaluateOnce } from './evaluate.ts';
import type { Host } from './host.ts';
import type { LookedFor } from './launchIndex/looked.ts';
import type { PythonAnalysis } from './python/analysis.ts';
import { PythonDocuments } from './python/documents.ts';
import { Outlines } from './python/outlines.ts';
import { Sources } from './sources.ts';
import { Workspace } from './workspace.ts';

/** What is known of documents: each version is looked at once, and again when something that it depends on changes. */
export class Analyses {
  readonly workspace: Workspace;
  readonly sources: Sources;
  readonly outlines = new Outlines();
  readonly #host: Host;
  readonly #catalogues: Catalogues;
  readonly #python: PythonDocuments;
  readonly #settings = new Map<string, Promise<FolderSettings>>();
  readonly #scripts = new Map<string, { readonly version: number; readonly analysis: Promise<Analysis> }>();
  /** By script, open or not, the other files that its analysis has read. */
  readonly #read = new Map<string, ReadonlySet<string>>();

  constructor(host: Host, catalogues: Catalogues) {
    this.#host = host;
    this.#catalogues = catalogues;
    const { files, openText, folderOf } = host;
    this.workspace = new Workspace({ read: files.read, list: files.list, openText, folderOf });
    this.sources = new Sources({ read: files.read, list: files.list, openText });
    this.#python = new PythonDocuments({
      sources: this.sources,
      workspace: this.workspace,
      outlines: this.outlines,
      list: files.list,
      rules: async (uri) => (await this.settingsOf(uri)).rules,
      release: (uri, comment) => this.#release(uri, comment),
      script: (uri, text) => this.#ofIndex(uri, text),
      maxLength: host.maxLength,
    });
  }

  script(document: SourceDocument): Promise<Analysis> {
    const { uri, version } = document;
    const cached = this.#scripts.get(uri);
    if (cached?.version === version) return cached.analysis;
    const analysis = this.#ofDocument(document);
    const entry = { version, analysis };
    this.#scripts.set(uri, entry);
    // What failed is tried again when it is next asked for.
    analysis.catch(() => {
      if (this.#scripts.get(uri) === entry) this.#scripts.delete(uri);
    });
    return analysis;
  }

  /** A script as it would be with variables that a person has given; it is not kept. */
  withVariables(document: SourceDocument, variables: ReadonlyMap<string, string>): Promise<Analysis> {
    return this.#evaluate(document, new Set(), variables);
  }

  /** See `PythonDocuments.analysis`. */
  python(document: SourceDocument, search = true): Promise<PythonAnalysis> {
    return this.#python.analysis(document, search);
  }

  /** See `PythonDocuments.concerns`. */
  concerns(document: SourceDocument): boolean {
    return this.#python.concerns(document);
  }

  /** See `PythonDocuments.naming`. */
  naming(uri: string): Promise<readonly LookedFor[]> {
    return this.#python.naming(uri);
  }

  /** Findings of a document; of a Python file that has nothing to do with OpenRLHF there are none, and it is not even read. */
  async findings(document: SourceDocument): Promise<readonly Finding[]> {
    if (!isPython(document)) return (await this.script(document)).findings;
    return this.concerns(document) ? (await this.python(document)).findings : [];
  }

  settingsOf(uri: string): Promise<FolderSettings> {
    let settings = this.#settings.get(uri);
    if (!settings) {
      const asked = this.#host.settings(uri);
      settings = asked;
      this.#settings.set(uri, asked);
      asked.catch(() => {
        if (this.#settings.get(uri) === asked) this.#settings.delete(uri);
      });
    }
    return settings;
  }

  /**
   * Documents that depend on a file that is another one now; what was known of them is forgotten.
   * @param saved it changed on disk
   */
  dependentsOf(uri: string, saved: boolean): readonly string[] {
    const scripts = [...this.#read].filter(([, read]) => read.has(uri)).map(([script]) => script);
    for (const script of scripts) this.#scripts.delete(script);
    return [...scripts, ...this.#python.changed(uri, scripts, saved)];
  }

  /** Settings or folders changed: everything is out of date. */
  forget(): void {
    this.#settings.clear();
    this.#scripts.clear();
    this.#python.forget();
  }

  close(uri: string): void {
    this.#scripts.delete(uri);
    this.#read.delete(uri);
    this.#settings.delete(uri);
    this.#python.close(uri);
  }

  async #ofDocument(document: SourceDocument): Promise<Analysis> {
    const { uri, version } = document;
    const read = new Set<string>();
    const analysis = await this.#evaluate(document, read);
    // One that a newer text has overtaken is of no use to anybody else.
    if (this.#scripts.get(uri)?.version !== version) return analysis;
    this.#read.set(uri, read);
    const outdated = this.#python.scriptAnalysed(analysis);
    if (outdated.length > 0) this.#host.outdated?.(outdated);
    return analysis;
  }

  /** A script that the index of launches has found. */
  async #ofIndex(uri: string, text: string): Promise<Analysis> {
    const open = this.#scripts.get(uri);
    if (open !== undefined) return open.analysis;
    const read = new Set<string>();
    const analysis = await this.#evaluate(sourceDocument(uri, 'shellscript', 0, text), read);
    this.#read.set(uri, read);
    return analysis;
  }

  async #evaluate(
    document: SourceDocument,
    read: Set<string>,
    variables?: ReadonlyMap<string, string>,
  ): Promise<Analysis> {
    const settings = await this.settingsOf(document.uri);
    const { maxLength } = this.#host;
    const { workspace, outlines } = this;
    const evaluate = evaluateOnce();
    return this.sources.loading(
      ({ file, optional, list }) =>
        analyse(
          document,
          {
            catalogues: this.#catalogues,
            statements: this.#statements(settings),
            rules: settings.rules,
            ...(maxLength === undefined ? {} : { maxLength }),
            ...(variables === undefined ? {} : { variables }),
            // What lies outside is of the machine that the editor runs on, not of the one that the script is for.
            file: (uri) => (workspace.holds(uri, document.uri) ? file(uri) : null),
            optional: (uri) => (workspace.holds(uri, document.uri) ? optional(uri) : null),
            list,
            workspace,
            outlines,
          },
          evaluate,
        ),
      read,
    );
  }

  #statements(settings: FolderSettings): ReleaseStatements {
    const { option, copy, copyFrom } = this.#host;
    return {
      setting: settings.release,
      ...(option === undefined ? {} : { option }),
      ...(copy === undefined || copyFrom === undefined ? {} : { [copyFrom]: copy.release }),
    };
  }

  async #release(uri: string, comment: string | undefined): Promise<ReleaseChoice> {
    const statements = this.#statements(await this.settingsOf(uri));
    return chooseRelease(
      { ...statements, ...(comment === undefined ? {} : { comment }) },
      this.#catalogues.newest,
      (text) => this.#catalogues.resolve(text),
    );
  }
}
