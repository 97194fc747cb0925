import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { packBatch } from './packBatch.ts';
import type { PackItem, PackedBatch } from './packBatch.ts';
import { PackagingError } from './packagingError.ts';
import type { PackAnswer } from './packWorker.ts';
import { TimeSlice } from './timeSlice.ts';

/** More do not help: they wait for the disk, and for each other's memory. */
const mostThreads = 4;

/** Runs `packBatch`. */
export interface Packer {
  /** How many batches can run at the same time. */
  readonly width: number;
  readonly pack: (items: readonly PackItem[]) => Promise<PackedBatch>;
  readonly close: () => Promise<void>;
}

/** Packs in this thread, in slices. */
export function packHere(): Packer {
  const slice = new TimeSlice();
  return {
    width: 1,
    pack: async (items) => {
      await slice.pause();
      return packBatch(items);
    },
    close: () => Promise.resolve(),
  };
}

/** Packs in threads of their own. `program` is the bundled `packWorker.ts`. */
export function packInThreads(program: string): Packer {
  const width = Math.min(mostThreads, availableParallelism());
  const threads = Array.from({ length: width }, () => new Worker(program));
  const free = [...threads];
  return {
    width,
    pack: async (items) => {
      const thread = free.pop();
      if (thread === undefined) throw new Error('More batches than threads.');
      const answer = await answerOf(thread, items);
      free.push(thread);
      if ('problem' in answer) throw new PackagingError('unreadable', answer.problem);
      return answer.packed;
    },
    close: async () => {
      await Promise.all(threads.map((thread) => thread.terminate()));
    },
  };
}

async function answerOf(thread: Worker, items: readonly PackItem[]): Promise<PackAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const onMessage = (answer: PackAnswer): void => {
      settle();
      resolve(answer);
    };
    const onError = (error: unknown): void => {
      settle();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const onExit = (): void => {
      settle();
      reject(new Error('The packing thread has ended.'));
    };
    thread.on('message', onMessage).on('error', onError).on('exit', onExit);
    thread.postMessage(items);
  });
}
