import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { packBatch } from './packBatch.ts';
import type { PackBatch, PackedBatch } from './packBatch.ts';
import { cancelled, PackagingError } from './packagingError.ts';
import type { PackAnswer } from './packWorker.ts';
import { TimeSlice } from './timeSlice.ts';

/** More do not help: they wait for the disk, and for each other's memory. */
const mostThreads = 4;

/** Batches that a thread has at the same time, so that it never waits for this one, which may be busy for a while. */
const batchesAhead = 3;

/** Runs `packBatch`, in the order of the calls. */
export interface Packer {
  /** @throws PackagingError of kind `unreadable` or `cancelled` */
  readonly pack: (batch: PackBatch) => Promise<PackedBatch>;
  /** Ends it; what has not been packed is cancelled. */
  readonly close: () => Promise<void>;
}

/** Packs in this thread, in slices. */
export function packHere(): Packer {
  const slice = new TimeSlice();
  let closed = false;
  let last: Promise<unknown> = Promise.resolve();
  const packNext = async (before: Promise<unknown>, batch: PackBatch): Promise<PackedBatch> => {
    await before.catch(() => undefined);
    await slice.pause();
    if (closed) throw cancelled();
    return packBatch(batch);
  };
  return {
    pack: (batch) => {
      const packed = packNext(last, batch);
      last = packed;
      return packed;
    },
    close: () => {
      closed = true;
      return Promise.resolve();
    },
  };
}

/** Packs in threads of their own. `program` is the bundled `packWorker.ts`. */
export function packInThreads(program: string): Packer {
  const waiting: Task[] = [];
  const threads: PackThread[] = [];
  const feed = (): void => {
    for (;;) {
      const free = threads.reduce((one, other) => (other.load < one.load ? other : one));
      const task = free.load < batchesAhead ? waiting.shift() : undefined;
      if (task === undefined) return;
      free.take(task);
    }
  };
  const width = Math.min(mostThreads, availableParallelism());
  while (threads.length < width) threads.push(new PackThread(program, feed));
  return {
    pack: async (batch) =>
      new Promise((resolve, reject) => {
        waiting.push({ batch, resolve, reject });
        feed();
      }),
    close: async () => {
      for (const { reject } of waiting.splice(0)) reject(cancelled());
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

interface Task {
  readonly batch: PackBatch;
  readonly resolve: (packed: PackedBatch) => void;
  readonly reject: (error: Error) => void;
}

/** A thread and the batches it has, which it answers in turn. */
class PackThread {
  private readonly worker: Worker;
  private readonly tasks: Task[] = [];
  private ended: Error | undefined;

  constructor(program: string, onFree: () => void) {
    // Without the options of this process: what they load is not needed there.
    this.worker = new Worker(program, { execArgv: [] });
    this.worker.on('message', (answer: PackAnswer) => {
      const task = this.tasks.shift();
      if ('problem' in answer) task?.reject(new PackagingError('unreadable', answer.problem));
      else task?.resolve(answer.packed);
      onFree();
    });
    this.worker.on('error', (error: unknown) => {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    });
    this.worker.on('exit', () => {
      this.fail(new Error('The packing thread has ended.'));
    });
  }

  get load(): number {
    return this.tasks.length;
  }

  take(task: Task): void {
    if (this.ended !== undefined) {
      task.reject(this.ended);
      return;
    }
    this.tasks.push(task);
    this.worker.postMessage(task.batch);
  }

  async close(): Promise<void> {
    this.fail(cancelled());
    await this.worker.terminate();
  }

  private fail(error: Error): void {
    this.ended ??= error;
    for (const { reject } of this.tasks.splice(0)) reject(this.ended);
  }
}
