import {
  CodeActionKind,
  CodeLensRefreshRequest,
  InlayHintRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  PositionEncodingKind,
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type InitializeResult,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { FIX_ALL, SOURCE } from '../features/diagnostics.ts';
import { isPython, sourceDocument, type SourceDocument } from '../features/document.ts';
import { Forks } from '../node/forks.ts';
import { createLanguageService, type Files, type LanguageService } from '../service.ts';
import { VERSION } from '../version.ts';
import { Checker } from './checker.ts';
import { ClientView } from './clientView.ts';
import { Folders } from './folders.ts';
import {
  LAUNCH_MODEL_REQUEST,
  LAUNCH_PLAN_REQUEST,
  LAUNCHES_REQUEST,
  SETTINGS_SECTION,
  STATUS_NOTIFICATION,
  STATUS_REQUEST,
  type LaunchesParams,
  type LaunchModelParams,
  type LaunchPlanParams,
  type StatusParams,
  TRY_LAUNCHES_REQUEST,
  type TryLaunchesParams,
} from './protocol.ts';
import { Publisher } from './publisher.ts';
import { SettingsReader } from './settingsReader.ts';

/** UTF-16 units past which a script is not judged; evaluating this many takes some seconds. */
const MAX_LENGTH = 1_000_000;

/** Files that scripts may source, scripts that may name Python files, and these. */
const WATCHED = '**/*.{sh,bash,env,slurm,sbatch,py}';

const CAPABILITIES: InitializeResult = {
  serverInfo: { name: 'openrlhf-language-server', version: VERSION },
  capabilities: {
    positionEncoding: PositionEncodingKind.UTF16,
    textDocumentSync: TextDocumentSyncKind.Incremental,
    completionProvider: { triggerCharacters: ['-', '.', '=', ' ', '/'], resolveProvider: true },
    hoverProvider: true,
    definitionProvider: true,
    referencesProvider: true,
    documentSymbolProvider: true,
    selectionRangeProvider: true,
    documentLinkProvider: {},
    inlayHintProvider: true,
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  },
};

/** Wires a connection to the language service. A failure inside one feature is logged and answered with nothing. */
export function serve(connection: Connection, files: Files): void {
  const documents = new TextDocuments(TextDocument);
  const settings = new SettingsReader(connection);
  const folders = new Folders();
  let view = new ClientView({ capabilities: {} });
  const forks = new Forks();
  const made = (): LanguageService =>
    createLanguageService({
      ...(forks.fork?.copy ? { copy: forks.fork.copy, copyFrom: 'fork' } : {}),
      files,
      settings: (uri) => settings.of(uri),
      openText: (uri) => documents.get(uri)?.getText(),
      folderOf: (uri) => folders.of(uri),
      maxLength: MAX_LENGTH,
      suggestCommand: () => view.suggestCommand,
      outdated: (uris) => {
        checkDependents(uris.filter((uri) => documents.get(uri) !== undefined));
      },
    });
  let service = made();

  /** The work's answer, or `null` where it fails: then the client's log says in what. */
  const guarded = async <T>(feature: string, uri: string, work: () => T | Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      connection.console.error(`${feature} failed in ${uri}: ${detail}`);
      return null;
    }
  };
  const source = (uri: string): SourceDocument | undefined => {
    const document = documents.get(uri);
    return document && sourceDocument(uri, document.languageId, document.version, document.getText());
  };
  /** Answers for an open document; `null` for any other. */
  const answer = <T>(feature: string, uri: string, work: (document: SourceDocument) => Promise<T>): Promise<T | null> =>
    guarded(feature, uri, async () => {
      const document = source(uri);
      return document ? work(document) : null;
    });

  const checker = new Checker(new Publisher(connection), {
    document: source,
    diagnostics: (document) => service.diagnostics(document),
    checked: (uri) => void connection.sendNotification(STATUS_NOTIFICATION, { uri }),
  });
  const check = (uri: string): void => void guarded(SOURCE, uri, () => checker.check(uri));
  const refreshLenses = (): void => {
    if (!view.hasLenses || !view.refreshesLenses) return;
    void guarded('code lenses', 'this window', () => connection.sendRequest(CodeLensRefreshRequest.type));
  };
  const checkAll = (): void => {
    service.forgetSettings();
    for (const { uri } of documents.all()) check(uri);
    refreshLenses();
    if (view.refreshesHints)
      void guarded('inlay hints', 'this window', () => connection.sendRequest(InlayHintRefreshRequest.type));
  };
  /** Looks again at documents that depend on a file that is now another one. */
  const checkDependents = (uris: readonly string[]): void => {
    for (const uri of uris) check(uri);
    if (uris.length > 0) refreshLenses();
  };

  /** Judges by the copy of OpenRLHF that there is now; what was known by another one is forgotten. */
  const judgeByFork = (): void => {
    const { fork } = forks;
    if (fork?.copy === null)
      connection.console.warn(
        `${fork.folder} cannot be read as OpenRLHF: ${fork.reason ?? ''}; scripts are judged by a known release`,
      );
    else if (fork) connection.console.info(`scripts are judged by the copy of OpenRLHF in ${fork.folder}`);
    service = made();
    checkAll();
  };

  connection.onInitialize((params) => {
    settings.initialize(params);
    folders.initialize(params);
    view = new ClientView(params);
    if (!view.hasLenses) return CAPABILITIES;
    const { capabilities, ...server } = CAPABILITIES;
    return { ...server, capabilities: { ...capabilities, codeLensProvider: { resolveProvider: false } } };
  });
  connection.onInitialized(() => {
    const { client } = connection;
    forks.look(folders.all);
    if (forks.fork) judgeByFork();
    if (settings.canRegister) {
      void client.register(DidChangeConfigurationNotification.type, { section: SETTINGS_SECTION });
    }
    if (settings.canWatch) {
      void client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: WATCHED }] });
    }
    if (settings.hasFolders) {
      connection.workspace.onDidChangeWorkspaceFolders((event) => {
        folders.change(event);
        forks.look(folders.all);
        judgeByFork();
      });
    }
  });

  documents.onDidChangeContent(({ document: { uri } }) => {
    checkDependents(service.dependentsOf(uri));
    check(uri);
  });
  documents.onDidClose(({ document: { uri } }) => {
    service.close(uri);
    checker.close(uri);
    // What depends on it reads it from disk again.
    checkDependents(service.fileChanged(uri));
  });
  connection.onDidChangeConfiguration((change) => {
    settings.changed(change.settings);
    checkAll();
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    if (forks.changed(changes.map(({ uri }) => uri))) judgeByFork();
    checkDependents(changes.flatMap(({ uri }) => service.fileChanged(uri)));
  });

  connection.onCompletion(({ textDocument, position, context }) =>
    answer('completion', textDocument.uri, async (document) => {
      const automatic = context?.triggerCharacter === ' ';
      return view.completion(await service.completion(document, position, automatic));
    }),
  );
  connection.onCompletionResolve(
    async (item) => (await guarded('completion', item.label, () => view.item(service.resolveCompletion(item)))) ?? item,
  );
  connection.onHover(({ textDocument, position }) =>
    answer('hover', textDocument.uri, async (document) => view.hover(await service.hover(document, position))),
  );
  connection.onCodeAction(({ textDocument, range, context }) =>
    answer('code actions', textDocument.uri, async (document) =>
      view.actions(await service.codeActions(document, range, context.only)),
    ),
  );
  connection.onCodeLens(({ textDocument }) =>
    answer('code lenses', textDocument.uri, (document) =>
      service.codeLenses(document, {
        launch: view.launchCommand,
        references: view.referencesCommand,
        try: view.tryCommand,
      }),
    ),
  );
  connection.onDefinition(({ textDocument, position }) =>
    answer('definition', textDocument.uri, (document) => service.definition(document, position)),
  );
  connection.onReferences(({ textDocument, position }) =>
    answer('references', textDocument.uri, (document) => service.references(document, position)),
  );
  connection.onDocumentSymbol(({ textDocument }) =>
    answer('symbols', textDocument.uri, async (document) =>
      view.symbols(await service.symbols(document), document.uri),
    ),
  );
  connection.onSelectionRanges(({ textDocument, positions }) =>
    answer('selection ranges', textDocument.uri, (document) => service.selectionRanges(document, positions)),
  );
  connection.languages.inlayHint.on(({ textDocument, range }) =>
    answer('inlay hints', textDocument.uri, (document) => service.inlayHints(document, range)),
  );
  connection.onDocumentLinks(({ textDocument }) =>
    answer('links', textDocument.uri, (document) => service.links(document)),
  );
  connection.onRequest(LAUNCHES_REQUEST, ({ uri }: LaunchesParams) =>
    answer('launches', uri, (document) => service.launches(document)),
  );
  connection.onRequest(LAUNCH_MODEL_REQUEST, ({ uri }: LaunchModelParams) =>
    answer('launch model', uri, (document) => service.launchModel(document)),
  );
  connection.onRequest(LAUNCH_PLAN_REQUEST, ({ uri, id, answers }: LaunchPlanParams) =>
    answer('launch plan', uri, (document) => service.launchPlan(document, id, answers)),
  );
  connection.onRequest(TRY_LAUNCHES_REQUEST, ({ uri }: TryLaunchesParams) =>
    answer('launches of a Python file', uri, (document) => service.tryLaunches(document)),
  );
  connection.onRequest(STATUS_REQUEST, ({ uri }: StatusParams) =>
    answer('status', uri, async (document) => (isPython(document) ? null : service.status(document))),
  );

  documents.listen(connection);
  connection.listen();
}
