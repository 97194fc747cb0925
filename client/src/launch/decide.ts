import { statSync } from 'node:fs';
import * as vscode from 'vscode';
import type { Cluster } from '../clusters/model.ts';
import { isCancelled, reasonOf } from '../logView/progress.ts';
import { showChecklist } from './checklist.ts';
import { withHeaders } from './cluster.ts';
import { confirmLaunch, showPreview } from './confirm.ts';
import { draftLaunch, firstChoices } from './draft.ts';
import type { LaunchChoices } from './draft.ts';
import { gather } from './facts.ts';
import type { Gathered } from './facts.ts';
import type { LaunchDecision, LaunchParts, PlannedLaunch } from './launch.ts';
import { nameOf } from './names.ts';
import { chooseFolder, chooseVariables } from './places.ts';
import { preflight, verdict } from './preflight.ts';
import type { CheckFix } from './preflight.ts';
import { folderOfScript } from './script.ts';
import { submitAndShow } from './submitAndShow.ts';
import { runInTerminal } from './terminal.ts';

/**
 * Shows the checklist until the person launches or leaves.
 *
 * @returns `changed` when the script is another one by now and the person wants to begin anew
 */
export async function decide(
  parts: LaunchParts,
  { launch, script, text }: PlannedLaunch,
  first: Cluster,
): Promise<'done' | 'changed'> {
  const scriptFolder = folderOfScript(vscode.Uri.parse(launch.script));
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
      // Without any folder, relative paths are none of this machine.
      base: changedInto ?? scriptFolder ?? '/',
    });
    if (!gathered) return 'done';
    const decision: LaunchDecision = { launch, script, text, cluster, choices, draft, gathered };
    const outcome = await check(parts, decision);
    switch (outcome.kind) {
      case 'left':
        return 'done';
      case 'changed':
        return 'changed';
      case 'again':
        choices = outcome.choices ?? choices;
        named = outcome.cluster ?? named;
    }
  }
}

type Outcome =
  | { readonly kind: 'left' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'again'; readonly choices?: LaunchChoices; readonly cluster?: Cluster };

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
        if (confirmed === 'leave') return left;
        const current = await stillCurrent(decision);
        if (current === 'changed') return { kind: 'changed' };
        if (current === 'current') await submitAndShow(parts, decision);
        return left;
      }
    }
  }
}

/** The lists stay open while the person edits: what was checked may not be what the script says now. */
async function stillCurrent({ script, text, launch }: LaunchDecision): Promise<'current' | 'changed' | 'leave'> {
  const now = await vscode.workspace.openTextDocument(script).then(
    (document) => document.getText(),
    () => undefined,
  );
  if (now === text) return 'current';
  const check = vscode.l10n.t('Check Again');
  const launchAsShown = vscode.l10n.t('Launch What Was Checked');
  const answer = await vscode.window.showWarningMessage(
    now === undefined
      ? vscode.l10n.t('The script is gone since {0} was checked.', nameOf(launch))
      : vscode.l10n.t('The script has changed since {0} was checked.', nameOf(launch)),
    { modal: true },
    ...(now === undefined ? [launchAsShown] : [check, launchAsShown]),
  );
  if (answer === check) return 'changed';
  return answer === launchAsShown ? 'current' : 'leave';
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
      const folder = await chooseFolder(folderOfScript(vscode.Uri.parse(launch.script)), choices.folder);
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

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}
