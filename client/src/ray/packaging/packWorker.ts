import { parentPort } from 'node:worker_threads';
import { packBatch } from './packBatch.ts';
import type { PackItem, PackedBatch } from './packBatch.ts';

/** What the thread answers to a batch. */
export type PackAnswer = { readonly packed: PackedBatch } | { readonly problem: string };

// A thread of its own, bundled as `packWorker.cjs`: the window stays quick, and every core helps.
parentPort?.on('message', (items: readonly PackItem[]) => {
  try {
    const packed = packBatch(items);
    const answer: PackAnswer = { packed };
    parentPort?.postMessage(answer, [packed.bytes.buffer]);
  } catch (error) {
    const answer: PackAnswer = { problem: error instanceof Error ? error.message : String(error) };
    parentPort?.postMessage(answer);
  }
});
