import * as vscode from 'vscode';
import type { ServerRequests } from '../languageServer.ts';
import {
  LAUNCH_PLAN_REQUEST,
  LAUNCHES_REQUEST,
  type LaunchesParams,
  type LaunchPlan,
  type LaunchPlanParams,
  type LaunchSummary,
} from '../../../server/src/lsp/protocol.ts';
import { openScript } from './script.ts';

/** The launches of a script. */
export async function launchesOf(client: ServerRequests, uri: vscode.Uri): Promise<readonly LaunchSummary[]> {
  await openScript(uri);
  const params: LaunchesParams = { uri: uri.toString() };
  return (await client.sendRequest<readonly LaunchSummary[] | null>(LAUNCHES_REQUEST, params)) ?? [];
}

/** One launch, as it is with these answers. */
export async function planOf(
  client: ServerRequests,
  uri: vscode.Uri,
  id: string,
  answers: Readonly<Record<string, string>>,
): Promise<LaunchPlan | null> {
  await openScript(uri);
  const params: LaunchPlanParams = { uri: uri.toString(), id, answers };
  return client.sendRequest<LaunchPlan | null>(LAUNCH_PLAN_REQUEST, params);
}

/** Asks for one of several launches. */
export async function pickLaunch(launches: readonly LaunchSummary[]): Promise<LaunchSummary | undefined> {
  const [only, ...others] = launches;
  if (only === undefined || others.length === 0) return only;
  const picked = await vscode.window.showQuickPick(
    launches.map((launch) => ({
      label: `$(rocket) ${launch.entryPoint ?? launch.module}`,
      description: [
        launch.model,
        launch.loop.join(', ') || null,
        launch.conditional ? vscode.l10n.t('behind a condition') : null,
      ]
        .filter((part) => part !== null)
        .join(' · '),
      detail: vscode.l10n.t('Line {0}, {1}', launch.startLine + 1, launch.wrapper),
      launch,
    })),
    {
      title: vscode.l10n.t('Launch on Ray'),
      placeHolder: vscode.l10n.t('Which of the {0} launches?', launches.length),
      matchOnDescription: true,
    },
  );
  return picked?.launch;
}
