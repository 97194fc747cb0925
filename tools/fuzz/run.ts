import { Worker } from 'node:worker_threads';
import type { History } from './inputs.ts';

/** What a worker tells. */
export type FuzzReport =
  | { readonly kind: 'begin'; readonly history: History }
  | { readonly kind: 'end'; readonly texts: number }
  | { readonly kind: 'failed'; readonly history: History | undefined; readonly reason: string; readonly path: string };

/** What came of it. */
export interface FuzzResult {
  /** How many texts were judged. */
  readonly texts: number;
  /** The document that took longest with all its edits and questions, and its time in milliseconds. */
  readonly slowest: { readonly milliseconds: number; readonly history: History };
  /** The first one that went wrong in each worker. */
  readonly failures: readonly FuzzFailure[];
}

/** A document that made trouble, and how to have it again. */
export interface FuzzFailure {
  readonly seed: number;
  /** The path of fast-check to it; empty for one that did not end. */
  readonly path: string;
  readonly history: History;
  readonly reason: string;
}

/** How much is done. */
export interface FuzzOptions {
  readonly seed: number;
  /** How many texts are judged at least. */
  readonly texts: number;
  readonly workers: number;
  /** Only the document at this path of fast-check. */
  readonly path?: string | undefined;
}

/** Milliseconds after which a document counts as one that hangs, however busy the machine is. */
const HANGS = 120_000;
/** Megabytes that judging may take. */
const MEMORY = 1_500;

const NOTHING: History = { language: 'shellscript', from: 'none', opened: '', edits: [], cursor: 0 };

/** Judges random documents in threads of their own, so that one that does not end, or eats all memory, is told as well. */
export async function fuzz({ seed, texts, workers, path }: FuzzOptions): Promise<FuzzResult> {
  const each = Math.ceil(texts / workers);
  const results = await Promise.all(
    Array.from({ length: workers }, (_, index) => runWorker({ seed: seed + index, texts: each, path })),
  );
  return {
    texts: results.reduce((sum, one) => sum + one.texts, 0),
    slowest: results.map(({ slowest }) => slowest).reduce((a, b) => (a.milliseconds > b.milliseconds ? a : b)),
    failures: results.flatMap(({ failures }) => failures),
  };
}

function runWorker(task: { seed: number; texts: number; path: string | undefined }): Promise<FuzzResult> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./startWorker.mjs', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    let current: History | undefined;
    let since = performance.now();
    let slowest = { milliseconds: 0, history: NOTHING };
    const took = (): void => {
      const milliseconds = performance.now() - since;
      if (current !== undefined && milliseconds > slowest.milliseconds) slowest = { milliseconds, history: current };
    };
    const end = (count: number, failures: readonly FuzzFailure[]): void => {
      clearInterval(watch);
      void worker.terminate();
      resolve({ texts: count, slowest, failures });
    };
    const fail = (reason: string, path = '', history = current): void => {
      end(0, [{ seed: task.seed, path, history: history ?? NOTHING, reason }]);
    };
    const watch = setInterval(() => {
      if (current !== undefined && performance.now() - since > HANGS) fail(`no end after ${HANGS / 1000} s`);
    }, 1000);
    worker.on('message', (report: FuzzReport) => {
      switch (report.kind) {
        case 'begin':
          took();
          current = report.history;
          since = performance.now();
          break;
        case 'end':
          took();
          end(report.texts, []);
          break;
        case 'failed':
          fail(report.reason, report.path, report.history);
          break;
      }
    });
    worker.on('error', (error) => {
      fail(error.stack ?? error.message);
    });
  });
}
