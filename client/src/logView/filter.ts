import * as vscode from 'vscode';
import { driverName } from './actors.ts';
import type { LogView } from './logView.ts';

/** Asks for one of the actors that the view has shown lines of. @returns a name, or `null` for all lines */
export async function pickActor(view: LogView): Promise<string | null | undefined> {
  const seen = view.screen.actors.all;
  if (seen.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('The log has no lines yet.'));
    return undefined;
  }
  const items: readonly (vscode.QuickPickItem & { readonly actor: string | null })[] = [
    ...(view.target.actor === undefined ? [] : [{ label: vscode.l10n.t('All Lines'), actor: null }]),
    ...seen.map(({ name, lines }) => ({
      label: name === driverName ? vscode.l10n.t('Driver') : name,
      description: lines === 1 ? vscode.l10n.t('1 line') : vscode.l10n.t('{0} lines', lines),
      actor: name,
    })),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Filter Log by Actor'),
    placeHolder: vscode.l10n.t('Whose lines? They open in a view of their own.'),
  });
  return picked?.actor;
}
