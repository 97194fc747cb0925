import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ProcessEnvironment } from './launchEnvironment.ts';
import type { RealLaunch } from './launches.ts';
import { entriesOf, launchesOf } from './launches.ts';

const fakes = fileURLToPath(new URL('../../oracle/fakebin', import.meta.url));
const tools = fileURLToPath(new URL('./bin', import.meta.url));

/** One execution of a script under real bash with the fake launchers first on PATH. */
export interface BashRun {
  /** Arguments of bash: the script as it is named, then its own arguments. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where the fakes write; the file and those that begin with its name and a dot are removed again. */
  readonly dump: string;
}

export interface BashResult {
  readonly launches: readonly RealLaunch[];
  /** The environment that the script was started with. */
  readonly started: ProcessEnvironment;
  readonly stderr: string;
  readonly status: number | null;
  readonly timedOut: boolean;
}

const path = `${tools}:${fakes}:/usr/bin:/bin`;
const secondsUntilHanging = 60;

/** Runs one script to its end, background jobs included. */
export function runBash(run: BashRun): Promise<BashResult> {
  return new Promise((resolve, reject) => {
    const fixed = { PATH: path, TRUTH_PATH: path, LC_ALL: 'C.UTF-8', ORACLE_DUMP: run.dump, ORACLE_ENVIRONMENT: 'yes' };
    const env = { ...fixed, ...run.env };
    const child = spawn('/bin/bash', [...run.argv], {
      cwd: run.cwd,
      env,
      // The fourth stream is open in every child of the script: it ends when the last background launch has.
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let stderr = '';
    let timedOut = false;
    child.stderr?.on('data', (chunk: Buffer) => {
      if (stderr.length < 4000) stderr += chunk.toString();
    });
    child.stdio[3]?.on('error', () => undefined);
    (child.stdio[3] as NodeJS.ReadableStream | null)?.resume();
    const timer = setTimeout(() => {
      timedOut = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, secondsUntilHanging * 1000);
    child.on('error', reject);
    child.on('close', (status) => {
      clearTimeout(timer);
      let dump = '';
      try {
        dump = readFileSync(run.dump, 'utf8');
        rmSync(run.dump);
      } catch {
        // No fake was called.
      }
      const environmentOf = (process: string): ProcessEnvironment => readEnvironment(`${run.dump}.${process}`);
      const launches = launchesOf(dump, environmentOf);
      resolve({ launches, started: new Map(Object.entries(env)), stderr, status, timedOut });
    });
  });
}

/** The environment in a file as the kernel gives it: `NAME=VALUE`, each ended by NUL. */
function readEnvironment(file: string): ProcessEnvironment {
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  return new Map(entriesOf(text.split('\0').slice(0, -1)));
}

/** Maps with at most `width` promises at a time, results in order. */
export async function mapPool<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (;;) {
      const index = next++;
      const item = items[index];
      if (index >= items.length) return;
      results[index] = await work(item as T, index);
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

/** An empty folder under `out/`, for sandboxes; it goes when the process ends. */
export function freshFolder(name: string): string {
  const folder = fileURLToPath(new URL(`../../../out/truth/${name}-${process.pid}`, import.meta.url));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
