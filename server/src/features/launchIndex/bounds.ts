/** How far launches that name a Python file are looked for. Whatever lies beyond is known once its script is opened. */
export const BOUNDS = {
  /** Folders below the workspace folder: `examples/scripts/experiments/…` is three. */
  depth: 5,
  /** The same where no folder is open: a script names nothing above its own folder then. */
  depthAround: 0,
  /** Listing so many folders takes about a tenth of a second on a local disk. */
  folders: 400,
  /** Scripts of which a launch can be told by their text; evaluating one takes a few milliseconds. */
  scripts: 200,
  /** UTF-16 units; launch scripts have some thousands. */
  length: 200_000,
} as const;

/** Folders of tools and of what they have made; names with a dot are never entered. */
export const PASSED_OVER: ReadonlySet<string> = new Set([
  'node_modules',
  '__pycache__',
  'venv',
  'env',
  'site-packages',
  'build',
  'dist',
  'target',
  'wandb',
  'ckpt',
  'checkpoint',
  'checkpoints',
  'outputs',
]);

const SCRIPT = /\.(?:sh|bash|slurm|sbatch)$/;

export function isScript(uri: string): boolean {
  return SCRIPT.test(uri);
}

/** Without one of these words no launch is in a script. */
const LAUNCHING = /openrlhf|remote_url|agent_func|train_ppo/;
/** But in a file that it sources, and only the name of the Python file in itself. */
const SOURCING = /^[ \t]*(?:source|\.)[ \t]/m;

export function mayNamePython(text: string): boolean {
  if (text.length > BOUNDS.length) return false;
  return LAUNCHING.test(text) || (text.includes('.py') && SOURCING.test(text));
}
