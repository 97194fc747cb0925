import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAddress } from '../../client/src/ray/address.ts';
import type { RayHttp } from '../../client/src/ray/http.ts';
import { getJob, stopJob } from '../../client/src/ray/jobs.ts';
import { createRayHttp } from '../../client/src/ray/nodeHttp.ts';
import { newSubmissionId, submitJob } from '../../client/src/ray/submit.ts';
import { startHead } from '../ray/head.ts';
import type { Head } from '../ray/head.ts';
import { Peak, pssOf, pssOfTree } from './memory.ts';
import { printTable, spread, times } from './table.ts';
import type { BenchOptions } from './table.ts';

/** In pieces below: Ray prints the entrypoint into the log, and that must not count. */
const written = 'all 100 MB are written';

/** New lines whose latency is taken in each run. */
const ticks = 8;

/** Writes 100 MB like a training run with a progress bar, then a line with its time again and again. */
const program = `
import sys, time
out = sys.stdout.buffer
size = step = 0
while size < 100_000_000:
    bar = b"".join(b"\\rEpoch [1/3]: %3d%%|%-20s| %d/100 [00:%02d<00:30, 1.2s/it, loss=0.51]" % (i, b"#" * (i // 5), i, i % 60) for i in range(0, 100, 4))
    text = bar + b"\\n(pid=1234) step %d policy_loss=0.0123 kl=0.004 reward=0.51 response_length=512.0\\n" % step
    out.write(text)
    size += len(text)
    step += 1
out.write(b"all 100 MB " + b"are written\\n")
out.flush()
while True:
    time.sleep(1.37)
    out.write(b"tick %.3f\\n" % time.time())
    out.flush()
`;

/** A follower of one job, measured. */
interface Measured {
  /** From its first line, which comes when it has connected, to the last of the 100 MB. */
  readonly seconds: number;
  /** From writing a new line to its arrival. */
  readonly latencies: readonly number[];
  readonly ownPeak: number;
  /** How much more the head had at most. */
  readonly headGrowth: number;
}

/** The log of one job, ours beside `ray job logs --follow`. */
export async function benchLog({ version, runs }: BenchOptions): Promise<void> {
  const head = await startHead({ version });
  const read = readAddress(head.address);
  if (!read.ok) throw new Error(read.problem);
  const http = createRayHttp({ address: read.address });
  try {
    const id = await startJob(http);
    const ray: Measured[] = [];
    const ours: Measured[] = [];
    for (let run = 0; run < runs; run++) {
      const follow = path.join(import.meta.dirname, 'followOnce.ts');
      ours.push(await measure(head, process.execPath, ['--import', 'tsx', follow, head.address, id]));
      const words = ['job', 'logs', '--follow', '--address', head.address, id];
      ray.push(await measure(head, path.join(head.bin, 'ray'), words));
    }
    await stopJob(http, id);
    print(ray, ours);
  } finally {
    http.dispose();
    await head.stop();
  }
}

async function startJob(http: RayHttp): Promise<string> {
  const entrypoint = `python3 -c '${program}'`;
  const { submissionId } = await submitJob(http, { submissionId: newSubmissionId(), entrypoint });
  while ((await getJob(http, submissionId)).status !== 'running') await sleep(500);
  // Long enough to write all of it.
  await sleep(15_000);
  return submissionId;
}

async function measure(head: Head, command: string, args: readonly string[]): Promise<Measured> {
  const before = pssOfTree(head.pid);
  const headPeak = new Peak(() => pssOfTree(head.pid));
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ownPeak = new Peak(() => pssOf(child.pid ?? 0));
  let start = 0;
  let seconds = 0;
  let rest = '';
  const latencies: number[] = [];
  for await (const chunk of child.stdout) {
    const now = Date.now();
    if (start === 0) start = now;
    const text = rest + (chunk instanceof Buffer ? chunk.toString('latin1') : '');
    if (seconds === 0 && text.includes(written)) seconds = (now - start) / 1000;
    const known = [...text.matchAll(/^tick (\d+\.\d+)\n/gm)];
    if (seconds !== 0)
      for (const [, time] of known)
        if (Number(time) * 1000 > start + seconds * 1000) latencies.push(now / 1000 - Number(time));
    rest = text.slice(text.lastIndexOf('\n') + 1).slice(-4096);
    if (latencies.length >= ticks) break;
  }
  child.kill('SIGKILL');
  return { seconds, latencies, ownPeak: ownPeak.stop(), headGrowth: headPeak.stop() - before };
}

function print(ray: readonly Measured[], ours: readonly Measured[]): void {
  const row = (name: string, of: (one: Measured) => readonly number[], unit: string, compared = true): string[] => {
    const [theirs, own] = [ray.flatMap(of), ours.flatMap(of)];
    return [name, spread(theirs, unit), spread(own, unit), compared ? times(theirs, own) : ''];
  };
  printTable(
    'Log of 100 MB with progress bars',
    ['', '`ray job logs --follow`', 'ours', ''],
    [
      row('the whole log', ({ seconds }) => [seconds], 's'),
      row(`latency of a new line (${ticks} in each run)`, ({ latencies }) => latencies, 's'),
      row('memory of the client at most (PSS)', ({ ownPeak }) => [ownPeak / 1e6], 'MB'),
      row('growth of the head at most (PSS)', ({ headGrowth }) => [headGrowth / 1e6], 'MB', false),
    ],
  );
}
