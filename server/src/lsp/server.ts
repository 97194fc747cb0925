import {
  TextDocuments,
  TextDocumentSyncKind,
  type Connection,
  type InitializeParams,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { createLanguageService, type Files } from '../service.ts';
import { sourceDocument, type SourceDocument } from '../features/document.ts';
import { FIX_ALL, SOURCE } from '../features/diagnostics.ts';
import { CodeActionKind, DidChangeConfigurationNotification } from 'vscode-languageserver/node';
import { VERSION } from '../version.ts';
import { Publisher } from './publisher.ts';
import { SETTINGS_SECTION, STATUS_NOTIFICATION, STATUS_REQUEST, type StatusParams } from './protocol.ts';
import { SettingsReader } from './settingsReader.ts';

/** Wires a connection to the language service. A failure inside one feature is logged and answered with nothing. */
export function serve(connection: Connection, files: Files): void {
  const documents = new TextDocuments(TextDocument);
  const settings = new SettingsReader(connection);
  let folders: readonly string[] = [];
  const service = createLanguageService({
    files,
    settings: (uri) => settings.of(uri),
    openText: (uri) => documents.get(uri)?.getText(),
    folderOf: (uri) => folders.find((folder) => uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`)),
  });
  const publisher = new Publisher(connection);

  connection.onInitialize((params: InitializeParams) => {
    settings.initialize(params);
    folders = (params.workspaceFolders ?? []).map((folder) => folder.uri);
    return {
      serverInfo: { name: 'openrlhf-language-server', version: VERSION },
      capabilities: {
        textDocumentSync: TextDocumentSyncKind.Incremental,
        completionProvider: { triggerCharacters: ['-', '.', '=', ' ', '/'], resolveProvider: true },
        hoverProvider: true,
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL] },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  });

  connection.onInitialized(() => {
    if (settings.canRegister) void connection.client.register(DidChangeConfigurationNotification.type, { section: SETTINGS_SECTION });
    if (settings.hasFolders) {
      connection.workspace.onDidChangeWorkspaceFolders((event) => {
        const gone = new Set(event.removed.map((folder) => folder.uri));
        folders = [...folders.filter((folder) => !gone.has(folder)), ...event.added.map((folder) => folder.uri)];
        refreshAll();
      });
    }
  });

  const guarded = async <T>(feature: string, uri: string, work: () => Promise<T>): Promise<T | null> => {
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

  const refresh = (uri: string): void => {
    void guarded(SOURCE, uri, async () => {
      const document = source(uri);
      if (!document) return;
      const findings = await service.diagnostics(document);
      if (documents.get(uri)?.version !== document.version) return;
      publisher.publish(uri, document.version, findings);
      void connection.sendNotification(STATUS_NOTIFICATION, { uri });
    });
  };
  const refreshAll = (): void => {
    service.forgetSettings();
    for (const document of documents.all()) refresh(document.uri);
  };

  documents.onDidChangeContent(({ document }) => {
    for (const uri of service.dependentsOf(document.uri)) refresh(uri);
    refresh(document.uri);
  });
  documents.onDidClose(({ document }) => {
    service.close(document.uri);
    publisher.withdraw(document.uri);
  });
  connection.onDidChangeConfiguration((change) => {
    settings.changed(change.settings);
    refreshAll();
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) for (const dependent of service.fileChanged(uri)) refresh(dependent);
  });

  connection.onCompletion((params) =>
    guarded('completion', params.textDocument.uri, async () => {
      const document = source(params.textDocument.uri);
      return document ? service.completion(document, params.position, params.context?.triggerCharacter === ' ') : null;
    }),
  );
  connection.onCompletionResolve((item) => service.resolveCompletion(item));
  connection.onHover((params) =>
    guarded('hover', params.textDocument.uri, async () => {
      const document = source(params.textDocument.uri);
      return document ? service.hover(document, params.position) : null;
    }),
  );
  connection.onCodeAction((params) =>
    guarded('code actions', params.textDocument.uri, async () => {
      const document = source(params.textDocument.uri);
      return document ? service.codeActions(document, params.range, params.context.only) : null;
    }),
  );
  connection.onRequest(STATUS_REQUEST, ({ uri }: StatusParams) =>
    guarded('status', uri, async () => {
      const document = source(uri);
      return document ? service.status(document) : null;
    }),
  );

  documents.listen(connection);
  connection.listen();
}
