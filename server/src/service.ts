import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  CompletionList,
  Diagnostic,
  DocumentLink,
  DocumentSymbol,
  Hover,
  InlayHint,
  Location as LspLocation,
  Position,
  Range,
  SelectionRange,
} from 'vscode-languageserver-types';
import { flagDoc } from './catalogue/docs.ts';
import { createCatalogues, type Catalogues } from './catalogue/lookup.ts';
import { Analyses } from './features/analyses.ts';
import type { Analysis } from './features/analysis.ts';
import { completionItems, resolveFlagItem, type FlagItemData } from './features/completion.ts';
import { cursorContext } from './features/cursor.ts';
import { codeActions, diagnosticsByFile, fixAll, FIX_ALL, rulePage } from './features/diagnostics.ts';
import { isPython, lspRange, type SourceDocument } from './features/document.ts';
import { entryPointSummary } from './features/entryPoints.ts';
import type { Host } from './features/host.ts';
import { hoverAt } from './features/hover.ts';
import { ignoreFixes } from './features/ignore/fixes.ts';
import { launchLenses } from './features/launchLens.ts';
import { launchModel } from './features/launchModel/launchModel.ts';
import type { LaunchModel } from './features/launchModel/model.ts';
import { answeredVariables } from './features/launchPlan/answers.ts';
import type { Judge } from './features/launchPlan/findings.ts';
import type { LaunchPlan, LaunchSummary } from './features/launchPlan/model.ts';
import { launchPlan } from './features/launchPlan/plan.ts';
import { launchSummaries } from './features/launchPlan/summaries.ts';
import type { PythonAnalysis } from './features/python/analysis.ts';
import { pythonCompletion } from './features/python/completion.ts';
import { pythonHover } from './features/python/hover.ts';
import { importedFiles } from './features/python/imports.ts';
import { definitionsAt, namedAt, placesOfUses, referencesAt } from './features/python/places.ts';
import { tryLaunches, type TryLaunch } from './features/python/tryLaunches.ts';
import { tryLenses, useLenses } from './features/python/useLens.ts';
import { inlayHints } from './features/reading/inlayHints.ts';
import { documentLinks } from './features/reading/links.ts';
import { selectionRanges } from './features/reading/selection.ts';
import { documentSymbols } from './features/reading/symbols.ts';
import type { Loaded } from './features/sources.ts';
import { statusOf, type ScriptStatus } from './features/status.ts';
import { isEntryPointModule } from './launch/launches.ts';
import type { PythonFile, PythonFiles } from './python/outline/model.ts';
import { USUAL_RAY } from './ray/options.ts';
import { flagsByPlace } from './rules/ignore/flags.ts';
import type { Finding } from './rules/model.ts';
import type { PythonRole } from './rules/python/context.ts';
import { LineIndex } from './text/lineIndex.ts';
import type { Location } from './text/location.ts';
import { fileOfUri } from './text/uri.ts';

export type { Files, Host } from './features/host.ts';

/** What the client does when a code lens is chosen; a lens without its command is left out. */
export interface LensCommands {
  /** Runs a launch, with `LaunchCommandArguments`. */
  readonly launch?: string | undefined;
  /** Shows places, with `ReferencesCommandArguments`. */
  readonly references?: string | undefined;
  /** Tries a Python file, with `TryCommandArguments`. */
  readonly try?: string | undefined;
}

/** A language service over the host's files; see `LanguageService`. */
export function createLanguageService(host: Host): LanguageService {
  return new LanguageService(host);
}

/** All language features over documents that the caller keeps. Each answer belongs to the version that it was asked for. */
export class LanguageService {
  readonly #host: Host;
  readonly #catalogues: Catalogues;
  readonly #known: Analyses;

  constructor(host: Host) {
    this.#host = host;
    this.#catalogues = createCatalogues(host.copy);
    this.#known = new Analyses(host, this.#catalogues);
  }

  /** Findings by file: mostly in the document itself, some in files that it sources or imports. */
  async diagnostics(document: SourceDocument): Promise<ReadonlyMap<string, readonly Diagnostic[]>> {
    const findings = await this.#known.findings(document);
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
      list: (folder) => this.#known.workspace.list(document.uri, folder),
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
    const findings = await this.#known.findings(document);
    const wanted = (kind: string) => only?.some((prefix) => `${kind}.`.startsWith(prefix && `${prefix}.`)) ?? true;
    const linesOf = this.#linesOf(document);
    const language = isPython(document) ? 'python' : 'shell';
    const flagsAt = flagsByPlace(isPython(document) ? [] : (await this.analysis(document)).launches);
    const ignoring = (finding: Finding) => ignoreFixes(finding, { language, linesOf, flagsAt });
    return [
      ...(wanted('quickfix')
        ? codeActions(document.uri, findings, document.lines.offsets(range), linesOf, rulePage, ignoring)
        : []),
      ...(only !== undefined && wanted(FIX_ALL) ? fixAll(findings, linesOf) : []),
    ];
  }

  /** Where what stands at a position is defined: the function or class that a launch's flag leads to. */
  async definition(document: SourceDocument, position: Position): Promise<LspLocation[]> {
    if (isPython(document)) return [];
    const analysis = await this.analysis(document);
    const offset = document.lines.offset(position);
    const found = await this.#known.sources.loading(({ optional }) =>
      definitionsAt(analysis, offset, (uri) => this.#opened(document, uri, optional)),
    );
    return this.#places(document, found);
  }

  /** The places in launches that lead to the function or class at a position, or to the file that a flag names there. */
  async references(document: SourceDocument, position: Position): Promise<LspLocation[]> {
    const offset = document.lines.offset(position);
    if (!isPython(document)) {
      const files = namedAt(await this.analysis(document), offset).flatMap(({ uri }) => uri ?? []);
      const naming = await Promise.all([...new Set(files)].map((uri) => this.#known.naming(uri)));
      return this.#places(document, await this.#loaded(placesOfUses(naming.flat())));
    }
    if (!this.#known.concerns(document)) return [];
    return this.#places(document, await this.#loaded(referencesAt(await this.#known.python(document), offset)));
  }

  /** Launches, sections and flags, as an outline shows them; of a Python file none. */
  async symbols(document: SourceDocument): Promise<DocumentSymbol[]> {
    return isPython(document) ? [] : documentSymbols(await this.analysis(document));
  }

  /** What to select around each position, step by step; of a Python file nothing is known. */
  async selectionRanges(document: SourceDocument, positions: readonly Position[]): Promise<SelectionRange[] | null> {
    if (isPython(document)) return null;
    const offsets = positions.map((position) => document.lines.offset(position));
    return selectionRanges(await this.analysis(document), offsets);
  }

  /** Values behind variables in a range of a script, where the settings want them. */
  async inlayHints(document: SourceDocument, range: Range): Promise<InlayHint[]> {
    if (isPython(document) || !(await this.#known.settingsOf(document.uri)).inlayHints) return [];
    return inlayHints(await this.analysis(document), document.lines.offsets(range));
  }

  /** Links to the files that launches name. */
  async links(document: SourceDocument): Promise<DocumentLink[]> {
    return isPython(document) ? [] : documentLinks(await this.analysis(document));
  }

  async status(document: SourceDocument): Promise<ScriptStatus> {
    return statusOf(await this.analysis(document), this.#catalogues.releases, await this.#judge(document));
  }

  /** All that is known of the launches of a script, to read; of a Python file there is none. */
  async launchModel(document: SourceDocument): Promise<LaunchModel | null> {
    if (isPython(document)) return null;
    return launchModel(await this.analysis(document), await this.#judge(document));
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
    const analysis = await (variables.size === 0
      ? this.analysis(document)
      : this.#known.withVariables(document, variables));
    return launchPlan(analysis, id, answers, {
      ...(await this.#judge(document)),
      readFile: (folder, path) => this.#known.workspace.read(document.uri, folder, path),
    });
  }

  async codeLenses(document: SourceDocument, commands: LensCommands): Promise<CodeLens[]> {
    const { codeLens } = await this.#known.settingsOf(document.uri);
    if (!codeLens) return [];
    if (!isPython(document)) {
      return commands.launch === undefined ? [] : launchLenses(await this.analysis(document), commands.launch);
    }
    if (!this.#known.concerns(document)) return [];
    const analysis = await this.#known.python(document);
    const trying = commands.try === undefined ? [] : tryLenses(analysis, commands.try);
    if (commands.references === undefined) return trying;
    await this.#loaded(placesOfUses(analysis.named));
    const places = (role: PythonRole): LspLocation[] =>
      this.#places(document, placesOfUses(analysis.named.filter(({ use }) => use.role === role)));
    return [...useLenses(analysis, places, commands.references), ...trying];
  }

  /** The launches that name a Python file, as trials of it need them. */
  async tryLaunches(document: SourceDocument): Promise<readonly TryLaunch[]> {
    if (!isPython(document)) return [];
    const analysis = await this.#known.python(document);
    await this.#loaded(analysis.named.map(({ launch }) => launch.location));
    const linesOf = this.#linesOf(document);
    return tryLaunches(analysis, {
      lineOf: ({ uri, range }) => linesOf(uri)?.range(range).start.line ?? 0,
      textOf: (uri) => this.#text(uri) ?? undefined,
      readFile: (script, folder, path) => this.#known.workspace.read(script, folder, path),
    });
  }

  /** Everything that is known of a script's version, evaluated once. */
  analysis(document: SourceDocument): Promise<Analysis> {
    return this.#known.script(document);
  }

  /**
   * Everything that is known of a Python file's version, judged once.
   * @param search looks for launches in the file's folder; else those count of scripts that were analysed
   */
  pythonAnalysis(document: SourceDocument, search = true): Promise<PythonAnalysis> {
    return this.#known.python(document, search);
  }

  /** Documents that depend on this file, whose analyses are now out of date and forgotten. */
  dependentsOf(uri: string): readonly string[] {
    return this.#known.dependentsOf(uri, false);
  }

  /** A file changed on disk. Returns the documents to look at again. */
  fileChanged(uri: string): readonly string[] {
    this.#known.sources.changed(uri);
    return this.#known.dependentsOf(uri, true);
  }

  /** Settings or folders changed: every analysis is out of date. */
  forgetSettings(): void {
    this.#known.forget();
  }

  close(uri: string): void {
    this.#known.close(uri);
  }

  async #judge(document: SourceDocument): Promise<Judge> {
    const { rules } = await this.#known.settingsOf(document.uri);
    return {
      catalogues: this.#catalogues,
      rules,
      textOf: (uri) => (uri === document.uri ? document.text : (this.#text(uri) ?? undefined)),
      linesOf: this.#linesOf(document),
    };
  }

  /** A Python file that a script names, with what it imports. */
  #opened(
    { uri: script }: SourceDocument,
    uri: string,
    file: Loaded['file'],
  ): { readonly file: PythonFile; readonly files: PythonFiles } | undefined {
    const text = file(uri);
    if (typeof text !== 'string') return undefined;
    const outlines = this.#known.outlines;
    const held = (other: string): string | null | undefined =>
      this.#known.workspace.holds(other, script) ? file(other) : null;
    const files = importedFiles({ outlines, folder: this.#known.workspace.folderOf(script), file: held });
    return { file: outlines.of(uri, text), files };
  }

  /** Locations whose files are loaded, so that they have lines. */
  async #loaded(locations: readonly Location[]): Promise<readonly Location[]> {
    await Promise.all(locations.map(({ uri }) => this.#known.sources.load(uri)));
    return locations;
  }

  #places(document: SourceDocument, locations: readonly Location[]): LspLocation[] {
    const linesOf = this.#linesOf(document);
    return locations.flatMap(({ uri, range }) => {
      const lines = linesOf(uri);
      return lines === undefined ? [] : [{ uri, range: lspRange(lines, range) }];
    });
  }

  #text(uri: string): string | null | undefined {
    return this.#known.sources.text(uri);
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
