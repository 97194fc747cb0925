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

/** A program that runs until its standard input ends, such as one under guard. */
export class RunningProgram {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;

  constructor(
    [program, ...args]: readonly [string, ...string[]],
    { env, onOutput }: { readonly env: NodeJS.ProcessEnv; readonly onOutput: (text: string) => void },
  ) {
    // In a group of its own, Ctrl+C in the terminal of the editor does not reach it, and its group ends with it.
    this.#child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'], detached: true, windowsHide: true });
    this.#child.stdout?.setEncoding('utf8').on('data', onOutput);
    this.#child.stderr?.setEncoding('utf8').on('data', onOutput);
    this.#child.stdin?.on('error', () => {
      // It has just ended; what there is to say of that is in its output.
    });
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

  get running(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when it has ended, or could not be started. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  /** Ends its input, and waits until it has ended. @returns false when it has not after so many milliseconds */
  async stop(patience: number): Promise<boolean> {
    this.#child.stdin?.end();
    const late = new Promise<false>((resolve) => {
      setTimeout(() => {
        resolve(false);
      }, patience).unref();
    });
    return Promise.race([this.#ended.then(() => true as const), late]);
  }
}
