import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

/** What a program printed, and how it ended. */
export interface ProgramResult {
  /** `null` when it could not be started, or was ended. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end. @param timeout milliseconds after which it is ended */
export async function runProgram(
  program: string,
  args: readonly string[],
  { timeout, env = process.env }: { readonly timeout: number; readonly env?: NodeJS.ProcessEnv },
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    execFile(program, [...args], { timeout, env, windowsHide: true, encoding: 'utf8' }, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ status, stdout, stderr: stderr === '' && error !== null ? error.message : stderr });
    });
  });
}

/** The command that ends a process with all that it started, on Windows, where there are no process groups. */
export function killCommand(pid: number): readonly [program: string, ...args: string[]] {
  return ['taskkill', '/pid', String(pid), '/t', '/f'];
}

/** A program that runs until it is ended, in a process group of its own. */
export class RunningProgram {
  readonly #child: ChildProcess;
  readonly #platform: NodeJS.Platform;
  readonly #ended: Promise<void>;

  constructor(
    [program, ...args]: readonly [string, ...string[]],
    {
      env,
      platform,
      onOutput,
    }: {
      readonly env: NodeJS.ProcessEnv;
      readonly platform: NodeJS.Platform;
      readonly onOutput: (text: string) => void;
    },
  ) {
    this.#platform = platform;
    const group = platform !== 'win32';
    this.#child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: group, windowsHide: true });
    this.#child.stdout?.setEncoding('utf8').on('data', onOutput);
    this.#child.stderr?.setEncoding('utf8').on('data', onOutput);
    this.#ended = new Promise((resolve) => {
      this.#child.once('exit', () => {
        resolve();
      });
      this.#child.once('error', (error) => {
        onOutput(`${error.message}\n`);
        resolve();
      });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get running(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when it has ended, or could not be started. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Asks it to end, and ends what is left of its group. @param patience milliseconds that it has to end by itself */
  async stop(patience: number): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined) return;
    if (this.#platform === 'win32') {
      const [program, ...args] = killCommand(pid);
      if (this.running) await runProgram(program, args, { timeout: patience });
      return;
    }
    if (this.running) {
      this.#child.kill('SIGTERM');
      const timer = setTimeout(() => {
        signalGroup(pid, 'SIGKILL');
      }, patience);
      await this.#ended;
      clearTimeout(timer);
    }
    signalGroup(pid, 'SIGKILL');
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // Nothing of the group is left.
  }
}
