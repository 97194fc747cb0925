import * as vscode from 'vscode';
import {
  STATUS_NOTIFICATION,
  STATUS_REQUEST,
  type LaunchStatus,
  type ReleaseFrom,
  type ScriptStatus,
  type StatusParams,
} from '../../../server/src/lsp/protocol.ts';
import { DOCUMENTS } from '../documents.ts';
import type { LanguageServer } from '../languageServer.ts';

/** The status bar item that names the OpenRLHF release of the script in front, and why it is that one. */
export class ReleaseStatus implements vscode.Disposable {
  readonly #server: LanguageServer;
  readonly #item: vscode.StatusBarItem;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #checked = new vscode.EventEmitter<string>();
  readonly #changed = new vscode.EventEmitter<ScriptStatus | null>();
  /** The URI of a document that the server has just checked anew. */
  readonly onDidCheck = this.#checked.event;
  /** What is known of the script in front is new. */
  readonly onDidChange = this.#changed.event;
  #current: ScriptStatus | null = null;
  #shown = false;

  constructor(server: LanguageServer) {
    this.#server = server;
    this.#item = vscode.window.createStatusBarItem('openrlhf.release', vscode.StatusBarAlignment.Right, 90);
    this.#item.name = vscode.l10n.t('OpenRLHF Release');
    this.#item.command = 'openrlhf.selectRelease';
    server.onNotification(STATUS_NOTIFICATION, (params) => {
      const { uri } = params as StatusParams;
      this.#checked.fire(uri);
      if (uri === activeScript()?.uri.toString()) void this.refresh();
    });
    this.#subscriptions = [
      this.#item,
      this.#checked,
      this.#changed,
      server.onDidStart(() => void this.refresh()),
      vscode.window.onDidChangeActiveTextEditor(() => void this.refresh()),
    ];
  }

  /** What is known of the script in front; `null` where there is none. */
  get current(): ScriptStatus | null {
    return this.#current;
  }

  /** The text in the status bar; `null` while it is hidden. */
  get text(): string | null {
    return this.#shown ? this.#item.text : null;
  }

  async refresh(): Promise<void> {
    const script = activeScript();
    const status = script ? await this.#ask(script.uri) : null;
    if (activeScript()?.uri.toString() !== script?.uri.toString()) return;
    this.#current = status;
    this.#show(status);
    this.#changed.fire(status);
  }

  async #ask(uri: vscode.Uri): Promise<ScriptStatus | null> {
    if (!this.#server.running) return null;
    try {
      return await this.#server.sendRequest<ScriptStatus | null>(STATUS_REQUEST, { uri: uri.toString() });
    } catch {
      // The server has just ended; when it is back it tells that statuses changed.
      return null;
    }
  }

  #show(status: ScriptStatus | null): void {
    if (!status || (status.launches.length === 0 && status.silentBecause === null)) {
      this.#shown = false;
      this.#item.hide();
      return;
    }
    this.#item.text = `$(rocket) OpenRLHF ${status.release}${status.releaseFrom === 'assumed' ? '?' : ''}`;
    this.#item.tooltip = tooltip(status);
    this.#item.accessibilityInformation = { label: `OpenRLHF ${status.release}. ${status.releaseWhy}` };
    this.#shown = true;
    this.#item.show();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function activeScript(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  return document && vscode.languages.match(DOCUMENTS, document) > 0 ? document : undefined;
}

function tooltip(status: ScriptStatus): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendMarkdown(`**OpenRLHF ${status.release}**: `).appendText(status.releaseWhy).appendMarkdown('\n\n');
  if (status.releaseAsked !== undefined) {
    text
      .appendText(vscode.l10n.t('{0} has no flag list here; {1} stands for it.', status.releaseAsked, status.release))
      .appendMarkdown('\n\n');
  }
  for (const { from, text: asked } of status.releaseUnusable ?? []) {
    text.appendText(unusable(from, asked)).appendMarkdown('\n\n');
  }
  if (status.silentBecause !== null) text.appendText(status.silentBecause).appendMarkdown('\n\n');
  for (const launch of status.launches) {
    text.appendMarkdown('- ').appendText(launchText(launch)).appendMarkdown('\n');
  }
  text.appendMarkdown('\n').appendText(vscode.l10n.t('Click to choose the release.'));
  return text;
}

function unusable(from: ReleaseFrom, asked: string): string {
  return from === 'comment'
    ? vscode.l10n.t('The comment in this file asks for {0}, which is no release that is known.', asked)
    : vscode.l10n.t('The setting asks for {0}, which is no release that is known.', asked);
}

function launchText({ line, entryPoint, module }: LaunchStatus): string {
  const name = entryPoint ?? module;
  return line === null ? vscode.l10n.t('in a sourced file: {0}', name) : vscode.l10n.t('line {0}: {1}', line + 1, name);
}
