import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

/** Commands about the language server itself. */
export function registerServerCommands(client: LanguageClient): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('openrlhf.showLog', () => {
      client.outputChannel.show();
    }),
    vscode.commands.registerCommand('openrlhf.restartServer', () =>
      // One that failed to start, or crashed too often, is not running.
      client.isRunning() ? client.restart() : client.start(),
    ),
  ];
}
