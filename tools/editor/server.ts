import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** How to start a VS Code server. */
export interface ServerOptions {
  /** The folder that holds `out/server-main.js`. */
  readonly server: string;
  /** The Node that runs it. */
  readonly node: string;
  /** The profile folder, with its settings written. */
  readonly userData: string;
  readonly extensions: string;
  /** 0 for any free port. */
  readonly port?: number;
  /**
   * Whether the window can be driven by tests: needed for an extension under development in newer versions, but it
   * marks the title and hides notifications.
   */
  readonly driver?: boolean;
  readonly env?: NodeJS.ProcessEnv;
  /** Gets all that the server prints. */
  readonly onOutput?: (text: string) => void;
}

/** A running VS Code server. */
export interface RunningServer {
  readonly port: number;
  /** Ends it and removes its scratch folder. */
  stop(): Promise<void>;
}

const startLimit = 60_000;
const stopLimit = 5_000;

/**
 * Starts the VS Code server of the code-server package (its own entry, without code-server around it).
 *
 * @throws Error with the server's output when it does not come up
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  // Without a home of its own each run leaves sockets in the temporary folder.
  const scratch = await mkdtemp(path.join(tmpdir(), 'openrlhf-editor-'));
  const child = spawn(options.node, serverArguments(options, scratch), {
    env: { ...process.env, HOME: scratch, XDG_RUNTIME_DIR: scratch, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    return { port: await listening(child, options.onOutput), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function serverArguments({ server, userData, extensions, port = 0, driver = true }: ServerOptions, scratch: string) {
  return [
    path.join(server, 'out', 'server-main.js'),
    ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token'],
    ...['--accept-server-license-terms', '--telemetry-level', 'off'],
    ...(driver ? ['--enable-smoke-test-driver'] : []),
    ...['--user-data-dir', userData, '--extensions-dir', extensions],
    ...['--server-data-dir', path.join(scratch, 'server')],
  ];
}

/** Waits until the server says which port it listens on. */
async function listening(child: ChildProcess, onOutput?: (text: string) => void): Promise<number> {
  let log = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`the VS Code server did not start in time:\n${log}`));
    }, startLimit);
    const read = (text: string): void => {
      log += text;
      onOutput?.(text);
      const port = /Extension host agent listening on (\d+)/.exec(log)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the VS Code server ended with ${String(code)}:\n${log}`));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const hard = setTimeout(() => child.kill('SIGKILL'), stopLimit);
  await ended;
  clearTimeout(hard);
}
