import * as vscode from 'vscode';
import { pickJob } from '../jobs/actions.ts';
import type { OfJob } from '../jobs/actions.ts';
import { labelOf } from '../jobs/items.ts';
import type { Clusters } from '../clusters/model.ts';
import { pickActor } from './filter.ts';
import { LogDocuments, openAsText } from './logDocuments.ts';
import type { LogAction } from './logScreen.ts';
import type { LogTarget, LogView } from './logView.ts';
import { LogViews } from './logViews.ts';
import { saveLog } from './saveLog.ts';

/** Log views and their commands. Commands get a row of the jobs view, else they mean the log in front, else they ask. */
export function registerLogViews(context: vscode.ExtensionContext, clusters: Clusters): LogViews {
  const views = new LogViews(clusters, context.workspaceState, (view, action) => {
    void act(views, documents, clusters, view, action);
  });
  const documents = new LogDocuments();
  const target = async (row: OfJob | undefined): Promise<LogTarget | undefined> =>
    row === undefined ? (views.active?.target ?? askForJob(clusters)) : targetOf(row);
  context.subscriptions.push(
    views,
    documents,
    vscode.commands.registerCommand('openrlhf.showJobLog', async (row?: OfJob) => {
      const job = row === undefined ? await askForJob(clusters) : targetOf(row);
      if (job && (await clusters.mayUse(job.cluster))) views.open(job);
    }),
    vscode.commands.registerCommand('openrlhf.saveJobLog', async (row?: OfJob) => {
      const job = await target(row);
      if (job && (await clusters.mayUse(job.cluster))) await saveLog(job);
    }),
    vscode.commands.registerCommand('openrlhf.openJobLogAsText', async (row?: OfJob) => {
      const job = await target(row);
      if (job && (await clusters.mayUse(job.cluster))) await openAsText(documents, job);
    }),
    vscode.commands.registerCommand('openrlhf.filterJobLog', async () => {
      const view = views.active;
      if (view) await act(views, documents, clusters, view, 'filter');
      else
        void vscode.window.showInformationMessage(
          vscode.l10n.t('Open the log of a job first, and let it be the terminal in front.'),
        );
    }),
    vscode.commands.registerCommand('openrlhf.pauseJobLog', () => {
      views.active?.screen.togglePause();
    }),
  );
  return views;
}

/** Names the log of a job; `undefined` for a job that nobody submitted, which has none. */
export function targetOf({ cluster, job }: OfJob): LogTarget | undefined {
  if (job.submissionId !== null) return { cluster, submissionId: job.submissionId, label: labelOf(job) };
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Ray keeps no log of a job that was not submitted: its output is where it was started.'),
  );
  return undefined;
}

async function askForJob(clusters: Clusters): Promise<LogTarget | undefined> {
  const picked = await pickJob(clusters, vscode.l10n.t('Whose log?'), (job) => job.type === 'submission');
  return picked && targetOf(picked);
}

async function act(
  views: LogViews,
  documents: LogDocuments,
  clusters: Clusters,
  view: LogView,
  action: LogAction,
): Promise<void> {
  switch (action) {
    case 'save':
      await saveLog(view.target);
      return;
    case 'text':
      await openAsText(documents, view.target);
      return;
    case 'filter': {
      const actor = await pickActor(view);
      if (actor === undefined) return;
      const { cluster, submissionId, label } = view.target;
      views.open({ cluster, submissionId, label, ...(actor === null ? {} : { actor }) });
      return;
    }
    case 'token':
      if (await clusters.askForToken(view.target.cluster)) view.retryNow();
      return;
    case 'close':
      view.end();
  }
}
