import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { ensureOpenrlhf } from '../../../tools/cache/openrlhf.ts';
import { ensureTorchPython } from '../../../tools/cache/torchPython.ts';
import type { ContractCase } from './corpus.ts';

/** The releases whose executors judge. */
export const judgedReleases = ['v0.10.2', 'v0.11.0', 'v0.11.1', 'v0.11.2'] as const;
export type JudgedRelease = (typeof judgedReleases)[number];

/** What `contract_harness.py` says of a case; its docstring explains the fields. */
export const Verdict = z.discriminatedUnion('verdict', [
  z.object({ verdict: z.literal('ok') }),
  z.object({ verdict: z.literal('silent'), what: z.array(z.string()) }),
  z.object({
    verdict: z.literal('fails'),
    stage: z.string(),
    where: z.nullable(z.string()),
    type: z.string(),
    message: z.string(),
    swallowed: z.optional(z.string()),
  }),
]);
export type Verdict = z.infer<typeof Verdict>;

const Line = z.object({ id: z.string(), unreached: z.array(z.number()) });

/** A verdict, and the `return` lines of the file that no sample came to. */
export interface Judged {
  readonly verdict: Verdict;
  readonly unreached: readonly number[];
}

/**
 * Runs cases through the real executors of a release.
 *
 * @returns what was seen, by id
 * @throws Error when the harness itself fails, or torch is missing and cannot be installed
 */
export async function judge(
  release: JudgedRelease,
  cases: readonly ContractCase[],
): Promise<ReadonlyMap<string, Judged>> {
  const program = fileURLToPath(new URL('../../oracle/contract_harness.py', import.meta.url));
  const [python, releases] = [await ensureTorchPython(), await ensureOpenrlhf()];
  const child = spawn(python, [program, release], { env: { ...process.env, OPENRLHF_SRC: releases } });
  child.stdin.end(cases.map((one) => `${JSON.stringify(asInput(one))}\n`).join(''));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const judged = new Map<string, Judged>();
  for (const line of output.split('\n').filter((one) => one !== '')) {
    const json: unknown = JSON.parse(line);
    const verdict = Verdict.safeParse(json);
    const { id, unreached } = Line.parse(typeof json === 'object' ? { unreached: [], ...json } : json);
    if (!verdict.success) throw new Error(`the harness failed on ${id}: ${line}`);
    judged.set(id, { verdict: verdict.data, unreached });
  }
  const missing = cases.filter(({ id }) => !judged.has(id));
  if (missing.length > 0) {
    throw new Error(`the harness says nothing of ${missing.map(({ id }) => id).join(', ')}\n${errors}`);
  }
  return judged;
}

function asInput({ id, role, files, entry, launch, unlabelled, labels, texts, random, urls }: ContractCase): unknown {
  const words = unlabelled ? [...launch, '--data.label_key', 'null'] : launch;
  return { id, role, files, entry, launch: words, labels, texts, random, urls };
}
