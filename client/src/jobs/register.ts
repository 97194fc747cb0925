import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
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
export function registerJobs(context: vscode.ExtensionContext, clusters: WindowClusters, client: LanguageClient): Jobs {
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
    ...registerJobCommands({ clusters, client, view, documents }),
  );
  return { view, model, tracker, documents };
}
