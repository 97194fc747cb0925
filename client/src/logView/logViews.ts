import * as vscode from 'vscode';
import { liveHttp } from '../clusters/liveHttp.ts';
import type { Clusters } from '../clusters/model.ts';
import type { LogAction } from './logScreen.ts';
import { LogView } from './logView.ts';
import type { LogTarget } from './logView.ts';
import { openLogsOf } from './openLogs.ts';
import type { OpenLog } from './openLogs.ts';

const KEPT = 'openrlhf.openLogs';

/** Views that may be side by side in the panel; there no one says which are shown. */
const mostSideBySide = 4;

/**
 * The log views of a window. VS Code does not bring terminals of extensions back when a window is reloaded, so which logs are
 * open is kept in the state of the workspace and they are opened anew.
 *
 * Nobody tells an extension whether a terminal is seen. A view counts as seen while its terminal is the active one, while an
 * editor group shows its tab, or while the active terminal is another log and there are few of them, which may be side by side.
 */
export class LogViews implements vscode.Disposable {
  readonly #clusters: Clusters;
  readonly #state: vscode.Memento;
  readonly #act: (view: LogView, action: LogAction) => void;
  readonly #views = new Set<LogView>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #waiting: readonly OpenLog[];

  constructor(clusters: Clusters, state: vscode.Memento, act: (view: LogView, action: LogAction) => void) {
    this.#clusters = clusters;
    this.#state = state;
    this.#act = act;
    this.#waiting = openLogsOf(state.get(KEPT));
    const look = (): void => {
      this.#tellVisible();
    };
    this.#subscriptions = [
      vscode.window.onDidCloseTerminal((terminal) => {
        this.#forget(terminal);
      }),
      vscode.window.onDidChangeActiveTerminal(look),
      vscode.window.tabGroups.onDidChangeTabs(look),
      clusters.onDidChange(() => {
        this.#reopen();
      }),
    ];
    this.#reopen();
  }

  /** The view whose terminal is the active one. */
  get active(): LogView | undefined {
    return [...this.#views].find(({ terminal }) => terminal === vscode.window.activeTerminal);
  }

  /** Whether there is a view, or was one when the window went. */
  get any(): boolean {
    return this.#views.size + this.#waiting.length > 0;
  }

  /** Shows the log of a job: the view that there is, else a new one. */
  open(target: LogTarget, options: { readonly focus: boolean } = { focus: true }): LogView {
    const there = [...this.#views].find((view) => isSame(view.target, target));
    const view = there ?? this.#create(target);
    view.terminal.show(!options.focus);
    return view;
  }

  dispose(): void {
    for (const one of this.#subscriptions) one.dispose();
    for (const view of this.#views) view.dispose();
  }

  #create(asked: LogTarget): LogView {
    const http = liveHttp(this.#clusters, asked.cluster);
    const target = { ...asked, cluster: { ...asked.cluster, http } };
    const view = new LogView(target, this.#act, undefined);
    this.#views.add(view);
    this.#keep();
    this.#tellVisible();
    return view;
  }

  #forget(terminal: vscode.Terminal): void {
    const view = [...this.#views].find((one) => one.terminal === terminal);
    if (!view) return;
    this.#views.delete(view);
    view.dispose();
    // When the window goes, its terminals go with it; those are the ones to come back.
    if (terminal.exitStatus?.reason !== vscode.TerminalExitReason.Shutdown) this.#keep();
    this.#tellVisible();
  }

  #keep(): void {
    // A head that this window runs ends with it, and another one may be at its address later.
    const lasting = [...this.#views].filter(({ target }) => target.cluster.source !== 'local');
    const open = lasting.map(({ target: { cluster, submissionId, label, actor } }): OpenLog => ({
      cluster: cluster.id,
      submissionId,
      label,
      ...(actor === undefined ? {} : { actor }),
    }));
    void this.#state.update(KEPT, [...open, ...this.#waiting]);
  }

  /** Opens what was open when the window went, as far as its cluster is known and may be asked. */
  #reopen(): void {
    const ready = this.#waiting.flatMap((kept) => {
      const cluster = this.#clusters.byId(kept.cluster);
      return cluster !== undefined && this.#clusters.usable(cluster) ? [{ kept, cluster }] : [];
    });
    if (ready.length === 0) return;
    this.#waiting = this.#waiting.filter((one) => !ready.some(({ kept }) => kept === one));
    for (const { kept, cluster } of ready) {
      const { submissionId, label, actor } = kept;
      this.open({ cluster, submissionId, label, ...(actor === undefined ? {} : { actor }) }, { focus: false });
    }
  }

  #tellVisible(): void {
    const active = vscode.window.activeTerminal;
    const anyActive = [...this.#views].some(({ terminal }) => terminal === active);
    const shown = new Set(vscode.window.tabGroups.all.map(({ activeTab }) => activeTab?.label));
    for (const view of this.#views) {
      const beside = anyActive && this.#views.size <= mostSideBySide;
      view.setVisible(view.terminal === active || beside || shown.has(view.name));
    }
  }
}

function isSame(one: LogTarget, other: LogTarget): boolean {
  return one.cluster.id === other.cluster.id && one.submissionId === other.submissionId && one.actor === other.actor;
}
