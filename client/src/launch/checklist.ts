import * as vscode from 'vscode';
import { maskSecrets } from '../../../server/src/text/secrets.ts';
import type { CheckFix, CheckItem, CheckStatus } from './preflight.ts';

/** What a person does with a checklist. */
export type ChecklistChoice =
  | { readonly kind: 'launch' }
  | { readonly kind: 'preview' }
  | { readonly kind: 'terminal' }
  | { readonly kind: 'retry' }
  | { readonly kind: 'fix'; readonly fix: CheckFix };

interface Row extends vscode.QuickPickItem {
  readonly choice?: ChecklistChoice;
}

/** Shows a checklist; its first row goes on. @returns `undefined` when the person leaves it */
export async function showChecklist(
  title: string,
  cluster: string,
  items: readonly CheckItem[],
  verdict: 'go' | 'anyway' | 'impossible' | 'cannot',
): Promise<ChecklistChoice | undefined> {
  const bad = items.filter(({ status }) => status === 'fail' || status === 'impossible').length;
  const rows: Row[] = [
    firstRow(verdict, cluster, bad),
    verdict === 'cannot'
      ? { label: vscode.l10n.t('$(server) Another Cluster…'), choice: { kind: 'fix', fix: { kind: 'chooseCluster' } } }
      : { label: vscode.l10n.t('$(eye) Show What Is Sent'), choice: { kind: 'preview' } },
    { label: vscode.l10n.t('$(terminal) Run the Script in a Terminal'), choice: { kind: 'terminal' } },
    { label: vscode.l10n.t('Checks'), kind: vscode.QuickPickItemKind.Separator },
    ...items.map(({ status, text, detail, fix }): Row => ({
      label: `$(${iconOf(status)}) ${maskSecrets(text)}`,
      ...(detail === undefined ? {} : { detail: maskSecrets(detail) }),
      ...(fix === undefined ? {} : { choice: { kind: 'fix', fix } }),
    })),
  ];
  const picked = await vscode.window.showQuickPick(rows, {
    title,
    placeHolder:
      bad === 0
        ? vscode.l10n.t('Enter launches; a check opens its place or its fix')
        : vscode.l10n.t('Some checks failed; a check opens its place or its fix'),
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (picked === undefined) return undefined;
  // A check without a fix leads nowhere, so the list comes again.
  return picked.choice ?? showChecklist(title, cluster, items, verdict);
}

function firstRow(verdict: 'go' | 'anyway' | 'impossible' | 'cannot', cluster: string, bad: number): Row {
  const failed = bad === 1 ? vscode.l10n.t('1 check failed') : vscode.l10n.t('{0} checks failed', bad);
  switch (verdict) {
    case 'go':
      return {
        label: vscode.l10n.t('$(rocket) Launch'),
        description: vscode.l10n.t('on {0}', cluster),
        choice: { kind: 'launch' },
      };
    case 'anyway':
      return { label: vscode.l10n.t('$(rocket) Launch Anyway'), description: failed, choice: { kind: 'launch' } };
    case 'impossible':
      return {
        label: vscode.l10n.t('$(rocket) Launch Anyway…'),
        description: vscode.l10n.t('it cannot run like this'),
        choice: { kind: 'launch' },
      };
    case 'cannot':
      return {
        label: vscode.l10n.t('$(refresh) Check Again'),
        description: vscode.l10n.t('nothing can be sent to {0} now', cluster),
        choice: { kind: 'retry' },
      };
  }
}

function iconOf(status: CheckStatus): string {
  switch (status) {
    case 'ok':
      return 'pass';
    case 'info':
      return 'info';
    case 'warn':
      return 'warning';
    case 'fail':
      return 'error';
    case 'impossible':
      return 'circle-slash';
    case 'unknown':
      return 'question';
  }
}
