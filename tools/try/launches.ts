import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mustRun, runProgram } from '../cache/process.ts';
import { projectFolder } from '../project.ts';

const oracle = path.join(projectFolder, 'test', 'oracle');
const endOfRecord = '\u001e';

/** A launch of an OpenRLHF entry point as bash really makes it. */
export interface RealLaunch {
  readonly entryPoint: string;
  readonly argv: readonly string[];
}

/** What bash really makes of a script. */
export interface RealRun {
  readonly launches: readonly RealLaunch[];
  /** bash's exit status. */
  readonly status: number;
}

/** Runs a script under bash with launchers that only write down how they are called. */
export async function runUnderBash(script: string): Promise<RealRun> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'openrlhf-launches-'));
  try {
    const dump = path.join(scratch, 'dump');
    const { status } = await runProgram('bash', [script], {
      cwd: scratch,
      env: { PATH: `${path.join(oracle, 'fakebin')}:/usr/bin:/bin`, HOME: scratch, ORACLE_DUMP: dump },
    });
    return { launches: launchesIn(await readFile(dump, 'utf8').catch(() => '')), status };
  } finally {
    await rm(scratch, { recursive: true });
  }
}

/** Records are a program, its arguments and an end mark, each ended by NUL. */
function launchesIn(dump: string): readonly RealLaunch[] {
  const records = dump.split(`\0${endOfRecord}\0`).slice(0, -1);
  return records.flatMap((record) => {
    const words = record.split('\0');
    const at = words.findIndex((word) => word.startsWith('openrlhf.cli.'));
    const module = words[at];
    if (module === undefined) return [];
    return [{ entryPoint: module.replace('openrlhf.cli.', ''), argv: words.slice(at + 1) }];
  });
}

/** What the real parser and the checks after it say. */
export interface Verdict {
  readonly ok: boolean;
  readonly message: string | null;
}

/** Asks OpenRLHF's own program, up to the point where it would start to work. */
export async function realVerdict(
  release: string,
  { entryPoint, argv }: RealLaunch,
  openrlhfSource: string,
): Promise<Verdict> {
  const program = path.join(oracle, 'oracle.py');
  const args = ['run', '--no-args', '--tag', `v${release}`, '--entry', entryPoint, '--', ...argv];
  const output = await mustRun('python3', [program, ...args], {
    env: { ...process.env, OPENRLHF_SRC: openrlhfSource },
    instead: 'Python 3.10 or newer is needed.',
  });
  return JSON.parse(output) as Verdict;
}
