import { spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { ensureOpenrlhf } from '../cache/openrlhf.ts';
import { projectFolder } from '../project.ts';
import { scriptOf } from './documents.ts';
import { jsonOf } from './program.ts';
import type { BenchOptions, SectionResult } from './table.ts';

const LINES = 20_000;
/** The release that the comment in the script names. */
const RELEASE = 'v0.11.2';

/** The one word of a launch that hangs on the environment, as it is without a variable for it. */
const MODEL = 'Qwen/Qwen3-4B';

const argvShape = z.array(
  z.object({
    launches: z.array(z.object({ entryPoint: z.string(), argv: z.array(z.object({ value: z.nullable(z.string()) })) })),
  }),
);

/**
 * Checks a long script, beside the real parser of OpenRLHF on the command lines that the script runs. That one is handed the finished
 * words, in one process that makes its parser once; a real launch would start a Python and import OpenRLHF for each.
 */
export async function benchLinting({ runs, scratch }: BenchOptions): Promise<SectionResult> {
  const { text, name } = scriptOf(LINES);
  const script = path.join(scratch, name);
  await writeFile(script, text);
  const lint = path.join(projectFolder, 'dist', 'openrlhf-lint.cjs');
  const [file] = argvShape.parse(await jsonOf(process.execPath, [lint, '--argv', script]));
  const launches = file?.launches ?? [];
  const cases = path.join(scratch, 'cases.jsonl');
  const lineOf = ({ entryPoint, argv }: (typeof launches)[number]): string =>
    JSON.stringify({ tag: RELEASE, entry: entryPoint, argv: argv.map(({ value }) => value ?? MODEL) });
  await writeFile(cases, launches.map((launch) => `${lineOf(launch)}\n`).join(''));
  const parser = path.join(projectFolder, 'test', 'oracle', 'parse_batch.py');
  const env = { ...process.env, OPENRLHF_SRC: await ensureOpenrlhf() };
  const lines = text.split('\n').length - 1;
  const peer: number[] = [];
  const ours: number[] = [];
  for (let run = 0; run < runs; run++) {
    peer.push(lines / (await secondsOf('python3', [parser], { input: cases, env })));
    ours.push(lines / (await secondsOf(process.execPath, [lint, script], { input: '/dev/null', env: process.env })));
  }
  return {
    title: `checking a script of ${lines.toLocaleString('en')} lines with ${launches.length.toLocaleString('en')} launches`,
    peer: 'OpenRLHF’s own parser',
    rows: [{ what: 'the whole process, lines of the script', unit: 'lines/s', peer, ours }],
    note: 'OpenRLHF’s own parser was handed the words of the launches; ours reads the script, and looks at more than the parser does.',
  };
}

/** The time of a whole process that reads `input` and whose output nobody reads. */
async function secondsOf(
  program: string,
  args: readonly string[],
  { input, env }: { readonly input: string; readonly env: NodeJS.ProcessEnv },
): Promise<number> {
  const from = openSync(input, 'r');
  try {
    const start = performance.now();
    const child = spawn(program, args, { stdio: [from, 'ignore', 'inherit'], env });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    // 1 says that something was found.
    if (code !== 0 && code !== 1) throw new Error(`${program} ${args.join(' ')} ended with ${code ?? 'a signal'}`);
    return (performance.now() - start) / 1000;
  } finally {
    closeSync(from);
  }
}
