import * as vscode from 'vscode';
import type { ServerRequests } from '../languageServer.ts';
import { launchesOf, planOf } from '../launch/server.ts';
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
  const launch = nearest(await launchesOf(client, script), origin);
  const plan = launch && (await planOf(client, script, launch.id, {}));
  if (!plan) throw new Error(vscode.l10n.t('{0} has no launch any more.', vscode.workspace.asRelativePath(script)));
  return { words: plan.argv ?? plan.shown, line: launch.startLine + 1 };
}
