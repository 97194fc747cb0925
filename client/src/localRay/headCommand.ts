import path from 'node:path';

/** A head that is to be started on this machine. */
export interface HeadPlan {
  readonly platform: NodeJS.Platform;
  /** The Python that has Ray. */
  readonly python: string;
  /** GPUs that the head offers; Ray only counts them. `null`: those that it finds. */
  readonly gpus: number | null;
  /** Cores of this machine. */
  readonly cores: number;
  readonly ports: HeadPorts;
  /** `--temp-dir`. */
  readonly folder: string;
}

/** Ports of a head, all free. */
export interface HeadPorts {
  readonly gcs: number;
  readonly dashboard: number;
  readonly agent: number;
  readonly rayClient: number;
}

/** What names another cluster would make the new head a part of it. */
const OTHER_CLUSTER = new Set(['RAY_ADDRESS', 'RAY_API_SERVER_ADDRESS']);

/** The longest `--temp-dir`: sockets below it have paths of at most 107 bytes (Ray 2.48 to 2.60). */
export const LONGEST_FOLDER = 43;

/** The folder of the programs of a Python, where `ray` is beside it. */
export function programFolder(python: string, platform: NodeJS.Platform): string {
  const flavour = platform === 'win32' ? path.win32 : path.posix;
  const folder = flavour.dirname(python);
  // Conda keeps python.exe above its programs.
  return platform === 'win32' && flavour.basename(folder).toLowerCase() !== 'scripts'
    ? flavour.join(folder, 'Scripts')
    : folder;
}

/**
 * The command that runs a head until it is ended: in the foreground, reached from this machine only. It runs as a module, so
 * that it is the Ray of this Python whatever is on the path.
 */
export function headCommand({
  python,
  gpus,
  cores,
  ports,
  folder,
}: HeadPlan): readonly [program: string, ...args: string[]] {
  return [
    python,
    ...['-m', 'ray.scripts.scripts', 'start', '--head', '--block', '--disable-usage-stats'],
    // OpenRLHF asks for a CPU with each GPU and for some more, which a small machine does not have for GPUs that it only counts.
    ...(gpus === null ? [] : ['--num-gpus', String(gpus), '--num-cpus', String(Math.max(cores, 2 * gpus))]),
    ...['--include-dashboard', 'true', '--dashboard-host', '127.0.0.1'],
    ...['--dashboard-port', String(ports.dashboard), '--port', String(ports.gcs)],
    ...['--dashboard-agent-listen-port', String(ports.agent), '--ray-client-server-port', String(ports.rayClient)],
    ...['--temp-dir', folder],
  ];
}

/**
 * The environment of a head: that of the editor, with the programs of its Python first, as an active environment has them, so
 * that `python3` in a job is that Python.
 */
export function headEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  python: string,
  platform: NodeJS.Platform,
): Record<string, string | undefined> {
  const separator = platform === 'win32' ? ';' : ':';
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !OTHER_CLUSTER.has(name)));
  const name = Object.keys(kept).find((one) => one.toUpperCase() === 'PATH') ?? 'PATH';
  return {
    ...kept,
    [name]: [programFolder(python, platform), kept[name] ?? ''].filter((one) => one !== '').join(separator),
    RAY_USAGE_STATS_ENABLED: '0',
    // Ray 2.60 otherwise drains the node for half a minute before it ends, longer than a closing window waits.
    RAY_GRACEFUL_SHUTDOWN_DRAIN_TIMEOUT_S: '0',
  };
}

/** What Ray prints when it does not start, as one sentence where the reason is known; else its last lines. */
export function startFailure(output: string): string {
  const plain = output.replace(new RegExp(String.raw`\u001b\[[0-9;?]*[A-Za-z]`, 'g'), '');
  if (plain.includes('AF_UNIX path length cannot exceed')) return 'The folder for temporary files has too long a path.';
  if (plain.includes('Cannot include dashboard with missing packages')) {
    return 'This Ray has no dashboard. Install it with: pip install "ray[default]"';
  }
  if (/No module named '?ray/.test(plain)) return 'This Python has no Ray. Install it with: pip install "ray[default]"';
  if (plain.includes('AuthenticationError')) {
    return 'RAY_AUTH_MODE is "token", but there is no token. "ray get-auth-token --generate" makes one.';
  }
  if (/object store|\/dev\/shm/i.test(plain) && /(too small|not enough|exceeds|insufficient)/i.test(plain)) {
    return 'There is too little shared memory (/dev/shm) for the object store of Ray.';
  }
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-3).join(' ').trim();
}
