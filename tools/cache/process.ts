import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';

/** How a program ended and everything that it printed, standard output and error in the order they came. */
export interface Finished {
  readonly status: number;
  readonly output: string;
}

/**
 * Runs a program to its end without showing its output.
 *
 * @throws Error with `instead` appended when the program is not there at all
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptions & { readonly instead?: string } = {},
): Promise<Finished> {
  const { instead = '', ...spawnOptions } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...spawnOptions, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', (error) => {
      reject(new Error(`${program} could not be started: ${error.message}. ${instead}`.trim()));
    });
    child.once('close', (code) => {
      resolve({ status: code ?? 1, output });
    });
  });
}

/**
 * Runs a program that has to succeed.
 *
 * @returns what it printed
 * @throws Error with the program's output when it fails or is not there
 */
export async function mustRun(
  program: string,
  args: readonly string[],
  options: SpawnOptions & { readonly instead?: string } = {},
): Promise<string> {
  const { status, output } = await runProgram(program, args, options);
  if (status === 0) return output;
  const command = [program, ...args].join(' ');
  throw new Error(`${command}\nended with ${status}:\n${output}\n${options.instead ?? ''}`.trim());
}
