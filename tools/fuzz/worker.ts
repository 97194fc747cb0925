import { parentPort, workerData } from 'node:worker_threads';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { check } from './checks.ts';
import { bases, histories } from './inputs.ts';
import type { FuzzReport } from './run.ts';

/** What a worker is given. */
const Task = z.object({ seed: z.int(), texts: z.int(), path: z.optional(z.string()) });

const { seed, texts, path } = Task.parse(workerData);
const tell = (report: FuzzReport): void => parentPort?.postMessage(report);

/** Histories are made until enough texts were judged. */
class Enough extends Error {}

let judged = 0;
const property = fc.asyncProperty(histories(bases()), async (history) => {
  if (path === undefined && judged >= texts) throw new Enough();
  tell({ kind: 'begin', history });
  judged += await check(history);
});
const result = await fc.check(property, {
  seed,
  numRuns: texts,
  ...(path === undefined ? {} : { path, endOnFailure: true }),
});
if (result.failed && !(result.errorInstance instanceof Enough)) {
  const error = result.errorInstance;
  tell({
    kind: 'failed',
    history: result.counterexample?.[0],
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    path: result.counterexamplePath ?? '',
  });
} else {
  tell({ kind: 'end', texts: judged });
}
