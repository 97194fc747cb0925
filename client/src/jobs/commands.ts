import * as vscode from 'vscode';
import type { ServerRequests } from '../languageServer.ts';
import { maskSecrets } from '../../../server/src/text/secrets.ts';
import type { Clusters } from '../clusters/model.ts';
import { getJob } from '../ray/jobs.ts';
import { isTerminal } from '../ray/model.ts';
import type { Job } from '../ray/model.ts';
import { attempt, deleteAction, pickJob, stopAction } from './actions.ts';
import type { OfJob } from './actions.ts';
import { compareAction } from './compareAction.ts';
import { jobDocument } from './details.ts';
import type { RayDocuments } from './documents.ts';
import { labelOf } from './items.ts';
import type { JobsView } from './jobsView.ts';
import { originOf } from './metadata.ts';
import { waitingDocument } from './waiting.ts';
import type { Waiting } from './waiting.ts';
import { waitingOf } from './whyWaiting.ts';

/** What the commands work with. */
export interface JobCommands {
  readonly clusters: Clusters;
  readonly client: ServerRequests;
  readonly view: JobsView;
  readonly documents: RayDocuments;
}

/** Commands about jobs: of a row of the view, or of the palette, which then asks for a job. */
export function registerJobCommands(using: JobCommands): vscode.Disposable[] {
  const { clusters, view, documents } = using;
  const chosen = async (row: OfJob | undefined, placeHolder: string, fits?: (job: Job) => boolean) => {
    if (!row) return pickJob(clusters, placeHolder, fits);
    return (await clusters.mayUse(row.cluster)) ? row : undefined;
  };
  return [
    vscode.commands.registerCommand('openrlhf.refreshJobs', async () => {
      await view.refresh();
      tellFailure(clusters);
    }),
    vscode.commands.registerCommand('openrlhf.showOlderJobs', (row?: Pick<OfJob, 'cluster'>) => {
      if (row) view.showOlder(row.cluster);
    }),
    vscode.commands.registerCommand('openrlhf.stopJob', async (row?: OfJob) => {
      const stoppable = ({ status, type }: Job): boolean => type === 'submission' && !isTerminal(status);
      const one = await chosen(row, vscode.l10n.t('Which job shall be stopped?'), stoppable);
      if (one) await stopAction(view, one);
    }),
    vscode.commands.registerCommand('openrlhf.deleteJob', async (row?: OfJob) => {
      if (row && (await clusters.mayUse(row.cluster))) await deleteAction(view, row);
    }),
    vscode.commands.registerCommand('openrlhf.copyJobCommand', async (row?: OfJob) => {
      if (row) await vscode.env.clipboard.writeText(row.job.entrypoint);
    }),
    vscode.commands.registerCommand('openrlhf.copyJobId', async (row?: OfJob) => {
      if (row) await vscode.env.clipboard.writeText(row.job.key);
    }),
    vscode.commands.registerCommand('openrlhf.compareJob', async (row?: OfJob) => {
      const one = await chosen(row, vscode.l10n.t('Arguments of which job?'));
      if (one) await compareAction(one, using);
    }),
    vscode.commands.registerCommand('openrlhf.showJobDetails', async (row?: OfJob) => {
      const one = await chosen(row, vscode.l10n.t('Details of which job?'));
      if (one) await showDetails(documents, one);
    }),
    vscode.commands.registerCommand('openrlhf.openJobScript', async (row?: OfJob) => {
      if (row) await openScript(row.job);
    }),
    vscode.commands.registerCommand('openrlhf.whyWaiting', async (row?: OfJob) => {
      const one = await chosen(row, vscode.l10n.t('Which job?'), ({ status }) => !isTerminal(status));
      if (one) await showWhy(documents, one);
    }),
  ];
}

/** A refresh that a person asked for says why it failed; one by itself only shows it. */
function tellFailure(clusters: Clusters): void {
  for (const cluster of clusters.all) {
    const health = clusters.health(cluster);
    if (health.kind === 'failed') void vscode.window.showErrorMessage(`${cluster.name}: ${health.error.message}`);
  }
}

async function showDetails(documents: RayDocuments, { cluster, job }: OfJob): Promise<void> {
  const now = await attempt(vscode.l10n.t('The job cannot be read.'), () => getJob(cluster.http, job.key));
  if (!now) return;
  const text = jobDocument(now, { name: cluster.name, base: cluster.address.base }, Date.now());
  await documents.showMarkdown(cluster.id, `${job.key}.md`, text);
}

async function openScript(job: Job): Promise<void> {
  const { script, line } = originOf(job);
  if (script === null) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} was not launched from a script of this editor.', labelOf(job)),
    );
    return;
  }
  await attempt(vscode.l10n.t('The script cannot be opened.'), async () => {
    const start = new vscode.Position((line ?? 1) - 1, 0);
    await vscode.window.showTextDocument(vscode.Uri.parse(script), { selection: new vscode.Range(start, start) });
  });
}

async function showWhy(documents: RayDocuments, { cluster, job }: OfJob): Promise<void> {
  const answer = await attempt(
    vscode.l10n.t('The cluster cannot be asked.'),
    async (): Promise<{ job: Job; waiting: Waiting | null }> => {
      const now = await getJob(cluster.http, job.key);
      return { job: now, waiting: isTerminal(now.status) ? null : await waitingOf(cluster.http, now) };
    },
  );
  if (!answer) return;
  if (!answer.waiting) {
    void vscode.window.showInformationMessage(
      isTerminal(answer.job.status)
        ? vscode.l10n.t('{0} has ended.', labelOf(job))
        : vscode.l10n.t('{0} waits for nothing that Ray knows of. Its log says what it does.', labelOf(job)),
    );
    return;
  }
  const text = maskSecrets(waitingDocument(labelOf(job), job.key, answer.waiting));
  await documents.showMarkdown(cluster.id, `${vscode.l10n.t('Why {0} waits', job.key)}.md`, text);
}
