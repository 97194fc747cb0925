import { homedir } from 'node:os';
import * as vscode from 'vscode';
import {
  launchWords,
  TEMPLATE_KINDS,
  type TemplateKind,
  type TemplateRole,
} from '../../../server/src/templates/kinds.ts';

/** Makes a reward function, an agent or a reward server from a template; the folder comes from the explorer. */
export function registerNewFileCommand(extensionUri: vscode.Uri): vscode.Disposable {
  return vscode.commands.registerCommand('openrlhf.newPythonFile', async (place?: unknown) => {
    const kind = await pickKind();
    if (!kind) return;
    const folder = place instanceof vscode.Uri ? place : usualFolder();
    const file = await vscode.window.showSaveDialog({
      title: vscode.l10n.t(kind.title),
      defaultUri: await freeName(folder, kind.file),
      filters: { [vscode.l10n.t('Python Files')]: ['py'] },
    });
    if (!file) return;
    try {
      await writeWhole(file, await vscode.workspace.fs.readFile(templateOf(extensionUri, kind)));
      await vscode.window.showTextDocument(file);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      void vscode.window.showErrorMessage(vscode.l10n.t('{0} was not made: {1}', file.fsPath, reason));
      return;
    }
    await offerFlag(kind, file);
  });
}

interface KindItem extends vscode.QuickPickItem {
  readonly template?: TemplateKind;
}

async function pickKind(): Promise<TemplateKind | undefined> {
  const items: KindItem[] = [];
  for (const [index, template] of TEMPLATE_KINDS.entries()) {
    if (template.role !== TEMPLATE_KINDS[index - 1]?.role) {
      items.push({ label: headingOf(template.role), kind: vscode.QuickPickItemKind.Separator });
    }
    items.push({ label: vscode.l10n.t(template.title), detail: vscode.l10n.t(template.detail), template });
  }
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('New Reward Function or Agent'),
    placeHolder: vscode.l10n.t('What shall OpenRLHF use the file for?'),
    matchOnDetail: true,
  });
  return picked?.template;
}

function headingOf(role: TemplateRole): string {
  switch (role) {
    case 'reward-function':
      return vscode.l10n.t('reward functions');
    case 'agent':
      return vscode.l10n.t('agents');
    case 'reward-server':
      return vscode.l10n.t('reward servers');
  }
}

/** The workspace folder of the file in front, else the first one. */
function usualFolder(): vscode.Uri {
  const active = vscode.window.activeTextEditor?.document.uri;
  const folder = active && vscode.workspace.getWorkspaceFolder(active);
  return (folder ?? vscode.workspace.workspaceFolders?.[0])?.uri ?? vscode.Uri.file(homedir());
}

/** The name of a template's file, with a number where that is taken. */
async function freeName(folder: vscode.Uri, name: string): Promise<vscode.Uri> {
  const names = await vscode.workspace.fs.readDirectory(folder).then(
    (entries) => entries.map(([entry]) => entry),
    (): string[] => [],
  );
  let free = name;
  for (let number = 2; names.includes(free); number += 1) free = name.replace(/\.py$/, `_${number}.py`);
  return vscode.Uri.joinPath(folder, free);
}

function templateOf(extensionUri: vscode.Uri, { file }: TemplateKind): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'templates', file);
}

async function writeWhole(file: vscode.Uri, content: Uint8Array): Promise<void> {
  const temporary = file.with({ path: `${file.path}.${process.pid}.tmp` });
  try {
    await vscode.workspace.fs.writeFile(temporary, content);
    // The dialog has asked about a file that is there.
    await vscode.workspace.fs.rename(temporary, file, { overwrite: true });
  } catch (error) {
    await vscode.workspace.fs.delete(temporary).then(undefined, () => undefined);
    throw error;
  }
}

/** Offers the words for the launch script. They go by the clipboard: only a person knows which launch is meant. */
async function offerFlag(kind: TemplateKind, file: vscode.Uri): Promise<void> {
  const inside = vscode.workspace.getWorkspaceFolder(file) !== undefined;
  const words = launchWords(kind, inside ? `./${vscode.workspace.asRelativePath(file, false)}` : file.fsPath);
  const copy = vscode.l10n.t('Copy {0}', words);
  const answer = await vscode.window.showInformationMessage(
    kind.role === 'reward-server'
      ? vscode.l10n.t('A launch names the server by its URL, once it runs.')
      : vscode.l10n.t('A launch has to name the new file.'),
    copy,
  );
  if (answer === copy) await vscode.env.clipboard.writeText(words);
}
