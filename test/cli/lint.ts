import { run } from '../../server/src/cli/run.ts';
import type { Folder } from '../support/folder.ts';

/** What a run of `openrlhf-lint` wrote, and its exit code. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process, in a folder. `input` is what comes on standard input. */
export async function lint(
  folder: Folder,
  words: readonly string[],
  input: string | Uint8Array = '',
): Promise<Outcome> {
  const before = process.cwd();
  process.chdir(folder.path);
  let out = '';
  let err = '';
  try {
    const code = await run(words, {
      out: (text) => void (out += text),
      err: (text) => void (err += text),
      readInput: () => Promise.resolve(Buffer.from(input)),
      colour: false,
    });
    return { code, out, err };
  } finally {
    process.chdir(before);
  }
}

/** A launch that starts, once its entry point gets what it must have. */
export const CLEAN =
  'deepspeed --module openrlhf.cli.train_sft --model.model_name_or_path m --data.dataset d.jsonl --train.batch_size 8\n';

/** The same with one flag that there is not. */
export const BROKEN = CLEAN.replace('--train.batch_size', '--train.batchsize');
