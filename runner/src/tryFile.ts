import { t } from '@vscode/l10n';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { driverPath } from './driver.ts';
import { EventFile } from './eventFile.ts';
import type { Trial, TryEnding, TryEvent, TryRequest } from './model.ts';
import { withoutSecrets, type Masking } from './masking.ts';
import { PrintedSoFar } from './printed.ts';
import { ProcessTree } from './processTree.ts';
import { placeInStack } from './stack.ts';

/** Milliseconds between two looks at a running trial. */
const LOOK = 100;
/** The same where a look is a program of its own. */
const SLOW_LOOK = 1000;
/** Milliseconds that output may still be on its way once nobody writes any more. */
const LAST_OUTPUT = 500;

/** What goes with a trial. */
export interface TryOptions {
  /** Ends it. */
  readonly signal?: AbortSignal;
  /** Told of each event as it comes. */
  readonly onEvent?: (event: TryEvent) => void;
  readonly env?: NodeJS.ProcessEnv;
  readonly platform?: NodeJS.Platform;
  /** How secrets are told, which then are in nothing that comes back but the request. */
  readonly masking?: Masking;
}

/**
 * Runs a reward function or an agent in a process of its own, as a worker of OpenRLHF would. All that it starts is ended with it,
 * and the limits of the request hold for all of them together. It never throws for what the file does.
 */
export async function tryFile(request: TryRequest, options: TryOptions = {}): Promise<Trial> {
  const folder = await mkdtemp(path.join(await realpath(tmpdir()), 'openrlhf-try-'));
  try {
    // The variables go with the process, and into no file.
    await writeFile(
      path.join(folder, 'request.json'),
      JSON.stringify({ ...request, env: undefined, until: Date.now() / 1000 + request.seconds }),
    );
    const trial = await new Running(request, folder, options).trial();
    const { masking, env = process.env } = options;
    return masking === undefined ? trial : withoutSecrets(trial, masking, env);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

class Running {
  readonly #request: TryRequest;
  readonly #folder: string;
  readonly #options: TryOptions;
  readonly #platform: NodeJS.Platform;
  readonly #file: EventFile;
  readonly #events: TryEvent[] = [];
  readonly #stdout = new PrintedSoFar();
  readonly #stderr = new PrintedSoFar();
  #peak = 0;

  constructor(request: TryRequest, folder: string, options: TryOptions) {
    this.#request = request;
    this.#folder = folder;
    this.#options = options;
    this.#platform = options.platform ?? process.platform;
    this.#file = new EventFile(path.join(folder, 'events.jsonl'));
  }

  async trial(): Promise<Trial> {
    if (this.#options.signal?.aborted === true) return this.#trial({ kind: 'cancelled' }, 0);
    if (!(await isFolder(this.#request.folder))) {
      // Node would say it of the Python.
      const reason = t('there is no working directory {0}', this.#request.folder);
      return this.#trial({ kind: 'not-started', reason }, 0);
    }
    const id = randomUUID();
    const child = spawn(this.#request.python, [driverPath(), this.#folder], {
      cwd: this.#request.folder,
      env: { ...(this.#options.env ?? process.env), ...this.#request.env, OPENRLHF_TRY: id },
      stdio: ['pipe', 'pipe', 'pipe'],
      // A group of its own: Ctrl+C is for us, and we end it.
      detached: this.#platform !== 'win32',
      windowsHide: true,
    });
    child.stdin.on('error', () => {
      // It has just ended.
    });
    child.stdout.on('data', (part: Buffer) => {
      this.#stdout.add(part);
    });
    child.stderr.on('data', (part: Buffer) => {
      this.#stderr.add(part);
    });
    const exit = exitOf(child);
    if (child.pid === undefined) return this.#trial(await exit, 0);
    const closed = new Promise<void>((resolve) => {
      child.once('close', () => {
        resolve();
      });
    });
    const tree = new ProcessTree(child.pid, `OPENRLHF_TRY=${id}`, this.#platform);
    const ending = await this.#watch(tree, exit);
    const leftOver = await tree.end();
    await Promise.race([closed, pause(LAST_OUTPUT)]);
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    child.unref();
    await this.#readEvents();
    const finished = this.#events.some(({ event }) => event === 'end');
    return this.#trial(
      ending.kind === 'died' && finished ? { kind: 'done' } : ending,
      ending.kind === 'died' ? leftOver : 0,
    );
  }

  /** Waits until it ends or breaks a limit. */
  async #watch(tree: ProcessTree, exit: Promise<TryEnding>): Promise<TryEnding> {
    const { seconds, memory } = this.#request;
    const deadline = Date.now() + seconds * 1000;
    const cancelled = aborted(this.#options.signal);
    for (;;) {
      const look = this.#platform === 'linux' ? LOOK : SLOW_LOOK;
      const wait = Math.max(0, Math.min(look, deadline - Date.now()));
      const ending = await Promise.race([exit, cancelled, pause(wait)]);
      await this.#readEvents();
      if (ending) return ending;
      const resident = await tree.resident();
      this.#peak = Math.max(this.#peak, resident);
      if (resident > memory) return { kind: 'memory-limit', resident };
      if (Date.now() >= deadline) return { kind: 'time-limit' };
    }
  }

  async #readEvents(): Promise<void> {
    for (const event of await this.#file.read()) {
      this.#events.push(event);
      this.#options.onEvent?.(event);
    }
  }

  async #trial(ending: TryEnding, leftOver: number): Promise<Trial> {
    const { file, folder } = this.#request;
    const stuck = ending.kind === 'time-limit' || ending.kind === 'died';
    return {
      request: this.#request,
      events: this.#events,
      ending,
      stdout: this.#stdout.printed,
      stderr: this.#stderr.printed,
      stuckAt: stuck ? await placeInStack(path.join(this.#folder, 'stack.txt'), file, folder) : null,
      peak: this.#peak,
      leftOver,
    };
  }
}

function isFolder(folder: string): Promise<boolean> {
  return stat(folder).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

function exitOf(child: ChildProcess): Promise<TryEnding> {
  return new Promise((resolve) => {
    child.once('error', ({ message }) => {
      resolve({ kind: 'not-started', reason: message });
    });
    child.once('exit', (code, signal) => {
      resolve({ kind: 'died', code, signal });
    });
  });
}

function aborted(signal: AbortSignal | undefined): Promise<TryEnding> {
  return new Promise((resolve) => {
    signal?.addEventListener(
      'abort',
      () => {
        resolve({ kind: 'cancelled' });
      },
      { once: true },
    );
  });
}

function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(undefined);
    }, milliseconds);
  });
}
