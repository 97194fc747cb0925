import * as vscode from 'vscode';
import {
  LanguageClient,
  TransportKind,
  type LanguageClientOptions,
  type ServerOptions,
} from 'vscode-languageclient/node';
import type { InitializationOptions } from '../../server/src/lsp/protocol.ts';

/** Ends all lines of documents in LF; the server puts it into its fix. */
export const LINE_FEED_COMMAND = 'openrlhf.useLineFeeds';

/** Documents that the server looks at: bash in files, untitled buffers and read-only views of other versions. */
export const DOCUMENTS = [{ language: 'shellscript' }];

/** The client of the bundled server, not yet started. */
export function createLanguageClient(context: vscode.ExtensionContext): LanguageClient {
  const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'openrlhf-language-server.cjs').fsPath;
  const server: ServerOptions = { module, transport: TransportKind.ipc };
  const initializationOptions: InitializationOptions = {
    suggestCommand: 'editor.action.triggerSuggest',
    lineFeedCommand: LINE_FEED_COMMAND,
    launchCommand: 'openrlhf.launch',
  };
  const options: LanguageClientOptions = {
    documentSelector: DOCUMENTS,
    outputChannel: vscode.window.createOutputChannel('OpenRLHF Tools', { log: true }),
    initializationOptions,
    markdown: { isTrusted: false, supportHtml: false },
  };
  return new LanguageClient('openrlhf', 'OpenRLHF Tools', server, options);
}
