import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  CompletionList,
  Diagnostic,
  Hover,
  Location as LspLocation,
  Position,
  Range,
} from 'vscode-languageserver-types';
import { flagDoc } from './catalogue/docs.ts';
import { createCatalogues, type Catalogues, type ReleaseCatalogue } from './catalogue/lookup.ts';
import { chooseRelease, type ReleaseChoice, type ReleaseStatements } from './catalogue/release.ts';
import { analyse } from './features/analyse.ts';
import type { Analysis } from './features/analysis.ts';
import { completionItems, resolveFlagItem, type FlagItemData } from './features/completion.ts';
import { cursorContext } from './features/cursor.ts';
import { codeActions, diagnosticsByFile, fixAll, FIX_ALL, rulePage } from './features/diagnostics.ts';
import { isPython, lspRange, sourceDocument, type SourceDocument } from './features/document.ts';
import { entryPointSummary } from './features/entryPoints.ts';
import { hoverAt } from './features/hover.ts';
import { launchLenses } from './features/launchLens.ts';
import { answeredVariables } from './features/launchPlan/answers.ts';
import type { LaunchPlan, LaunchSummary } from './features/launchPlan/model.ts';
import { launchPlan } from './features/launchPlan/plan.ts';
import { launchSummaries } from './features/launchPlan/summaries.ts';
import type { PythonAnalysis } from './features/python/analysis.ts';
import { pythonCompletion } from './features/python/completion.ts';
import { PythonDocuments } from './features/python/documents.ts';
import { pythonHover } from './features/python/hover.ts';
import { importedFiles } from './features/python/imports.ts';
import { Outlines } from './features/python/outlines.ts';
import { definitionsAt, placesOfUses, referencesAt } from './features/python/places.ts';
import { useLenses } from './features/python/useLens.ts';
import { Sources, type Loaded } from './features/sources.ts';
import { statusOf, type ScriptStatus } from './features/status.ts';
import { Workspace } from './features/workspace.ts';
import { isEntryPointModule } from './launch/launches.ts';
import type { PythonFile, PythonFiles } from './python/outline/model.ts';
import { USUAL_RAY } from './ray/options.ts';
import type { Finding } from './rules/model.ts';
import type { PythonRole } from './rules/python/context.ts';
import type { FolderSettings } from './settings.ts';
import { LineIndex } from './text/lineIndex.ts';
import type { Location } from './text/location.ts';
import { fileOfUri } from './text/uri.ts';

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
  /** The workspace folder that holds a document. */
  readonly folderOf: (uri: string) => string | undefined;
  /** UTF-16 units past which a document is not looked at; any length if absent. */
  readonly maxLength?: number;
  /** A command of the client that opens the completion list again; `undefined` where it has none. */
  readonly suggestCommand?: () => string | undefined;
  /** Documents whose findings are out of date, since a script names them in another way now. */
  readonly outdated?: (uris: readonly string[]) => void;
}

/** What the client does when a code lens is chosen; a lens without its command is left out. */
export interface LensCommands {
  /** Runs a launch, with `LaunchCommandArguments`. */
  readonly launch?: string | undefined;
  /** Shows places, with `ReferencesCommandArguments`. */
  readonly references?: string | undefined;
}

/** A language service over the host's files; see `LanguageService`. */
export function createLanguageService(host: Host): LanguageService {
  return new LanguageService(host);
}

/** All language features over documents that the caller keeps. Each answer belongs to the version that it was asked for. */
export class LanguageService {
  readonly #host: Host;
  readonly #catalogues: Catalogues;
  readonly #workspace: Workspace;
  readonly #sources: Sources;
  readonly #outlines = new Outlines();
  readonly #python: PythonDocuments;
  readonly #settings = new Map<string, Promise<FolderSettings>>();
  readonly #analyses = new Map<string, { readonly version: number; readonly analysis: Promise<Analysis> }>();
  /** By script, the other files that its analysis has read. */
  readonly #read = new Map<string, ReadonlySet<string>>();

  constructor(host: Host) {
    this.#host = host;
    this.#catalogues = createCatalogues(host.copy);
    const { files, openText, folderOf } = host;
    this.#workspace = new Workspace({ read: files.read, list: files.list, openText, folderOf });
    this.#sources = new Sources({ read: files.read, list: files.list, openText });
    this.#python = new PythonDocuments({
      sources: this.#sources,
      workspace: this.#workspace,
      outlines: this.#outlines,
      list: files.list,
      rules: async (uri) => (await this.#settingsOf(uri)).rules,
      release: (uri, comment) => this.#release(uri, comment),
      script: (uri, text) => this.#closedScript(uri, text),
      maxLength: host.maxLength,
    });
  }

  /** Findings by file: mostly in the document itself, some in files that it sources or imports. */
  async diagnostics(document: SourceDocument): Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
    const findings = await this.#findings(document);
    return diagnosticsByFile(findings, this.#linesOf(document), rulePage);
  }

  /** @param automatic a space was typed, nobody asked */
  async completion(document: SourceDocument, position: Position, automatic: boolean): Promise<CompletionList | null> {
    if (isPython(document)) return pythonCompletion(document, document.lines.offset(position));
    const { release, silentBecause } = await this.analysis(document);
    if (silentBecause) return null;
    const suggestCommand = this.#host.suggestCommand?.();
    const catalogue = this.#catalogues.forRelease(release.release);
    const context = cursorContext(document, document.lines.offset(position), {
      file: (uri) => this.#text(uri),
      recognises: isEntryPointModule,
      entryPoint: (name) => catalogue?.entryPoint(name)?.spec,
    });
    if (!context) return null;
    return completionItems(document, context, automatic, {
      flagDoc,
      entryPoints: catalogue?.entryPoints.map((entryPoint) => entryPoint.spec) ?? [],
      entryPointSummary,
      release: release.release,
      ray: catalogue?.ray ?? USUAL_RAY,
      list: (folder) => this.#workspace.list(document.uri, folder),
      ...(suggestCommand === undefined ? {} : { suggestCommand }),
    });
  }

  /** Adds the documentation to an item of `completion`. */
  resolveCompletion(item: CompletionItem): CompletionItem {
    const data = item.data as Partial<FlagItemData> | undefined;
    if (data?.flag === undefined || data.entryPoint === undefined || data.release === undefined) return item;
    const flag = this.#catalogues.entryPoint(data.release, data.entryPoint)?.flag(data.flag);
    return flag ? resolveFlagItem(item, flag, flagDoc(data.flag, data.entryPoint)) : item;
  }

  async hover(document: SourceDocument, position: Position): Promise<Hover | null> {
    if (isPython(document)) return pythonHover(document, document.lines.offset(position));
    const analysis = await this.analysis(document);
    const linesOf = this.#linesOf(document);
    return hoverAt(analysis, document.lines.offset(position), {
      flagDoc,
      entryPointSummary,
      entryPointsWith: (flag) => this.#catalogues.entryPointsWith(analysis.release.release, flag),
      releasesWith: (entryPoint, flag) => this.#catalogues.releasesWith(entryPoint, flag),
      releases: this.#catalogues.releases,
      ray: this.#catalogues.forRelease(analysis.release.release)?.ray ?? USUAL_RAY,
      placeOf: ({ uri, range }) => {
        const line = `line ${(linesOf(uri)?.position(range.start).line ?? 0) + 1}`;
        return uri === document.uri ? line : `${line} of ${fileOfUri(uri)}`;
      },
    });
  }

  /** @param only the kinds that the client wants; all if it does not say */
  async codeActions(document: SourceDocument, range: Range, only?: readonly string[]): Promise<CodeAction[]> {
    const findings = await this.#findings(document);
    const wanted = (kind: string) => only?.some((prefix) => `${kind}.`.startsWith(prefix && `${prefix}.`)) ?? true;
    const linesOf = this.#linesOf(document);
    return [
      ...(wanted('quickfix')
        ? codeActions(document.uri, findings, document.lines.offsets(range), linesOf, rulePage)
        : []),
      ...(only !== undefined && wanted(FIX_ALL) ? fixAll(findings, linesOf) : []),
    ];
  }

  /** Where what stands at a position is defined: the function or class that a launch's flag leads to. */
  async definition(document: SourceDocument, position: Position): Promise<LspLocation[]> {
    if (isPython(document)) return [];
    const analysis = await this.analysis(document);
    const offset = document.lines.offset(position);
    const found = await this.#sources.loading(({ optional }) =>
      definitionsAt(analysis, offset, (uri) => this.#opened(document, uri, optional)),
    );
    return this.#places(document, found);
  }

  /** The launches behind the function or class at a position, and the places of a launch's flag that lead to the same file. */
  async references(document: SourceDocument, position: Position): Promise<LspLocation[]> {
    if (!isPython(document) || !this.#python.concerns(document)) return [];
    const analysis = await this.#python.analysis(document);
    return this.#places(document, await this.#loaded(referencesAt(analysis, document.lines.offset(position))));
  }

  async status(document: SourceDocument): Promise<ScriptStatus> {
    return statusOf(await this.analysis(document), this.#catalogues.releases);
  }

  /** The launches that the document would make. */
  async launches(document: SourceDocument): Promise<LaunchSummary[]> {
    if (isPython(document)) return [];
    return launchSummaries(await this.analysis(document), this.#linesOf(document));
  }

  /**
   * One launch, ready to run; `null` where there is none of this id any more.
   * @param answers to the questions of the plan, by key; what they leave open stays a question
   */
  async launchPlan(
    document: SourceDocument,
    id: string,
    answers: Readonly<Record<string, string>> = {},
  ): Promise<LaunchPlan | null> {
    if (isPython(document)) return null;
    const variables = answeredVariables(answers);
    const analysis = await (variables.size === 0 ? this.analysis(document) : this.#analyse(document, variables));
    const { rules } = await this.#settingsOf(document.uri);
    return launchPlan(analysis, id, answers, {
      catalogues: this.#catalogues,
      rules,
      textOf: (uri) => (uri === document.uri ? document.text : (this.#text(uri) ?? undefined)),
      linesOf: this.#linesOf(document),
      readFile: (folder, path) => this.#workspace.read(document.uri, folder, path),
    });
  }

  async codeLenses(document: SourceDocument, commands: LensCommands): Promise<CodeLens[]> {
    const { codeLens } = await this.#settingsOf(document.uri);
    if (!codeLens) return [];
    if (!isPython(document)) {
      return commands.launch === undefined ? [] : launchLenses(await this.analysis(document), commands.launch);
    }
    if (commands.references === undefined || !this.#python.concerns(document)) return [];
    const analysis = await this.#python.analysis(document);
    await this.#loaded(placesOfUses(analysis.named));
    const places = (role: PythonRole): LspLocation[] =>
      this.#places(document, placesOfUses(analysis.named.filter(({ use }) => use.role === role)));
    return useLenses(analysis, places, commands.references);
  }

  /** Everything that is known of a script's version, evaluated once. */
  analysis(document: SourceDocument): Promise<Analysis> {
    const cached = this.#analyses.get(document.uri);
    if (cached?.version === document.version) return cached.analysis;
    const analysis = this.#analyse(document);
    const entry = { version: document.version, analysis };
    this.#analyses.set(document.uri, entry);
    // What failed is tried again when it is next asked for.
    analysis.catch(() => {
      if (this.#analyses.get(document.uri) === entry) this.#analyses.delete(document.uri);
    });
    return analysis;
  }

  /** Everything that is known of a Python file's version, judged once. */
  pythonAnalysis(document: SourceDocument): Promise<PythonAnalysis> {
    return this.#python.analysis(document);
  }

  /** Documents that depend on this file, whose analyses are now out of date and forgotten. */
  dependentsOf(uri: string): readonly string[] {
    return this.#dependentsOf(uri, false);
  }

  /** A file changed on disk. Returns the documents to look at again. */
  fileChanged(uri: string): readonly string[] {
    this.#sources.changed(uri);
    return this.#dependentsOf(uri, true);
  }

  /** Settings or folders changed: every analysis is out of date. */
  forgetSettings(): void {
    this.#settings.clear();
    this.#analyses.clear();
    this.#python.forget();
  }

  close(uri: string): void {
    this.#analyses.delete(uri);
    this.#read.delete(uri);
    this.#settings.delete(uri);
    this.#python.close(uri);
  }

  async #findings(document: SourceDocument): Promise<readonly Finding[]> {
    if (!isPython(document)) return (await this.analysis(document)).findings;
    return this.#python.concerns(document) ? (await this.#python.analysis(document)).findings : [];
  }

  /** @param variables what the script is started with, where a person has said it */
  async #analyse(document: SourceDocument, variables?: ReadonlyMap<string, string>): Promise<Analysis> {
    const read = new Set<string>();
    const analysis = await this.#evaluate(document, read, variables);
    if (variables !== undefined) return analysis;
    this.#read.set(document.uri, read);
    const outdated = this.#python.scriptAnalysed(analysis);
    if (outdated.length > 0) this.#host.outdated?.(outdated);
    return analysis;
  }

  /** A script that the index of launches has found. */
  async #closedScript(uri: string, text: string): Promise<Analysis> {
    const open = this.#analyses.get(uri);
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
    const settings = await this.#settingsOf(document.uri);
    return this.#sources.loading(
      ({ file, optional, list }) =>
        analyse(document, {
          catalogues: this.#catalogues,
          statements: this.#statements(settings),
          rules: settings.rules,
          ...(this.#host.maxLength === undefined ? {} : { maxLength: this.#host.maxLength }),
          ...(variables === undefined ? {} : { variables }),
          // What lies outside is of the machine that the editor runs on, not of the one that the script is for.
          file: (uri) => (this.#workspace.holds(uri, document.uri) ? file(uri) : null),
          optional: (uri) => (this.#workspace.holds(uri, document.uri) ? optional(uri) : null),
          list,
          workspace: this.#workspace,
          outlines: this.#outlines,
        }),
      read,
    );
  }

  #statements(settings: FolderSettings): ReleaseStatements {
    return { setting: settings.release, ...(this.#host.option === undefined ? {} : { option: this.#host.option }) };
  }

  async #release(uri: string, comment: string | undefined): Promise<ReleaseChoice> {
    const statements = this.#statements(await this.#settingsOf(uri));
    return chooseRelease(
      { ...statements, ...(comment === undefined ? {} : { comment }) },
      this.#catalogues.newest,
      (text) => this.#catalogues.resolve(text),
    );
  }

  #dependentsOf(uri: string, saved: boolean): readonly string[] {
    const scripts = [...this.#read].filter(([, read]) => read.has(uri)).map(([script]) => script);
    for (const script of scripts) this.#analyses.delete(script);
    return [...scripts, ...this.#python.changed(uri, scripts, saved)];
  }

  /** A Python file that a script names, with what it imports. */
  #opened(
    { uri: script }: SourceDocument,
    uri: string,
    file: Loaded['file'],
  ): { readonly file: PythonFile; readonly files: PythonFiles } | undefined {
    const text = file(uri);
    if (typeof text !== 'string') return undefined;
    const outlines = this.#outlines;
    const held = (other: string): string | null | undefined =>
      this.#workspace.holds(other, script) ? file(other) : null;
    const files = importedFiles({ outlines, folder: this.#workspace.folderOf(script), file: held });
    return { file: outlines.of(uri, text), files };
  }

  /** Locations whose files are loaded, so that they have lines. */
  async #loaded(locations: readonly Location[]): Promise<readonly Location[]> {
    await Promise.all(locations.map(({ uri }) => this.#sources.load(uri)));
    return locations;
  }

  #places(document: SourceDocument, locations: readonly Location[]): LspLocation[] {
    const linesOf = this.#linesOf(document);
    return locations.flatMap(({ uri, range }) => {
      const lines = linesOf(uri);
      return lines === undefined ? [] : [{ uri, range: lspRange(lines, range) }];
    });
  }

  #settingsOf(uri: string): Promise<FolderSettings> {
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

  #text(uri: string): string | null | undefined {
    return this.#sources.text(uri);
  }

  #linesOf(document: SourceDocument): (uri: string) => LineIndex | undefined {
    const indices = new Map<string, LineIndex>([[document.uri, document.lines]]);
    return (uri) => {
      const known = indices.get(uri);
      if (known) return known;
      const text = this.#text(uri);
      if (typeof text !== 'string') return undefined;
      const lines = new LineIndex(text);
      indices.set(uri, lines);
      return lines;
    };
  }
}
