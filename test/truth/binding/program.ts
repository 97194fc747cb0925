import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { PythonValue } from '../../../server/src/launch/binding.ts';

/** The real program: `test/oracle`, with OpenRLHF's releases from the cache. */

/** A command line for an entry point of a release (`v0.11.2`). */
export interface Case {
  readonly tag: string;
  readonly entry: string;
  readonly argv: readonly string[];
}

/** What `argument --x: …` and its like say, in parts. */
export type Refusal =
  | { readonly kind: 'unrecognized'; readonly words: readonly string[] }
  | { readonly kind: 'required'; readonly arguments: readonly string[] }
  | { readonly kind: 'ambiguous'; readonly word: string; readonly matches: readonly string[] }
  | { readonly kind: 'invalid-literal'; readonly argument: string; readonly type: string; readonly text: string }
  | { readonly kind: 'invalid-choice'; readonly argument: string; readonly text: string }
  | { readonly kind: 'explicit-argument'; readonly argument: string; readonly text: string }
  | { readonly kind: 'arity'; readonly argument: string; readonly expected: string };

export type Values = Readonly<Record<string, PythonValue>>;

/** What the real parser does with a case. `values` holds every dest. */
export type Verdict =
  | { readonly verdict: 'accepted'; readonly values: Values }
  | { readonly verdict: 'help' }
  | ({ readonly verdict: 'refused'; readonly message: string; readonly last: string } & Refusal);

/** One flag of a real parser object, as `oracle.py flags` writes it. */
export interface RealFlag {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly dest: string;
  readonly type: string | null;
  readonly nargs: number | string | null;
  readonly choices: readonly string[] | null;
  readonly action: string;
  readonly required: boolean;
}

/** What `oracle.py batch` answers for a case, as far as it is read here. */
export interface FullRun {
  readonly ok: boolean;
  readonly stage: string | null;
  readonly code?: number;
  readonly message: string | null;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly mutated?: Readonly<Record<string, { readonly from: unknown }>>;
}

/** What a node of a pretend cluster has. */
export interface ClusterNode {
  readonly GPU: number;
  readonly CPU: number;
}

/** A command line of `train_ppo_ray` on a pretend cluster; without nodes there is no limit. */
export interface PlacementCase extends Case {
  readonly cluster: readonly ClusterNode[];
}

/** What the real `train()` asked the pretend Ray for, or where it ended. */
export interface Placed extends FullRun {
  /** `HANG` where real Ray would wait for ever. */
  readonly exc_type: string | null;
  readonly placement?: {
    readonly pgs: readonly { readonly gpus: number }[];
    readonly bare_gpu_actors: readonly unknown[];
    readonly total_gpus: number;
  };
}

/** Every case run by the whole program with the real `train()`. */
export async function placeAll(cases: readonly PlacementCase[]): Promise<Placed[]> {
  return (await run('oracle.py', ['batch'], cases)) as Placed[];
}

/** Every case parsed by the real parser object of its entry point. */
export async function parseAll(cases: readonly Case[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const parsers = new Map<string, Values>();
  const lines = await run('parse_batch.py', [], cases);
  for (const line of lines as (Verdict | { defaults: Values } | { python: number[] })[]) {
    const asked = cases[verdicts.length];
    if ('python' in line || asked === undefined) continue;
    const parser = `${asked.tag} ${asked.entry}`;
    if ('defaults' in line) parsers.set(parser, line.defaults);
    else if (line.verdict !== 'accepted') verdicts.push(line);
    else verdicts.push({ ...line, values: { ...parsers.get(parser), ...line.values } });
  }
  if (verdicts.length !== cases.length) throw new Error(`${verdicts.length} answers for ${cases.length} cases`);
  return verdicts;
}

/** Version of the Python that runs the program, such as `[3, 11, 7]`. */
export async function pythonVersion(): Promise<readonly number[]> {
  const [line] = (await run('parse_batch.py', [], [])) as { python: readonly number[] }[];
  return line?.python ?? [];
}

/** Every case run by the whole program, up to where it would start to train. */
export async function runAll(cases: readonly Case[]): Promise<FullRun[]> {
  return (await run('oracle.py', ['batch'], cases)) as FullRun[];
}

/** By entry point, the flags of a release's real parser objects. */
export async function realFlags(tag: string): Promise<Map<string, readonly RealFlag[]>> {
  const answer = (await run('oracle.py', ['flags', '--tag', tag], [], (text) => [text])) as {
    entry_points: Record<string, { flags: readonly RealFlag[] }>;
  }[];
  return new Map(Object.entries(answer[0]?.entry_points ?? {}).map(([entry, { flags }]) => [entry, flags]));
}

function run(
  program: string,
  args: readonly string[],
  cases: readonly Case[],
  split = (text: string): string[] => text.split('\n').filter((line) => line !== ''),
): Promise<unknown[]> {
  const path = fileURLToPath(new URL(`../../oracle/${program}`, import.meta.url));
  return new Promise((resolve, reject) => {
    const child = spawn('python3', [path, ...args], { env: { ...process.env, PYTHONUTF8: '1' } });
    const out: string[] = [];
    const err: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code !== 0) reject(new Error(`${program} ended with ${String(code)}:\n${err.join('')}`));
      else resolve(split(out.join('')).map((line): unknown => JSON.parse(line)));
    });
    // A child that dies early closes the pipe; its exit code says why.
    child.stdin.on('error', () => undefined);
    child.stdin.end(cases.map((item) => `${JSON.stringify(item)}\n`).join(''));
  });
}
