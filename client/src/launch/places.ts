import path from 'node:path';
import * as vscode from 'vscode';
import type { JobFolder, LaunchChoices } from './draft.ts';
import { carriable } from './draft.ts';
import type { LaunchPlan } from '../../../server/src/lsp/protocol.ts';

/** Asks where the program shall run. @returns `undefined` for no change */
export async function chooseFolder(scriptFolder: string | null, now: JobFolder): Promise<JobFolder | undefined> {
  const workspaceFolder =
    scriptFolder === null ? undefined : vscode.workspace.getWorkspaceFolder(vscode.Uri.file(scriptFolder))?.uri.fsPath;
  const folders = [...new Set([scriptFolder ?? undefined, workspaceFolder])].filter((one) => one !== undefined);
  const uploads = folders.map((folder) => ({
    label: vscode.l10n.t('$(cloud-upload) Upload {0}', path.basename(folder)),
    description: folder,
    run: async (): Promise<JobFolder | undefined> => Promise.resolve({ kind: 'upload', path: folder }),
  }));
  const items = [
    ...uploads,
    { label: vscode.l10n.t('$(folder-opened) Upload Another Folder…'), description: '', run: browse },
    {
      label: vscode.l10n.t('$(server) A Folder on the Cluster…'),
      description: vscode.l10n.t('nothing is uploaded'),
      run: async () => folderOnCluster(now),
    },
    {
      label: vscode.l10n.t('$(circle-slash) No Folder'),
      description: vscode.l10n.t('the program runs wherever Ray starts it'),
      run: async (): Promise<JobFolder | undefined> => Promise.resolve({ kind: 'none' }),
    },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Folder of the Job'),
    placeHolder: vscode.l10n.t('Where shall the program run?'),
    ignoreFocusOut: true,
  });
  return picked?.run();
}

async function browse(): Promise<JobFolder | undefined> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      openLabel: vscode.l10n.t('Upload'),
    })) ?? [];
  return folder && { kind: 'upload', path: folder.fsPath };
}

async function folderOnCluster(now: JobFolder): Promise<JobFolder | undefined> {
  const folder = await vscode.window.showInputBox({
    title: vscode.l10n.t('Folder on the Cluster'),
    prompt: vscode.l10n.t(
      'It has to be there on the machine of the driver, which is the head unless the script asks for resources.',
    ),
    value: now.kind === 'onCluster' ? now.path : '/',
    validateInput: (text) =>
      text.startsWith('/') ? undefined : vscode.l10n.t('Expected an absolute path such as /openrlhf.'),
    ignoreFocusOut: true,
  });
  return folder === undefined ? undefined : { kind: 'onCluster', path: folder };
}

/** Asks which variables of the script go along. */
export async function chooseVariables(
  launch: LaunchPlan,
  choices: LaunchChoices,
): Promise<readonly string[] | undefined> {
  const picked = await vscode.window.showQuickPick(
    carriable(launch).map(({ name, value, secret }) => ({
      label: name,
      description: secret ? '***' : (value ?? ''),
      picked: choices.carried.includes(name),
    })),
    {
      title: vscode.l10n.t('Variables of the Script'),
      placeHolder: vscode.l10n.t('Which go along with the job?'),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  return picked?.map(({ label }) => label);
}
