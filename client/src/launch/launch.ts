import path from 'node:path';
import * as vscode from 'vscode';
import type { ServerRequests } from '../languageServer.ts';
import type { LaunchCommandArguments, LaunchPlan } from '../../../server/src/lsp/protocol.ts';
import type { Cluster, Clusters } from '../clusters/model.ts';
import type { Jobs } from '../jobs/register.ts';
import type { LogViews } from '../logView/logViews.ts';
import { clusterFor } from './cluster.ts';
import { decide } from './decide.ts';
import type { LaunchChoices, LaunchDraft } from './draft.ts';
import { editorUi } from './editorUi.ts';
import type { Gathered } from './facts.ts';
import { askQuestions } from './questions.ts';
import { openScript, scriptInFront } from './script.ts';
import { launchesOf, pickLaunch, planOf } from './server.ts';
import { runInTerminal } from './terminal.ts';

/** What a launch needs of the rest of the window. */
export interface LaunchParts {
  readonly client: ServerRequests;
  readonly clusters: Clusters;
  readonly jobs: Jobs;
  readonly logs: LogViews;
  readonly version: string;
  /** File of the bundled pack worker. */
  readonly worker: string | undefined;
}

/** A launch with all its values. */
export interface PlannedLaunch {
  readonly launch: LaunchPlan;
  readonly script: vscode.Uri;
  /** The text of the script that it was read from. */
  readonly text: string;
}

/** A launch on its way, as far as the person has decided on it. */
export interface LaunchDecision extends PlannedLaunch {
  readonly cluster: Cluster;
  readonly choices: LaunchChoices;
  readonly draft: LaunchDraft;
  readonly gathered: Gathered;
}

/** `OpenRLHF: Launch on Ray`: from a script to a job whose log is open. */
export async function launchOnRay(
  parts: LaunchParts,
  uri: vscode.Uri | undefined,
  given: LaunchCommandArguments | undefined,
): Promise<void> {
  const script = given ? vscode.Uri.parse(given.uri) : (uri ?? scriptInFront());
  if (!script) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a launch script first.'));
    return;
  }
  const document = await openScript(script);
  if (!document) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} is no shell script. Open a launch script first.', path.posix.basename(script.path)),
    );
    return;
  }
  const text = document.getText();
  const launch = await planned(parts, script, given?.id);
  if (!launch) return;
  const cluster = await clusterFor(parts.clusters, launch.submit?.address ?? null);
  if (!cluster || !(await parts.clusters.mayUse(cluster))) return;
  if ((await decide(parts, { launch, script, text }, cluster)) === 'changed') {
    // Its launches are other ones now, so which is meant may have to be asked again.
    await launchOnRay(parts, script, undefined);
  }
}

/** Finds the launch that is meant, with all its values. */
async function planned(
  parts: LaunchParts,
  script: vscode.Uri,
  id: string | undefined,
): Promise<LaunchPlan | undefined> {
  const { client } = parts;
  let chosen = id;
  if (chosen === undefined) {
    const launches = await launchesOf(client, script);
    if (launches.length === 0) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('{0} starts no program of OpenRLHF.', path.posix.basename(script.path)),
      );
      return undefined;
    }
    chosen = (await pickLaunch(launches))?.id;
    if (chosen === undefined) return undefined;
  }
  const launchId = chosen;
  const first = await planOf(client, script, launchId, {});
  const answered =
    first && (await askQuestions(editorUi, first, (answers) => planOf(client, script, launchId, answers)));
  switch (answered?.kind) {
    case 'plan':
      return answered.plan;
    case 'terminal':
      await runInTerminal(script);
      return undefined;
    case 'given-up':
      return undefined;
    case 'unknown': {
      const run = vscode.l10n.t('Run in Terminal');
      const answer = await vscode.window.showWarningMessage(
        vscode.l10n.t('What this launch runs cannot be told before the script runs.'),
        run,
      );
      if (answer === run) await runInTerminal(script);
      return undefined;
    }
    case 'gone':
    case undefined:
      void vscode.window.showInformationMessage(
        vscode.l10n.t('The script has changed: this launch is no longer in it.'),
      );
      return undefined;
  }
}
