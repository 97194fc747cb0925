import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { ensureOpenrlhf } from '../../../tools/cache/openrlhf.ts';
import { ensureTorchPython } from '../../../tools/cache/torchPython.ts';
import type { ContractCase } from '../contracts/corpus.ts';
import type { JudgedRelease } from '../contracts/harness.ts';

const Sample = z.object({
  prompt: z.string(),
  label: z.string(),
  text: z.string(),
  actions: z.array(z.string()),
  reward: z.nullable(z.number()),
  scores: z.nullable(z.number()),
  logs: z.record(z.string(), z.number()),
  truncated: z.boolean(),
  log_probs: z.nullable(z.boolean()),
});

/** One sample as `contract_values.py` gives it; its docstring explains the fields. */
export type Sample = z.infer<typeof Sample>;

const Answer = z.object({ id: z.string(), samples: z.array(Sample) });

/**
 * The samples of cases, by the real executors of a release.
 *
 * @param env variables that the workers have
 * @throws Error when a run ends before there are samples
 */
export async function samplesOf(
  release: JudgedRelease,
  cases: readonly ContractCase[],
  env: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const program = fileURLToPath(new URL('../../oracle/contract_values.py', import.meta.url));
  const [python, releases] = [await ensureTorchPython(), await ensureOpenrlhf()];
  const child = spawn(python, [program, release], { env: { ...process.env, OPENRLHF_SRC: releases, ...env } });
  child.stdin.end(cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const found = new Map<string, readonly Sample[]>();
  for (const line of output.split('\n').filter((one) => one !== '')) {
    const answer = Answer.safeParse(JSON.parse(line));
    if (!answer.success) throw new Error(`${release}: ${line}\n${errors}`);
    found.set(answer.data.id, answer.data.samples);
  }
  if (found.size < cases.length)
    throw new Error(`${release}: ${found.size} of ${cases.length} cases came back\n${errors}`);
  return found;
}
