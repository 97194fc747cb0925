import * as vscode from 'vscode';
import type { ScriptStatus, StatusExplanation } from '../../../server/src/lsp/protocol.ts';
import { DOCUMENTS, PLACE_COMMAND } from '../documents.ts';
import type { ReleaseStatus } from './releaseStatus.ts';

/** One row of what the curly brackets in the status bar show. */
export interface StatusRow {
  readonly text: string;
  readonly detail: string;
  readonly command?: vscode.Command;
}

type RowName = 'launches' | 'release' | 'flagged' | 'unknown';

const ROWS: readonly RowName[] = ['launches', 'release', 'flagged', 'unknown'];

/** The rows of VS Code's language status about the script in front: launches, release, what is flagged, what is not known. */
export class LanguageStatus implements vscode.Disposable {
  readonly #items: ReadonlyMap<RowName, vscode.LanguageStatusItem>;
  readonly #subscriptions: readonly vscode.Disposable[];
  #rows: readonly StatusRow[] = [];

  constructor(status: ReleaseStatus) {
    this.#items = new Map(
      ROWS.map((name) => {
        const item = vscode.languages.createLanguageStatusItem(`openrlhf.${name}`, []);
        item.name = nameOf(name);
        return [name, item];
      }),
    );
    this.#subscriptions = [
      ...this.#items.values(),
      status.onDidChange((current) => {
        this.#show(current);
      }),
    ];
  }

  /** What is shown now. */
  get rows(): readonly StatusRow[] {
    return this.#rows;
  }

  #show(status: ScriptStatus | null): void {
    const shown: StatusRow[] = [];
    for (const [name, item] of this.#items) {
      const row = status === null ? undefined : rowOf(name, status);
      // An item without documents is not shown.
      item.selector = row === undefined ? [] : DOCUMENTS;
      if (row === undefined) continue;
      shown.push(row);
      item.text = row.text;
      item.detail = row.detail;
      item.command = row.command;
    }
    this.#rows = shown;
  }

  dispose(): void {
    for (const one of this.#subscriptions) one.dispose();
  }
}

function nameOf(name: RowName): string {
  switch (name) {
    case 'launches':
      return vscode.l10n.t('OpenRLHF Launches');
    case 'release':
      return vscode.l10n.t('OpenRLHF Release Used');
    case 'flagged':
      return vscode.l10n.t('OpenRLHF Findings');
    case 'unknown':
      return vscode.l10n.t('OpenRLHF Unknown Values');
  }
}

/** A row; `undefined` where there is nothing to say. Of a script without launches only why there are none. */
function rowOf(name: RowName, status: ScriptStatus): StatusRow | undefined {
  const { launches, unknown } = status;
  switch (name) {
    case 'launches':
      return launches.length === 0 ? undefined : launchesRow(status);
    case 'release':
      return launches.length === 0 ? undefined : releaseRow(status);
    case 'flagged':
      return flaggedRow(status);
    case 'unknown':
      return unknown.length === 0 ? undefined : unknownRow(status);
  }
}

function launchesRow({ launches, uri }: ScriptStatus): StatusRow {
  const names = launches.map(({ entryPoint, module, line }) =>
    line === null
      ? vscode.l10n.t('{0} in a sourced file', entryPoint ?? module)
      : vscode.l10n.t('{0} in line {1}', entryPoint ?? module, line + 1),
  );
  const text =
    launches.length === 1
      ? vscode.l10n.t('1 OpenRLHF launch')
      : vscode.l10n.t('{0} OpenRLHF launches', launches.length);
  const shown = names.slice(0, 3).join(', ');
  const detail = names.length > 3 ? vscode.l10n.t('{0}, and {1} more', shown, names.length - 3) : shown;
  const command = { title: vscode.l10n.t('Show Launch Model'), command: 'openrlhf.showLaunchModel', arguments: [uri] };
  return { text, detail, command };
}

function releaseRow({ release, releaseWhy }: ScriptStatus): StatusRow {
  const command = { title: vscode.l10n.t('Select Release'), command: 'openrlhf.selectRelease' };
  return { text: `OpenRLHF ${release}`, detail: releaseWhy, command };
}

function flaggedRow({ findings, explanations, uri }: ScriptStatus): StatusRow | undefined {
  const [first, ...others] = explanations;
  const text =
    findings === 0
      ? vscode.l10n.t('Nothing is flagged')
      : findings === 1
        ? vscode.l10n.t('1 finding')
        : vscode.l10n.t('{0} findings', findings);
  if (first === undefined)
    return findings === 0 ? undefined : { text, detail: vscode.l10n.t('The Problems view lists them.') };
  const model = { title: vscode.l10n.t('Show All Reasons'), command: 'openrlhf.showLaunchModel', arguments: [uri] };
  const command = others.length > 0 ? model : commandOf(first);
  return { text, detail: `${first.text} ${first.next}`, ...(command === undefined ? {} : { command }) };
}

/** What a click on a reason does. */
function commandOf({ kind, place }: StatusExplanation): vscode.Command | undefined {
  if (kind === 'assumed') return { title: vscode.l10n.t('Select Release'), command: 'openrlhf.selectRelease' };
  if (kind === 'rules-off') {
    const title = vscode.l10n.t('Open Settings');
    return { title, command: 'workbench.action.openSettings', arguments: ['openrlhf.rules'] };
  }
  if (place === null) return undefined;
  return { title: vscode.l10n.t('Go to Line {0}', place.line + 1), command: PLACE_COMMAND, arguments: [place] };
}

function unknownRow({ unknown }: ScriptStatus): StatusRow {
  const text =
    unknown.length === 1
      ? vscode.l10n.t('1 word is known only when the script runs')
      : vscode.l10n.t('{0} words are known only when the script runs', unknown.length);
  const command = { title: vscode.l10n.t('Show Places'), command: 'openrlhf.showUnknown' };
  return { text, detail: unknown[0]?.why ?? '', command };
}
