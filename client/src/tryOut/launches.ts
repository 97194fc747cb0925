import type * as vscode from 'vscode';
import type { TryRole } from '../../../runner/src/model.ts';
import { TRY_LAUNCHES_REQUEST, type TryLaunch, type TryLaunchesParams } from '../../../server/src/lsp/protocol.ts';
import type { ServerRequests } from '../languageServer.ts';

/** The launches that name a file, as the server knows them; none where it does not run. */
export async function launchesNaming(client: ServerRequests, file: vscode.Uri): Promise<readonly TryLaunch[]> {
  const params: TryLaunchesParams = { uri: file.toString() };
  try {
    return (await client.sendRequest<readonly TryLaunch[] | null>(TRY_LAUNCHES_REQUEST, params)) ?? [];
  } catch {
    // There are still samples to type in.
    return [];
  }
}

/** How a launch loads the file. */
export function roleOfLaunch(launch: TryLaunch | undefined): TryRole | undefined {
  if (launch === undefined) return undefined;
  return launch.role === 'agent' ? 'agent' : 'reward';
}
