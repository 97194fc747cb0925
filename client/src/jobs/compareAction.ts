import * as vscode from 'vscode';
import type { ServerRequests } from '../languageServer.ts';
import { maskSecrets } from '../../../server/src/text/secrets.ts';
import type { Clusters } from '../clusters/model.ts';
import { attempt, pickJob } from './actions.ts';
import type { OfJob } from './actions.ts';
import { comparedArguments, comparedCommand, comparedText } from './compare.ts';
import type { RayDocuments } from './documents.ts';
import { labelOf } from './items.ts';
import { originOf } from './metadata.ts';
import { scriptNow } from './scriptNow.ts';

/** Shows the flags of a job beside those of another one, or of its script as it is now. */
export async function compareAction(
  { cluster, job }: OfJob,
  using: { readonly clusters: Clusters; readonly client: ServerRequests; readonly documents: RayDocuments },
): Promise<void> {
  const origin = originOf(job);
  const script = {
    label: vscode.l10n.t('$(file-code) The script as it is now'),
    description: origin.script === null ? '' : vscode.workspace.asRelativePath(vscode.Uri.parse(origin.script)),
  };
  const other = { label: vscode.l10n.t('$(list-unordered) Another job…'), description: '' };
  const choice =
    origin.script === null
      ? other
      : await vscode.window.showQuickPick([script, other], {
          placeHolder: vscode.l10n.t('Compare the arguments of {0} with…', labelOf(job)),
        });
  if (!choice) return;
  const right = choice === script ? await ofScript(using.client, job) : await ofOther(using.clusters, job);
  if (!right) return;
  const name = `${labelOf(job)} ${job.key}.txt`;
  const left = using.documents.put(cluster.id, name, maskSecrets(comparedCommand(job.entrypoint)));
  const title = `${job.key} ↔ ${right.name}`;
  await vscode.commands.executeCommand(
    'vscode.diff',
    left,
    using.documents.put(`compare ${cluster.id}`, `${right.name}.txt`, maskSecrets(right.text)),
    title,
  );
}

interface Side {
  readonly name: string;
  readonly text: string;
}

async function ofScript(client: ServerRequests, job: OfJob['job']): Promise<Side | undefined> {
  const origin = originOf(job);
  const now = await attempt(vscode.l10n.t('The script cannot be compared.'), () => scriptNow(client, origin));
  if (!now || origin.script === null) return undefined;
  const path = vscode.workspace.asRelativePath(vscode.Uri.parse(origin.script));
  return { name: `${path}:${now.line}`, text: comparedText(comparedArguments(now.words)) };
}

async function ofOther(clusters: Clusters, job: OfJob['job']): Promise<Side | undefined> {
  const picked = await pickJob(clusters, vscode.l10n.t('Which other job?'), ({ key }) => key !== job.key);
  return picked && { name: picked.job.key, text: comparedCommand(picked.job.entrypoint) };
}
