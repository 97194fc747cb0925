import * as vscode from 'vscode';
import { pickJob } from '../jobs/actions.ts';
import type { OfJob } from '../jobs/actions.ts';
import { originOf } from '../jobs/metadata.ts';
import { labelOf } from '../jobs/items.ts';
import { splitCommand } from '../jobs/words.ts';
import { packageExists } from '../ray/packaging/upload.ts';
import type { Job } from '../ray/model.ts';
import { newSubmissionId } from '../ray/submit.ts';
import { reasonOf } from '../logView/progress.ts';
import type { LaunchParts } from './launch.ts';
import { previewText } from './preview.ts';
import { packagesOf, whyNoRerun } from './rerunnable.ts';
import { sendAndShow } from './submitAndShow.ts';

/** `OpenRLHF: Rerun Job…`: the same command, environment and metadata once more, with the files that it had. */
export async function rerunJob(parts: LaunchParts, row: OfJob | undefined): Promise<void> {
  const one =
    row ??
    (await pickJob(parts.clusters, vscode.l10n.t('Which job shall run again?'), (job) => job.type === 'submission'));
  if (!one || !(await parts.clusters.mayUse(one.cluster))) return;
  const { cluster, job } = one;
  const label = labelOf(job);
  const reason = whyNoRerun(job) ?? (await missingPackage(one));
  if (reason !== undefined) {
    const open = vscode.l10n.t('Open Script');
    const answer = await vscode.window.showErrorMessage(
      vscode.l10n.t('{0} cannot run again: {1}', label, reason),
      ...(originOf(job).script === null ? [] : [open]),
    );
    if (answer === open) await vscode.commands.executeCommand('openrlhf.openJobScript', one);
    return;
  }
  if (!(await confirm(parts, one, label))) return;
  await sendAndShow(parts, cluster, label, {
    packages: [],
    submission: {
      submissionId: newSubmissionId(),
      entrypoint: job.entrypoint,
      runtimeEnv: job.runtimeEnv,
      metadata: job.metadata,
    },
  });
}

async function missingPackage({ cluster, job }: OfJob): Promise<string | undefined> {
  try {
    for (const name of packagesOf(job)) {
      if (await packageExists(cluster.http, name)) continue;
      return vscode.l10n.t(
        'the cluster no longer has its uploaded files. Launch it from its script, which uploads them.',
      );
    }
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

async function confirm(parts: LaunchParts, { cluster, job }: OfJob, label: string): Promise<boolean> {
  const rerun = vscode.l10n.t('Rerun');
  const showFirst = vscode.l10n.t('Show What Is Sent');
  for (;;) {
    const answer = await vscode.window.showInformationMessage(
      vscode.l10n.t('Run {0} again on {1}?', label, cluster.name),
      { modal: true, detail: detailOf(job) },
      rerun,
      showFirst,
    );
    if (answer !== showFirst) return answer === rerun;
    const text = previewText({
      title: vscode.l10n.t('Rerun: {0}', label),
      cluster: { name: cluster.name, address: cluster.address.base, rayVersion: '' },
      script: originOf(job).script ?? '',
      entrypoint: job.entrypoint,
      argv: splitCommand(job.entrypoint),
      runtimeEnv: job.runtimeEnv,
      added: [],
      metadata: job.metadata,
      driver: {},
      upload: null,
      secrets: [],
    });
    await parts.jobs.documents.show('rerun', vscode.l10n.t('Rerun'), text);
    const go = await vscode.window.showQuickPick([{ label: vscode.l10n.t('$(debug-rerun) {0}', rerun) }], {
      title: vscode.l10n.t('Rerun: {0}', label),
      placeHolder: vscode.l10n.t('The text behind this list shows all that is sent.'),
      ignoreFocusOut: true,
    });
    return go !== undefined;
  }
}

function detailOf({ submissionId }: Job): string {
  return vscode.l10n.t(
    'The command, environment and files of {0} are sent once more under a new id. Changes to the script since then do not count. What the job asked for its driver (--entrypoint-num-gpus and the like) is not known to Ray any more and is not sent.',
    submissionId ?? '',
  );
}
