import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { formatSize } from '../ray/packaging/formatSize.ts';
import { saveLogToFile } from '../ray/log/save.ts';
import { withProgress } from './progress.ts';
import type { LogTarget } from './logView.ts';

/** Asks for a file and writes the whole log as it is now into it, byte for byte, secrets included. */
export async function saveLog(target: LogTarget): Promise<void> {
  const { cluster, submissionId } = target;
  // In the workspace it would be part of the next upload.
  const folder = vscode.Uri.file(homedir());
  const file = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save Log'),
    defaultUri: vscode.Uri.joinPath(folder, `${submissionId}.log`),
    filters: { [vscode.l10n.t('Logs')]: ['log', 'txt'] },
  });
  if (!file) return;
  const saved = await withProgress(
    vscode.l10n.t('Saving the log of {0}', target.label),
    vscode.l10n.t('The log was not saved.'),
    async (report, signal) => {
      const onProgress = (bytes: number): void => {
        report(formatSize(bytes));
      };
      if (file.scheme === 'file') {
        return await saveLogToFile(cluster.http, submissionId, file.fsPath, { signal, onProgress });
      }
      // Only VS Code can write there, and it takes whole files.
      const scratch = await mkdtemp(path.join(tmpdir(), 'openrlhf-log-'));
      try {
        const copy = path.join(scratch, 'log');
        const result = await saveLogToFile(cluster.http, submissionId, copy, { signal, onProgress });
        await vscode.workspace.fs.copy(vscode.Uri.file(copy), file, { overwrite: true });
        return result;
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },
  );
  if (saved === undefined) return;
  const open = vscode.l10n.t('Open');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Saved {0} as {1}. It holds what the job printed, secrets included.',
      formatSize(saved.bytes),
      file.path,
    ),
    open,
  );
  if (answer === open) await vscode.commands.executeCommand('vscode.open', file);
}
