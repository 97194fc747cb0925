import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  CompletionList,
  Diagnostic,
  Hover,
  Position,
  Range,
} from 'vscode-languageserver-types';
import { flagDoc } from './catalogue/docs.ts';
import { createCatalogues, type Catalogues, type ReleaseCatalogue } from './catalogue/lookup.ts';
import { analyse } from './features/analyse.ts';
import type { Analysis } from './features/analysis.ts';
import { completionItems, resolveFlagItem, type FlagItemData } from './features/completion.ts';
import { cursorContext } from './features/cursor.ts';
import { codeActions, diagnosticsByFile, fixAll, FIX_ALL, rulePage } from './features/diagnostics.ts';
import type { SourceDocument } from './features/document.ts';
import { entryPointSummary } from './features/entryPoints.ts';
import { hoverAt } from './features/hover.ts';
import { launchLenses } from './features/launchLens.ts';
import { answeredVariables } from './features/launchPlan/answers.ts';
import type { LaunchPlan, LaunchSummary } from './features/launchPlan/model.ts';
import { launchPlan } from './features/launchPlan/plan.ts';
import { launchSummaries } from './features/launchPlan/summaries.ts';
import { statusOf, type ScriptStatus } from './features/status.ts';
import { Workspace } from './features/workspace.ts';
import { isEntryPointModule } from './launch/launches.ts';
import { USUAL_RAY } from './ray/options.ts';
import type { FolderSettings } from './settings.ts';
import { LineIndex } from './text/lineIndex.ts';
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
}

/** After so many rounds of loading sourced files, what is still missing counts as unreadable. */
const MAX_SOURCE_DEPTH = 16;

/** A language service over the host's files; see `LanguageService`. */
export function createLanguageService(host: Host): LanguageService {
  return new LanguageService(host);
}

/** All language features over documents that the caller keeps. Each answer belongs to the version that it was asked for. */
export class LanguageService {
  readonly #host: Host;
  readonly #catalogues: Catalogues;
  readonly #workspace: Workspace;
  /** Texts of sourced files on disk; `null` where there is none. */
  readonly #files = new Map<string, string | null>();
  readonly #settings = new Map<string, Promise<FolderSettings>>();
  readonly #analyses = new Map<string, { readonly version: number; readonly analysis: Promise<Analysis> }>();
  /** By script, the other files that its analysis has read. */
  readonly #sources = new Map<string, ReadonlySet<string>>();

  constructor(host: Host) {
    this.#host = host;
    this.#catalogues = createCatalogues(host.copy);
    const { files, openText, folderOf } = host;
    this.#workspace = new Workspace({ read: files.read, list: files.list, openText, folderOf });
  }

  /** Findings by file: mostly in the document itself, some in files that it sources. */
  async diagnostics(document: SourceDocument): Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
    const { findings } = await this.analysis(document);
    return diagnosticsByFile(findings, this.#linesOf(document), rulePage);
  }

  /** @param automatic a space was typed, nobody asked */
  async completion(document: SourceDocument, position: Position, automatic: boolean): Promise<CompletionList | null> {
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
    const { findings } = await this.analysis(document);
    const wanted = (kind: string) => only?.some((prefix) => `${kind}.`.startsWith(prefix && `${prefix}.`)) ?? true;
    const linesOf = this.#linesOf(document);
    return [
      ...(wanted('quickfix')
        ? codeActions(document.uri, findings, document.lines.offsets(range), linesOf, rulePage)
        : []),
      ...(only !== undefined && wanted(FIX_ALL) ? fixAll(findings, linesOf) : []),
    ];
  }

  async status(document: SourceDocument): Promise<ScriptStatus> {
    return statusOf(await this.analysis(document), this.#catalogues.releases);
  }

  /** The launches that the document would make. */
  async launches(document: SourceDocument): Promise<LaunchSummary[]> {
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

  /** @param command runs a launch on the client, with `LaunchCommandArguments` */
  async codeLenses(document: SourceDocument, command: string): Promise<CodeLens[]> {
    const { codeLens } = await this.#settingsOf(document.uri);
    return codeLens ? launchLenses(await this.analysis(document), command) : [];
  }

  /** Everything that is known of the document's version, evaluated once. */
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

  /** Scripts that source this file, whose analyses are now out of date and forgotten. */
  dependentsOf(uri: string): readonly string[] {
    const dependents = [...this.#sources].filter(([, read]) => read.has(uri)).map(([script]) => script);
    for (const script of dependents) this.#analyses.delete(script);
    return dependents;
  }

  /** A file changed on disk. Returns the scripts to look at again. */
  fileChanged(uri: string): readonly string[] {
    this.#files.delete(uri);
    return this.dependentsOf(uri);
  }

  /** Settings or folders changed: every analysis is out of date. */
  forgetSettings(): void {
    this.#settings.clear();
    this.#analyses.clear();
  }

  close(uri: string): void {
    this.#analyses.delete(uri);
    this.#sources.delete(uri);
    this.#settings.delete(uri);
  }

  /** @param variables what the script is started with, where a person has said it */
  async #analyse(document: SourceDocument, variables?: ReadonlyMap<string, string>): Promise<Analysis> {
    const settings = await this.#settingsOf(document.uri);
    const read = new Set<string>();
    for (let round = 0; ; round++) {
      const last = round === MAX_SOURCE_DEPTH;
      const analysis = analyse(document, {
        catalogues: this.#catalogues,
        statements: {
          setting: settings.release,
          ...(this.#host.option === undefined ? {} : { option: this.#host.option }),
        },
        rules: settings.rules,
        ...(this.#host.maxLength === undefined ? {} : { maxLength: this.#host.maxLength }),
        ...(variables === undefined ? {} : { variables }),
        file: (uri) => {
          // What lies outside is of the machine that the editor runs on, not of the one that the script is for.
          if (!this.#workspace.holds(uri, document.uri)) return null;
          read.add(uri);
          return this.#text(uri) ?? (last ? null : undefined);
        },
      });
      if (variables === undefined) this.#sources.set(document.uri, read);
      const missing = analysis.script.needs.filter((uri) => read.has(uri) && this.#text(uri) === undefined);
      if (last || missing.length === 0) return analysis;
      await Promise.all(missing.map(async (uri) => this.#files.set(uri, await this.#host.files.read(uri))));
    }
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
    return this.#host.openText(uri) ?? this.#files.get(uri);
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
