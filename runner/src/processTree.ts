import { execFile } from 'node:child_process';
import { membersOf, processTable, type ProcessRow, type ProcessTable } from './processTable.ts';

/** How often the rest of a tree is looked for and ended; each time there is less of it. */
const MOST_ROUNDS = 50;
/** Milliseconds between two rounds. */
const PAUSE = 20;

/** A process with all that it has started, whatever became of the processes between. */
export class ProcessTree {
  readonly #root: number;
  readonly #mark: string;
  readonly #platform: NodeJS.Platform;
  readonly #table: ProcessTable;
  readonly #known = new Map<number, string>();

  /** @param mark `NAME=VALUE` of the root's environment that no other process has */
  constructor(root: number, mark: string, platform: NodeJS.Platform) {
    this.#root = root;
    this.#mark = mark;
    this.#platform = platform;
    this.#table = processTable(platform);
  }

  /** Bytes that all of them have in memory. */
  async resident(): Promise<number> {
    const members = this.#note(membersOf(await this.#table.list(), this.#root, this.#known));
    const sizes = await Promise.all(members.map((row) => this.#table.residentOf(row)));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** Ends all of them at once, without asking. @returns how many there were beside the root */
  async end(): Promise<number> {
    const ended = new Set<string>();
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const members = await this.#all();
      if (members.length === 0) break;
      for (const { pid, started } of members) {
        if (pid !== this.#root) ended.add(`${pid} ${started}`);
      }
      if (this.#platform === 'win32') await Promise.all(members.map(({ pid }) => endOnWindows(pid)));
      else for (const { pid } of members) kill(pid);
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    return ended.size;
  }

  async #all(): Promise<readonly ProcessRow[]> {
    const rows = await this.#table.list();
    const members = new Map(membersOf(rows, this.#root, this.#known).map((row) => [row.pid, row]));
    // One that has left its parent, its group and its session still has its environment.
    const others = rows.filter(({ pid }) => !members.has(pid));
    const marked = await Promise.all(others.map((row) => this.#table.hasMark(row, this.#mark)));
    return this.#note([...members.values(), ...others.filter((_, at) => marked[at])]);
  }

  #note(members: readonly ProcessRow[]): readonly ProcessRow[] {
    for (const { pid, started } of members) this.#known.set(pid, started);
    return members;
  }
}

function kill(pid: number): void {
  // Neither of them is ever of the tree.
  if (pid <= 1 || pid === process.pid) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** The program that ends a process with its children. */
export function windowsKill(pid: number): readonly [program: string, ...words: string[]] {
  return ['taskkill', '/pid', String(pid), '/t', '/f'];
}

function endOnWindows(pid: number): Promise<void> {
  const [program, ...words] = windowsKill(pid);
  return new Promise((resolve) => {
    execFile(program, words, { windowsHide: true, timeout: 10_000 }, () => {
      resolve();
    });
  });
}
