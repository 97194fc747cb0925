import * as vscode from 'vscode';
import type { ServerRequests } from '../languageServer.ts';
import type { WindowClusters } from '../clusters/windowClusters.ts';
import { getJob, listJobs } from '../ray/jobs.ts';
import { registerJobCommands } from './commands.ts';
import { RayDocuments } from './documents.ts';
import { JobsModel } from './jobsModel.ts';
import { JobsView } from './jobsView.ts';
import { notify } from './notifications.ts';
import { JobTracker } from './tracker.ts';
import { waitingOf, waitingOfAll } from './whyWaiting.ts';

/** What other parts of the client use of the jobs. */
export interface Jobs {
  readonly view: JobsView;
  readonly model: JobsModel;
  readonly tracker: JobTracker;
  readonly documents: RayDocuments;
}

/** The view of jobs, its commands, and what watches the jobs that this window launched. */
export function registerJobs(context: vscode.ExtensionContext, clusters: WindowClusters, client: ServerRequests): Jobs {
  const model = new JobsModel(clusters, { listJobs, waitingOfAll, now: () => Date.now() });
  const view = new JobsView(clusters, model);
  const documents = new RayDocuments();
  const tracker = new JobTracker(clusters, { getJob, waitingOf }, context.workspaceState);
  context.subscriptions.push(
    view,
    documents,
    tracker,
    tracker.onDidHappen((event) => {
      void view.refresh();
      void notify(event);
    }),
    clusters.onDidRestart((cluster) => {
      // Of jobs that were launched here it is told by name.
      if (tracker.watched.some(({ clusterId }) => clusterId === cluster.id)) return;
      void vscode.window.showWarningMessage(
        vscode.l10n.t('Ray of {0} was started anew. The jobs of before are gone.', cluster.name),
      );
    }),
    ...registerJobCommands({ clusters, client, view, documents }),
  );
  if (tracker.watched.length > 0) clusters.wake();
  return { view, model, tracker, documents };
}
