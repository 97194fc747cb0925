import * as vscode from 'vscode';
import type { LanguageServer } from '../languageServer.ts';

/** Commands about the language server itself. */
export function registerServerCommands(server: LanguageServer): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand('openrlhf.showLog', () => {
      server.output.show();
    }),
    vscode.commands.registerCommand('openrlhf.restartServer', () => server.restart()),
  ];
}
