import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/**
 * Runs a program that prints one JSON value.
 *
 * @throws Error with what it printed when that is none
 */
export async function jsonOf(program: string, args: readonly string[]): Promise<unknown> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    return JSON.parse(output) as unknown;
  } catch (cause) {
    throw new Error(`${program} ${args.join(' ')} printed:\n${output}\n${errors}`, { cause });
  }
}
