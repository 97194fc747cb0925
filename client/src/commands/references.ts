import * as vscode from 'vscode';
import type { ReferencesCommandArguments } from '../../../server/src/lsp/protocol.ts';
import { REFERENCES_COMMAND } from '../documents.ts';

/** The command of a code lens: VS Code's own takes its classes, which no server can send. */
export function registerReferencesCommand(): vscode.Disposable {
  return vscode.commands.registerCommand(
    REFERENCES_COMMAND,
    async (...[uri, position, locations]: ReferencesCommandArguments) => {
      await vscode.commands.executeCommand(
        'editor.action.showReferences',
        vscode.Uri.parse(uri),
        new vscode.Position(position.line, position.character),
        locations.map(({ uri: place, range: { start, end } }) => {
          const range = new vscode.Range(start.line, start.character, end.line, end.character);
          return new vscode.Location(vscode.Uri.parse(place), range);
        }),
      );
    },
  );
}
