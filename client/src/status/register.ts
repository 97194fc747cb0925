import * as vscode from 'vscode';
import type { StatusPlace } from '../../../server/src/lsp/protocol.ts';
import { PLACE_COMMAND } from '../documents.ts';
import type { ReleaseStatus } from './releaseStatus.ts';

/** Commands about what is known of the script in front. */
export function registerStatusCommands(status: ReleaseStatus): vscode.Disposable[] {
  return [
    vscode.commands.registerCommand(PLACE_COMMAND, (place: StatusPlace) => showPlace(place)),
    vscode.commands.registerCommand('openrlhf.showUnknown', () => showUnknown(status)),
  ];
}

/** Shows a place in the editor that has its file already, or else beside no other. */
export async function showPlace({ uri, line, character }: StatusPlace): Promise<void> {
  const target = vscode.Uri.parse(uri);
  const open = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === target.toString());
  const at = new vscode.Position(line, character);
  await vscode.window.showTextDocument(target, {
    viewColumn: open?.viewColumn ?? vscode.ViewColumn.One,
    selection: new vscode.Range(at, at),
  });
}

/** A list of the words that are not known before the script runs, each with the reason; the chosen one is shown. */
async function showUnknown(status: ReleaseStatus): Promise<void> {
  await status.refresh();
  const unknown = status.current?.unknown ?? [];
  if (unknown.length === 0) {
    const message = status.current
      ? vscode.l10n.t('All words of the launches in this script are known.')
      : vscode.l10n.t('Open a shell script first.');
    void vscode.window.showInformationMessage(message);
    return;
  }
  const items = unknown.map(({ text, why, place }) => ({
    label: text.replaceAll(/\s+/g, ' '),
    description: vscode.l10n.t('line {0}', place.line + 1),
    detail: why,
    place,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('What Is Not Known'),
    placeHolder: vscode.l10n.t('Words that are known only when the script runs; choose one to go there'),
    matchOnDetail: true,
  });
  if (picked) await showPlace(picked.place);
}
