import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureRay } from '../cache/ray.ts';
import type { RayRelease } from '../cache/ray.ts';

/** What a head of the tests, or of `npm run try`, shall be. */
export interface HeadOptions {
  readonly version: RayRelease;
  /** Pretend GPUs: Ray only counts them. */
  readonly gpus?: number;
  readonly cpus?: number;
  /** Port of the dashboard; a free one unless given. */
  readonly port?: number;
  /** Added to the environment of the head, and so of every job. `RAY_AUTH_TOKEN` is sent while waiting for the head. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A Ray head that runs as a child of this process. */
export interface Head {
  readonly version: RayRelease;
  /** Address of the dashboard, `http://127.0.0.1:PORT`. */
  readonly address: string;
  /** Port of the agent of the head's node, which serves byte ranges of logs. */
  readonly agentPort: number;
  /** `HOST:PORT` that a further node joins. */
  readonly gcsAddress: string;
  /** `--temp-dir`: holds `session_latest/logs/job-driver-ID.log`. */
  readonly folder: string;
  /** Folder of the programs `ray` and `python`. */
  readonly bin: string;
  /** Process id of `ray start --block`. */
  readonly pid: number;
  /** What the head has printed so far. */
  readonly output: () => string;
  /** Ends it and everything that it started, and removes its folder. */
  readonly stop: () => Promise<void>;
}

const startLimit = 120_000;
const stopLimit = 40_000;

/**
 * Starts a head and waits until its node is there. One whose dashboard takes too long for Ray itself, which gives 2.48 thirty
 * seconds on a busy machine, too, is started once more.
 *
 * @throws Error with the head's output when it does not come up
 */
export async function startHead(options: HeadOptions): Promise<Head> {
  try {
    return await startOnce(options);
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('Failed to start the dashboard'))) throw error;
    return startOnce(options);
  }
}

async function startOnce(options: HeadOptions): Promise<Head> {
  const { version, gpus = 8, cpus = 16 } = options;
  const bin = await ensureRay(version);
  // A path of more than 43 characters is too long for the sockets in it.
  const folder = await realpath(await mkdtemp('/tmp/orh-'));
  const [gcs = 0, free = 0, agent = 0, client = 0] = await freePorts(4);
  const port = options.port ?? free;
  const child = spawn(
    path.join(bin, 'ray'),
    [
      ...['start', '--head', '--block', '--disable-usage-stats', '--include-dashboard', 'true'],
      ...['--num-cpus', String(cpus), '--num-gpus', String(gpus), '--port', String(gcs)],
      ...['--dashboard-host', '127.0.0.1', '--dashboard-port', String(port)],
      ...['--dashboard-agent-listen-port', String(agent), '--ray-client-server-port', String(client)],
      // Any free ones: Ray's usual range is the same for all heads, and one that takes a port of another's worker ends.
      ...['--min-worker-port', '0', '--max-worker-port', '0'],
      ...['--object-store-memory', '80000000', '--temp-dir', folder],
    ],
    { env: { ...headEnvironment(bin), ...options.env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  child.stderr.setEncoding('utf8').on('data', (part: string) => (output += part));
  const onExit = (): void => {
    signalGroup(child, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', onExit);
  const stop = async (): Promise<void> => {
    await endHead(child);
    process.removeListener('exit', onExit);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const address = `http://127.0.0.1:${port}`;
  try {
    await untilNode(`${address}/api/v0/nodes`, child, options.env?.['RAY_AUTH_TOKEN']);
    await untilListening(client, child);
  } catch (error) {
    await stop();
    throw new Error(`Ray ${version} did not start: ${error instanceof Error ? error.message : ''}\n${output}`, {
      cause: error,
    });
  }
  return {
    version,
    address,
    agentPort: agent,
    gcsAddress: `127.0.0.1:${gcs}`,
    folder,
    bin,
    pid: child.pid ?? 0,
    output: () => output,
    stop,
  };
}

/** Environment in which a head neither reports home nor turns token authentication on by itself. */
function headEnvironment(bin: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('RAY_'));
  return {
    ...Object.fromEntries(inherited),
    PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    RAY_USAGE_STATS_ENABLED: '0',
    RAY_enable_metrics_collection: '0',
    RAY_AUTH_MODE: 'disabled',
    // Its usual 30 and 60 seconds are too few on two cores where other heads start, too.
    RAY_DASHBOARD_STARTUP_TIMEOUT_S: '110',
    // A node ends when its agent is not there within 30 seconds.
    RAY_agent_register_timeout_ms: '110000',
    RAY_DASHBOARD_SUBPROCESS_MODULE_WAIT_READY_TIMEOUT: '110',
    // Ray 2.60 otherwise drains the node for half a minute before it ends.
    RAY_GRACEFUL_SHUTDOWN_DRAIN_TIMEOUT_S: '0',
  };
}

async function endHead(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => {
        resolve();
      });
    });
    child.kill('SIGTERM');
    const timer = setTimeout(() => {
      signalGroup(child, 'SIGKILL');
    }, stopLimit);
    await ended;
    clearTimeout(timer);
  }
  signalGroup(child, 'SIGKILL');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has already ended.
  }
}

/** Resolves when the list of nodes has one that lives; it is answered some time before. */
async function untilNode(url: string, child: ChildProcess, token?: string): Promise<void> {
  const end = Date.now() + startLimit;
  while (Date.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the head has ended');
    if (/"state": ?"ALIVE"/.test(await textOf(url, token))) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`${url} tells no node`);
}

/**
 * Resolves when something listens at a port. The client server gives up when the node takes more than half a minute, as on a
 * busy machine, and then the whole head ends, although its node was there for a moment (Ray 2.55, `ray_process_exit.log`).
 */
async function untilListening(port: number, child: ChildProcess): Promise<void> {
  const end = Date.now() + startLimit;
  while (Date.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('the head has ended');
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => {
        resolve(false);
      });
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`nothing listens at port ${port}`);
}

/** Body of an answer with 200; empty for any other. */
async function textOf(url: string, token?: string): Promise<string> {
  return new Promise((resolve) => {
    // Ray 2.48 fails on a request without a User-Agent.
    const headers = {
      'user-agent': 'openrlhf-tools',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const nothing = (): void => {
      resolve('');
    };
    const request = get(url, { timeout: 5_000, agent: false, headers }, (response) => {
      text(response).then((body) => {
        resolve(response.statusCode === 200 ? body : '');
      }, nothing);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', nothing);
  });
}

/** Ports that are free now, each another one. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer();
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', resolve);
      });
      return server;
    }),
  );
  const ports = servers.map((server) => {
    const bound = server.address();
    return bound !== null && typeof bound === 'object' ? bound.port : 0;
  });
  await Promise.all(
    servers.map(
      (server) =>
        new Promise((resolve) => {
          server.close(resolve);
        }),
    ),
  );
  return ports;
}
