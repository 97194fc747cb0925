import { parentPort } from 'node:worker_threads';
import { packBatch } from './packBatch.ts';
import type { PackBatch, PackedBatch } from './packBatch.ts';

/** What the thread answers to a batch. */
export type PackAnswer = { readonly packed: PackedBatch } | { readonly problem: string };

// A thread of its own, bundled as `packWorker.cjs`: the window stays quick, and every core helps.
parentPort?.on('message', (batch: PackBatch) => {
  try {
    const packed = packBatch(batch);
    const answer: PackAnswer = { packed };
    parentPort?.postMessage(answer, [packed.bytes.buffer, packed.directory.buffer]);
  } catch (error) {
    const answer: PackAnswer = { problem: error instanceof Error ? error.message : String(error) };
    parentPort?.postMessage(answer);
  }
});
