import * as vscode from 'vscode';
import { maskSecrets } from '../../../server/src/text/secrets.ts';
import type { Cluster } from '../clusters/model.ts';
import { followLog } from '../ray/log/follow.ts';
import type { LogFollower } from '../ray/log/follow.ts';
import { LogScreen } from './logScreen.ts';
import type { LogAction } from './logScreen.ts';

/** Which log a view shows. */
export interface LogTarget {
  readonly cluster: Cluster;
  readonly submissionId: string;
  /** Name of the job for titles. */
  readonly label: string;
  /** Only lines of this actor; the empty name is the driver. */
  readonly actor?: string;
}

/** Lines that a view of a long log starts with; a filtered one looks further back, as few of its lines may be meant. */
const firstLines = 2000;
const firstLinesFiltered = 20_000;

/** One log in a terminal. */
export class LogView implements vscode.Pseudoterminal {
  readonly target: LogTarget;
  readonly terminal: vscode.Terminal;
  readonly screen: LogScreen;
  readonly #written = new vscode.EventEmitter<string>();
  readonly #named = new vscode.EventEmitter<string>();
  readonly #closed = new vscode.EventEmitter<void>();
  readonly #follower: LogFollower;
  #name: string;
  readonly onDidWrite = this.#written.event;
  readonly onDidChangeName = this.#named.event;
  readonly onDidClose = this.#closed.event;

  constructor(
    target: LogTarget,
    act: (view: LogView, action: LogAction) => void,
    location: vscode.TerminalOptions['location'],
  ) {
    this.target = target;
    this.#name = target.label;
    const { cluster, submissionId, label, actor } = target;
    const lines = actor === undefined ? firstLines : firstLinesFiltered;
    this.#follower = followLog(cluster.http, { submissionId, start: { kind: 'lastLines', lines } });
    this.screen = new LogScreen({
      label,
      submissionId,
      cluster: cluster.name,
      follower: this.#follower,
      lines,
      ...(actor === undefined ? {} : { actor }),
      mask: maskSecrets,
      write: (text) => {
        this.#written.fire(text);
      },
      setName: (name) => {
        this.#name = name;
        this.#named.fire(name);
      },
      act: (action) => {
        act(this, action);
      },
    });
    this.terminal = vscode.window.createTerminal({
      name: label,
      pty: this,
      iconPath: new vscode.ThemeIcon('output'),
      isTransient: true,
      ...(location === undefined ? {} : { location }),
    });
  }

  /** The title as it is now. */
  get name(): string {
    return this.#name;
  }

  setVisible(visible: boolean): void {
    this.#follower.setVisible(visible);
  }

  retryNow(): void {
    this.#follower.retryNow();
  }

  open(dimensions: vscode.TerminalDimensions | undefined): void {
    if (dimensions) this.screen.setColumns(dimensions.columns);
    void this.screen.run();
  }

  setDimensions({ columns }: vscode.TerminalDimensions): void {
    this.screen.setColumns(columns);
  }

  handleInput(data: string): void {
    this.screen.key(data);
  }

  close(): void {
    this.screen.stop();
  }

  /** Closes the terminal. */
  end(): void {
    this.#closed.fire();
  }

  dispose(): void {
    this.screen.stop();
    this.#written.dispose();
    this.#named.dispose();
    this.#closed.dispose();
  }
}
