import * as vscode from 'vscode';
import { originMetadata } from '../jobs/metadata.ts';
import type { LaunchDecision, LaunchParts } from './launch.ts';
import { nameOf } from './names.ts';
import { previewText } from './preview.ts';
import { previewOwner } from './script.ts';

/** What the metadata of the job says: the script's own, and where it came from. */
export function metadataOf(
  { launch }: Pick<LaunchDecision, 'launch'>,
  version: string,
): Readonly<Record<string, string>> {
  const { summary, submit, release, script } = launch;
  return {
    ...submit?.metadata,
    ...originMetadata({
      script,
      // The line of a launch that is in a sourced file says nothing in the script.
      line: summary.uri === script ? summary.startLine + 1 : null,
      entryPoint: summary.entryPoint,
      model: summary.model,
      release,
      version,
    }),
  };
}

/** Opens all that would be sent as a read-only text. */
export async function showPreview(parts: LaunchParts, decision: LaunchDecision): Promise<void> {
  const { launch, cluster, draft, gathered } = decision;
  const { answer } = gathered.facts.cluster;
  const { plan } = gathered;
  const text = previewText({
    title: vscode.l10n.t('Launch on Ray: {0}', nameOf(launch)),
    cluster: {
      name: cluster.name,
      address: cluster.address.base,
      rayVersion: answer.kind === 'facts' ? answer.facts.rayVersion : '?',
    },
    script: `${vscode.workspace.asRelativePath(vscode.Uri.parse(launch.summary.uri))}:${launch.summary.startLine + 1}`,
    entrypoint: draft.entrypoint,
    argv: launch.argv ?? launch.shown,
    runtimeEnv: gathered.runtimeEnv ?? draft.runtimeEnv,
    added: draft.added,
    metadata: metadataOf(decision, parts.version),
    driver: { ...draft.driver },
    upload: plan === null ? null : { folder: plan.folder, size: plan.size, files: plan.files, ignored: plan.ignored },
    secrets: launch.env.flatMap(({ secret, value }) => (secret && value !== null ? [value] : [])),
  });
  await parts.jobs.documents.show(previewOwner(decision.script), vscode.l10n.t('Launch on Ray'), text);
}

/** Shows what is sent and asks once more, unless the person does not want to be asked. */
export async function confirmLaunch(
  parts: LaunchParts,
  decision: LaunchDecision,
): Promise<'launch' | 'back' | 'leave'> {
  if (!vscode.workspace.getConfiguration('openrlhf', decision.script).get<boolean>('launch.confirm', true))
    return 'launch';
  await showPreview(parts, decision);
  const { plan } = decision.gathered;
  const files =
    plan === null ? vscode.l10n.t('nothing is uploaded') : vscode.l10n.t('{0} files are uploaded', plan.files.length);
  const go = { label: vscode.l10n.t('$(rocket) Submit to {0}', decision.cluster.name), description: files };
  const back = { label: vscode.l10n.t('$(arrow-left) Back to the Checks') };
  const copy = { label: vscode.l10n.t('$(copy) Copy the Command'), description: vscode.l10n.t('with its secrets') };
  for (;;) {
    const picked = await vscode.window.showQuickPick([go, back, copy], {
      title: vscode.l10n.t('Launch on Ray: {0}', nameOf(decision.launch)),
      placeHolder: vscode.l10n.t('The text behind this list shows all that is sent. Submit it?'),
      ignoreFocusOut: true,
    });
    if (picked === go) return 'launch';
    if (picked === back) return 'back';
    if (picked === undefined) return 'leave';
    await vscode.env.clipboard.writeText(decision.draft.entrypoint);
  }
}
