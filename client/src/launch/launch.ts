import { statSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ServerRequests } from '../languageServer.ts';
import type { LaunchCommandArguments, LaunchPlan } from '../../../server/src/lsp/protocol.ts';
import type { Cluster, Clusters } from '../clusters/model.ts';
import type { Jobs } from '../jobs/register.ts';
import type { LogViews } from '../logView/logViews.ts';
import { isCancelled, reasonOf } from '../logView/progress.ts';
import { showChecklist } from './checklist.ts';
import { clusterFor, withHeaders } from './cluster.ts';
import { draftLaunch, firstChoices } from './draft.ts';
import type { LaunchChoices, LaunchDraft } from './draft.ts';
import { editorUi } from './editorUi.ts';
import { gather } from './facts.ts';
import type { Gathered } from './facts.ts';
import { confirmLaunch, showPreview } from './confirm.ts';
import { chooseFolder, chooseVariables } from './places.ts';
import { preflight, verdict } from './preflight.ts';
import type { CheckFix } from './preflight.ts';
import { askQuestions } from './questions.ts';
import { launchesOf, pickLaunch, planOf } from './server.ts';
import { submitAndShow } from './submitAndShow.ts';
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

/** A launch on its way, as far as the person has decided on it. */
export interface LaunchDecision {
  readonly launch: LaunchPlan;
  readonly script: vscode.Uri;
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
  const script = given ? vscode.Uri.parse(given.uri) : (uri ?? vscode.window.activeTextEditor?.document.uri);
  if (!script) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open a launch script first.'));
    return;
  }
  const launch = await planned(parts, script, given?.id);
  if (!launch) return;
  const cluster = await clusterFor(parts.clusters, launch.submit?.address ?? null);
  if (!cluster || !(await parts.clusters.mayUse(cluster))) return;
  await decide(parts, launch, script, cluster);
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
  } else {
    await vscode.workspace.openTextDocument(script);
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

/** Shows the checklist until the person launches or leaves. */
async function decide(parts: LaunchParts, launch: LaunchPlan, script: vscode.Uri, first: Cluster): Promise<void> {
  const scriptFolder = path.dirname(vscode.Uri.parse(launch.script).fsPath);
  const changedInto = launch.folder === null ? null : vscode.Uri.parse(launch.folder).fsPath;
  let choices = firstChoices(launch, scriptFolder, changedInto, isFolder);
  let named = first;
  for (;;) {
    const http = withHeaders(named.http, launch.submit?.address ?? null, launch.submit?.headers ?? {});
    const cluster = http === named.http ? named : { ...named, http };
    const draft = draftLaunch(launch, choices, environmentDefaults(script));
    const gathered = await gatherWithProgress(parts, {
      launch,
      choices,
      draft,
      cluster,
      base: changedInto ?? scriptFolder,
    });
    if (!gathered) return;
    const decision: LaunchDecision = { launch, script, cluster, choices, draft, gathered };
    const outcome = await check(parts, decision);
    switch (outcome.kind) {
      case 'left':
        return;
      case 'again':
        choices = outcome.choices ?? choices;
        named = outcome.cluster ?? named;
    }
  }
}

type Outcome =
  { readonly kind: 'left' } | { readonly kind: 'again'; readonly choices?: LaunchChoices; readonly cluster?: Cluster };

const again: Outcome = { kind: 'again' };
const left: Outcome = { kind: 'left' };

/** One look at the checklist, and what came of it. */
async function check(parts: LaunchParts, decision: LaunchDecision): Promise<Outcome> {
  const { launch, script, cluster, gathered } = decision;
  const items = preflight(gathered.facts);
  const now = verdict(items, gathered.facts.cluster.answer);
  const title = vscode.l10n.t('Launch on Ray: {0}', nameOf(launch));
  for (;;) {
    const choice = await showChecklist(title, cluster.name, items, now);
    switch (choice?.kind) {
      case undefined:
        return left;
      case 'terminal':
        await runInTerminal(script);
        return left;
      case 'retry':
        return again;
      case 'preview':
        await showPreview(parts, decision);
        break;
      case 'fix':
        return fixed(parts, decision, choice.fix);
      case 'launch': {
        if (now === 'impossible' && !(await reallyLaunch(items.find(({ status }) => status === 'impossible')))) break;
        if (gathered.runtimeEnv === null) {
          void vscode.window.showErrorMessage(
            vscode.l10n.t(
              'It cannot be sent like this: see what the checks say about the folder and the runtime environment.',
            ),
          );
          break;
        }
        const confirmed = await confirmLaunch(parts, decision);
        if (confirmed === 'back') break;
        if (confirmed === 'launch') await submitAndShow(parts, decision);
        return left;
      }
    }
  }
}

async function reallyLaunch(item: { readonly text: string; readonly detail?: string } | undefined): Promise<boolean> {
  const launch = vscode.l10n.t('Launch Anyway');
  const answer = await vscode.window.showWarningMessage(
    item?.text ?? vscode.l10n.t('It cannot run like this.'),
    { modal: true, ...(item?.detail === undefined ? {} : { detail: item.detail }) },
    launch,
  );
  return answer === launch;
}

/** Does what an item of the checklist offers. */
async function fixed(parts: LaunchParts, decision: LaunchDecision, fix: CheckFix): Promise<Outcome> {
  const { launch, cluster, choices } = decision;
  switch (fix.kind) {
    case 'open': {
      const at = new vscode.Position(fix.line, fix.character);
      await vscode.window.showTextDocument(vscode.Uri.parse(fix.uri), { selection: new vscode.Range(at, at) });
      return left;
    }
    case 'setToken':
      await parts.clusters.askForToken(cluster);
      return again;
    case 'chooseCluster': {
      const picked = await parts.clusters.pick(vscode.l10n.t('Where shall it run?'));
      return picked && (await parts.clusters.mayUse(picked)) ? { kind: 'again', cluster: picked } : again;
    }
    case 'retry':
      return again;
    case 'chooseFolder': {
      const folder = await chooseFolder(path.dirname(vscode.Uri.parse(launch.script).fsPath), choices.folder);
      return folder === undefined ? again : { kind: 'again', choices: { ...choices, folder } };
    }
    case 'chooseVariables': {
      const carried = await chooseVariables(launch, choices);
      return carried === undefined ? again : { kind: 'again', choices: { ...choices, carried } };
    }
    case 'showUpload':
      await showPreview(parts, decision);
      return again;
    case 'saveAll':
      await vscode.workspace.saveAll(false);
      return again;
  }
}

async function gatherWithProgress(
  parts: LaunchParts,
  of: Pick<LaunchDecision, 'launch' | 'choices' | 'draft' | 'cluster'> & { readonly base: string },
): Promise<Gathered | undefined> {
  const unsaved = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file');
  try {
    return await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: vscode.l10n.t('Checking the launch on {0}…', of.cluster.name),
        cancellable: true,
      },
      async (progress, token) => {
        const aborter = new AbortController();
        token.onCancellationRequested(() => {
          aborter.abort();
        });
        return await gather({
          ...of,
          unsaved: unsaved.map(({ uri }) => uri.fsPath),
          worker: parts.worker,
          onPacked: (done, total) => {
            progress.report({
              message: vscode.l10n.t('packing, {0} %', Math.round((100 * done) / Math.max(1, total))),
            });
          },
          signal: aborter.signal,
        });
      },
    );
  } catch (error) {
    if (!isCancelled(error)) {
      void vscode.window.showErrorMessage(vscode.l10n.t('The launch cannot be checked: {0}', reasonOf(error)));
    }
    return undefined;
  }
}

/** `openrlhf.launch.env`, with texts for numbers and switches that people write there. */
function environmentDefaults(scope: vscode.Uri): Readonly<Record<string, string>> {
  const value = vscode.workspace.getConfiguration('openrlhf', scope).get<unknown>('launch.env');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]: [string, unknown]) =>
      typeof one === 'string' || typeof one === 'number' ? [[name, String(one)]] : [],
    ),
  );
}

/** `train_ppo_ray · Qwen3-4B`. */
export function nameOf({ summary }: LaunchPlan): string {
  const model =
    summary.model === null
      ? ''
      : ` · ${
          summary.model
            .split('/')
            .filter((part) => part !== '')
            .at(-1) ?? ''
        }`;
  return `${summary.entryPoint ?? summary.module}${model}`;
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}
