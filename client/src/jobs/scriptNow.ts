import * as vscode from 'vscode';
import type { ServerRequests } from '../languageServer.ts';
import { LAUNCHES_REQUEST, LAUNCH_PLAN_REQUEST } from '../../../server/src/lsp/protocol.ts';
import type { LaunchPlan, LaunchSummary } from '../../../server/src/lsp/protocol.ts';
import type { JobOrigin } from './metadata.ts';
import { nearest } from './nearestLaunch.ts';

/** What the launch that a job came from would run now: words, with the script's text for what is not known before. */
export interface ScriptNow {
  readonly words: readonly string[];
  /** Of the launch, from 1. */
  readonly line: number;
}

/** @throws Error that says why the script has no such launch (any more) */
export async function scriptNow(client: ServerRequests, origin: JobOrigin): Promise<ScriptNow> {
  if (origin.script === null) throw new Error(vscode.l10n.t('The job was not launched from a script of this editor.'));
  const script = vscode.Uri.parse(origin.script);
  // The server knows open documents only.
  const { uri } = await vscode.workspace.openTextDocument(script);
  const launches = await client.sendRequest<LaunchSummary[] | null>(LAUNCHES_REQUEST, { uri: uri.toString() });
  const launch = nearest(launches ?? [], origin);
  if (!launch) throw new Error(vscode.l10n.t('{0} has no launch any more.', vscode.workspace.asRelativePath(uri)));
  const plan = await client.sendRequest<LaunchPlan | null>(LAUNCH_PLAN_REQUEST, {
    uri: uri.toString(),
    id: launch.id,
    answers: {},
  });
  if (!plan) throw new Error(vscode.l10n.t('{0} has no launch any more.', vscode.workspace.asRelativePath(uri)));
  return { words: plan.argv ?? plan.shown, line: launch.startLine + 1 };
}
