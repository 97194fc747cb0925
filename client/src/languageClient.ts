import * as vscode from 'vscode';
import {
  LanguageClient,
  TransportKind,
  type LanguageClientOptions,
  type ServerOptions,
} from 'vscode-languageclient/node';
import type { InitializationOptions } from '../../server/src/lsp/protocol.ts';
import { DOCUMENTS, LINE_FEED_COMMAND, PYTHON_DOCUMENTS, REFERENCES_COMMAND, TRY_COMMAND } from './documents.ts';

/** The client of the bundled server, not yet started. */
export function createLanguageClient(
  context: vscode.ExtensionContext,
  output: vscode.LogOutputChannel,
): LanguageClient {
  const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'openrlhf-language-server.cjs').fsPath;
  const server: ServerOptions = { module, transport: TransportKind.ipc };
  const initializationOptions: InitializationOptions = {
    suggestCommand: 'editor.action.triggerSuggest',
    lineFeedCommand: LINE_FEED_COMMAND,
    launchCommand: 'openrlhf.launch',
    referencesCommand: REFERENCES_COMMAND,
    tryCommand: TRY_COMMAND,
  };
  const options: LanguageClientOptions = {
    documentSelector: [...DOCUMENTS, ...PYTHON_DOCUMENTS],
    outputChannel: output,
    initializationOptions,
    markdown: { isTrusted: false, supportHtml: false },
  };
  return new LanguageClient('openrlhf', 'OpenRLHF Tools', server, options);
}
