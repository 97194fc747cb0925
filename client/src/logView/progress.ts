import * as vscode from 'vscode';
import { maskSecrets } from '../../../server/src/text/secrets.ts';
import { RayError } from '../ray/errors.ts';
import { PackagingError } from '../ray/packaging/packagingError.ts';

/**
 * Does something that takes time, with a notification that can cancel it. A failure is told in one sentence, with the button
 * that tries again.
 *
 * @param failure what is told in front of the reason
 * @returns `undefined` when it failed or was cancelled
 */
export async function withProgress<T>(
  title: string,
  failure: string,
  task: (report: (message: string) => void, signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  for (;;) {
    const aborter = new AbortController();
    try {
      return await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title, cancellable: true },
        async (progress, token) => {
          const listening = token.onCancellationRequested(() => {
            aborter.abort();
          });
          try {
            return await task((message) => {
              progress.report({ message });
            }, aborter.signal);
          } finally {
            listening.dispose();
          }
        },
      );
    } catch (error) {
      if (isCancelled(error)) {
        if (aborter.signal.aborted) return undefined;
        // Nobody cancelled it: the connection was closed, and another try on it would end in the same way.
        const reason = vscode.l10n.t(
          'The connection to the cluster was closed because its settings have changed. Look at the list of jobs, then try again.',
        );
        void vscode.window.showErrorMessage(`${failure} ${reason}`);
        return undefined;
      }
      const retry = vscode.l10n.t('Retry');
      const answer = await vscode.window.showErrorMessage(`${failure} ${reasonOf(error)}`, retry);
      if (answer !== retry) return undefined;
    }
  }
}

export function isCancelled(error: unknown): boolean {
  return (error instanceof RayError || error instanceof PackagingError) && error.kind === 'cancelled';
}

/** What went wrong, without secrets. */
export function reasonOf(error: unknown): string {
  return maskSecrets(error instanceof Error ? error.message : String(error));
}
