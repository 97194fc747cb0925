import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { ensureRay } from '../../../tools/cache/ray.ts';
import type { RayRelease } from '../../../tools/cache/ray.ts';

export interface PackagingQuestions {
  readonly folders?: readonly {
    readonly folder: string;
    readonly excludes: readonly string[];
    readonly module: boolean;
  }[];
  readonly files?: readonly string[];
  readonly matches?: readonly { readonly lines: readonly string[]; readonly path: string }[];
  readonly envs?: readonly Readonly<Record<string, unknown>>[];
}

const answerShape = z.object({
  folders: z.array(
    z.union([
      z.object({
        uri: z.string(),
        entries: z.array(z.object({ name: z.string(), mode: z.number(), sha1: z.string() })),
      }),
      z.object({ error: z.string() }),
    ]),
  ),
  files: z.array(z.string()),
  matches: z.array(z.nullable(z.boolean())),
  envs: z.array(z.record(z.string(), z.unknown())),
});

export type PackagingAnswers = z.infer<typeof answerShape>;

/** Asks Ray's own packaging code, all in one process. */
export async function askPackaging(version: RayRelease, questions: PackagingQuestions): Promise<PackagingAnswers> {
  const bin = await ensureRay(version);
  const program = path.join(import.meta.dirname, '..', 'oracle', 'ask_packaging.py');
  const child = spawn(path.join(bin, 'python'), [program], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
  });
  child.stdin.end(JSON.stringify(questions));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  assert.notEqual(output, '', `ask_packaging.py printed nothing on Ray ${version}:\n${errors}`);
  return answerShape.parse(JSON.parse(output));
}
