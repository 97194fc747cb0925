import * as vscode from 'vscode';
import { maskSecrets } from '../../../server/src/text/secrets.ts';
import { saveLog } from '../ray/log/save.ts';
import { formatSize } from '../ray/packaging/formatSize.ts';
import { TextDocuments } from '../textDocuments.ts';
import type { LogTarget } from './logView.ts';
import { withProgress } from './progress.ts';
import { TailBuffer } from './tailBuffer.ts';

/** What VS Code shows as text without trouble; of a longer log the end is shown. */
const largestText = 16 * 1024 * 1024;

/** Logs as read-only documents. The text is of the moment when it was opened. */
export class LogDocuments extends TextDocuments {
  constructor() {
    super('openrlhf-log', vscode.l10n.t('This text is gone. Open the log again.'));
  }

  put({ cluster, submissionId }: LogTarget, text: string): vscode.Uri {
    return this.putText(`/${submissionId}.log`, cluster.id, text);
  }
}

/** Reads the log as it is now and opens it as a text. */
export async function openAsText(documents: LogDocuments, target: LogTarget): Promise<void> {
  const text = await withProgress(
    vscode.l10n.t('Reading the log of {0}', target.label),
    vscode.l10n.t('The log was not read.'),
    async (report, signal) => {
      const tail = new TailBuffer(largestText);
      const write = async (bytes: Uint8Array): Promise<void> => {
        tail.add(bytes);
        return Promise.resolve();
      };
      const onProgress = (bytes: number): void => {
        report(formatSize(bytes));
      };
      await saveLog(target.cluster.http, { submissionId: target.submissionId, write, onProgress, signal });
      const shown = maskSecrets(tail.text());
      if (!tail.cut) return shown;
      const note = vscode.l10n.t('The last {0} of the log; “Save Log…” has all of it.', formatSize(largestText));
      return `── ${note}\n${shown}`;
    },
  );
  if (text === undefined) return;
  const document = await vscode.workspace.openTextDocument(documents.put(target, text));
  await vscode.window.showTextDocument(document, { preview: true });
}
