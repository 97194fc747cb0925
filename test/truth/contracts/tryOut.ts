import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { TryEvent } from '../../../runner/src/model.ts';
import { ensureOpenrlhf } from '../../../tools/cache/openrlhf.ts';
import { ensureTorchPython } from '../../../tools/cache/torchPython.ts';
import type { ContractCase } from './corpus.ts';
import { judgedReleases } from './harness.ts';

/** What trials of a file told, with our own executors (`own`) and with those of each release. */
export interface Tried {
  readonly id: string;
  readonly events: Readonly<Record<string, readonly TryEvent[]>>;
}

const Line = z.object({ id: z.string(), events: z.record(z.string(), z.array(TryEvent)) });

/** Two of the prompts of `contract_world.py`, with right and wrong answers. */
const SAMPLES = [
  { prompt: '<|im_start|>user\nWhat is 2 + 2?<|im_end|>\n<|im_start|>assistant\n', label: '4' },
  { prompt: '<|im_start|>user\nCapital of France?<|im_end|>\n<|im_start|>assistant\n', label: 'Paris' },
];
const TEXTS = [
  'Let me see: \\boxed{4}<|im_end|>',
  '<think>a</think><answer>Paris</answer><|im_end|>',
  '```python\nprint(4)\n```\n',
  'Hmm',
];

/**
 * Tries files of the corpus, each with our own executors and those of all judged releases.
 *
 * @throws Error when the harness itself fails, or torch is missing and cannot be installed
 */
export async function tryCases(cases: readonly ContractCase[]): Promise<readonly Tried[]> {
  const program = fileURLToPath(new URL('../../oracle/try_agreement.py', import.meta.url));
  const [python, releases] = [await ensureTorchPython(), await ensureOpenrlhf()];
  const child = spawn(python, [program, ...judgedReleases], { env: { ...process.env, OPENRLHF_SRC: releases } });
  child.stdin.end(cases.map((one) => `${JSON.stringify(asInput(one))}\n`).join(''));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const tried = output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Line.parse(JSON.parse(line)));
  const missing = cases.filter(({ id }) => !tried.some((one) => one.id === id));
  if (missing.length > 0) throw new Error(`nothing was tried of ${missing.map(({ id }) => id).join(', ')}\n${errors}`);
  return tried;
}

function asInput({ id, role, files, entry, labels, unlabelled, texts }: ContractCase): unknown {
  const samples = SAMPLES.map(({ prompt, label }, at) => ({
    prompt,
    label: unlabelled ? '' : (labels?.[at * 3] ?? label),
  }));
  return { id, role, files, entry, request: { samples, responses: texts ?? TEXTS } };
}
