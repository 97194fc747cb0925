import * as vscode from 'vscode';
import type { RayError } from '../ray/errors.ts';
import { RayError as Failure } from '../ray/errors.ts';
import type { RayHttp } from '../ray/http.ts';
import { listJobs } from '../ray/jobs.ts';
import { tokensOnThisMachine } from '../ray/token.ts';
import type { Cluster } from './model.ts';
import { tokenProblem } from './tokens.ts';

/**
 * Asks for the token of a cluster: first for one of those on this machine, where there are any, else for a typed one.
 *
 * @param refused why the last request failed
 * @param connect a connection that sends the token that it is given
 * @returns `undefined` when the person gave none
 */
export async function askForToken(
  { name, address }: Pick<Cluster, 'name' | 'address'>,
  refused: RayError | undefined,
  connect: (token: string) => RayHttp,
): Promise<string | undefined> {
  const title = vscode.l10n.t('Token for {0}', name);
  const found = await offerFound(title, address.origin);
  if (!found) return undefined;
  const token = found.token ?? (await typed(title, refused));
  if (token === undefined) return undefined;
  const verdict = await tryToken(connect(token));
  if (verdict !== 'refused') return token;
  const again = vscode.l10n.t('Enter Another Token');
  const answer = await vscode.window.showErrorMessage(
    vscode.l10n.t('{0} refuses this token: it is of another cluster.', name),
    again,
  );
  return answer === again ? askForToken({ name, address }, undefined, connect) : undefined;
}

/** @returns no token when one is to be typed; `undefined` when the person gave up */
async function offerFound(title: string, origin: string): Promise<{ readonly token?: string } | undefined> {
  const found = await tokensOnThisMachine();
  if (found.length === 0) return {};
  const type: vscode.QuickPickItem & { token?: string } = {
    label: vscode.l10n.t('$(edit) Enter a token…'),
  };
  const items = found.map(({ token, source }) => ({
    label: `$(key) ${source}`,
    description: vscode.l10n.t('on this machine'),
    token,
  }));
  return vscode.window.showQuickPick([...items, type], {
    title,
    placeHolder: vscode.l10n.t('Which token shall be sent to {0}?', origin),
    ignoreFocusOut: true,
  });
}

async function typed(title: string, refused: RayError | undefined): Promise<string | undefined> {
  const answer = await vscode.window.showInputBox({
    title,
    prompt:
      refused?.kind === 'token-refused'
        ? vscode.l10n.t(
            'The token so far is of another cluster. "ray get-auth-token" on the head prints the right one.',
          )
        : vscode.l10n.t('"ray get-auth-token" on the head prints it. It is kept in the secret storage of the editor.'),
    password: true,
    ignoreFocusOut: true,
    validateInput: (value) => (tokenProblem(value) === 'not-a-token' ? notAToken() : undefined),
  });
  const token = answer?.trim();
  return token === undefined || token === '' ? undefined : token;
}

function notAToken(): string {
  return vscode.l10n.t('A token has only letters, digits and signs, without spaces.');
}

/** `unknown` where the cluster cannot be asked now. */
async function tryToken(http: RayHttp): Promise<'accepted' | 'refused' | 'unknown'> {
  try {
    await listJobs(http);
    return 'accepted';
  } catch (error) {
    return error instanceof Failure && error.kind === 'token-refused' ? 'refused' : 'unknown';
  } finally {
    http.dispose();
  }
}
