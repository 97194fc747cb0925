import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { readAddress } from '../../client/src/ray/address.ts';
import { RayError } from '../../client/src/ray/errors.ts';
import type { RayHttp } from '../../client/src/ray/http.ts';
import { getJob, stopJob } from '../../client/src/ray/jobs.ts';
import { createRayHttp } from '../../client/src/ray/nodeHttp.ts';
import { newSubmissionId, submitJob } from '../../client/src/ray/submit.ts';
import type { Head } from '../ray/head.ts';
import { bundled } from './build.ts';
import { Peak, pssOf, pssOfTree } from './memory.ts';
import type { BenchOptions, Comparison, SectionResult } from './table.ts';
import { withHead } from './withHead.ts';

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
  /** How much more it had with all of the log than with half of it. */
  readonly ownGrowth: number;
  /** How much more the head had at most. */
  readonly headGrowth: number;
}

/** The log of one job, ours beside `ray job logs --follow`. */
export async function benchLog(options: BenchOptions): Promise<SectionResult> {
  return withHead(options.version, (head) => compare(head, options));
}

async function compare(head: Head, { runs, scratch }: BenchOptions): Promise<SectionResult> {
  const followOnce = await bundled('followOnce', scratch);
  const read = readAddress(head.address);
  if (!read.ok) throw new Error(read.problem);
  const http = createRayHttp({ address: read.address });
  try {
    const id = await startJob(http, head);
    const ray: Measured[] = [];
    const ours: Measured[] = [];
    const tunnel: Measured[] = [];
    for (let run = 0; run < runs; run++) {
      ours.push(await measure(head, process.execPath, [followOnce, head.address, id]));
      const words = ['job', 'logs', '--follow', '--address', head.address, id];
      ray.push(await measure(head, path.join(head.bin, 'ray'), words));
      tunnel.push(await measure(head, process.execPath, [followOnce, head.address, id, 'tunnel']));
    }
    await stopJob(http, id);
    return {
      peer: 'Ray’s own client',
      title: 'log of 100 MB with progress bars',
      rows: [...rowsOf('', ray, ours), ...rowsOf(', through a tunnel', ray, tunnel)],
      note: 'Through a tunnel ours reaches the dashboard alone; the values of Ray’s own client are the same ones.',
    };
  } finally {
    http.dispose();
  }
}

/** Starts the job and waits until the 100 MB are written. */
async function startJob(http: RayHttp, head: Head): Promise<string> {
  const entrypoint = `python3 -c '${program}'`;
  const submission = { submissionId: newSubmissionId(), entrypoint };
  const { submissionId } = await submitJob(http, submission).catch(async (error: unknown) => {
    // A head that has just started may hang up on the first submit. Of the same id no second job can come.
    if (!(error instanceof RayError) || error.kind === 'refused') throw error;
    await sleep(5_000);
    return submitJob(http, submission);
  });
  const file = path.join(head.folder, 'session_latest', 'logs', `job-driver-${submissionId}.log`);
  const end = Date.now() + 120_000;
  while (!(await endOf(file)).includes(written)) {
    if (Date.now() > end) throw new Error(`The job writes no 100 MB: ${(await getJob(http, submissionId)).status}`);
    await sleep(500);
  }
  return submissionId;
}

/** The last kilobytes of a file; empty while there is none. */
async function endOf(file: string): Promise<string> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size === 0) return '';
  return text(createReadStream(file, { start: Math.max(0, size - 4096), encoding: 'latin1' }));
}

async function measure(head: Head, command: string, args: readonly string[]): Promise<Measured> {
  const before = pssOfTree(head.pid);
  const headPeak = new Peak(() => pssOfTree(head.pid));
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const end = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', end);
  const own = (): number => pssOf(child.pid ?? 0);
  const ownPeak = new Peak(own);
  try {
    const { half, whole, ...times } = await followed(child.stdout, own);
    return { ...times, ownGrowth: whole - half, ownPeak: ownPeak.stop(), headGrowth: headPeak.stop() - before };
  } finally {
    end();
    process.removeListener('exit', end);
    ownPeak.stop();
    headPeak.stop();
  }
}

interface Followed extends Pick<Measured, 'seconds' | 'latencies'> {
  /** Memory with half of the log, and with all of it. */
  readonly half: number;
  readonly whole: number;
}

async function followed(output: Readable, own: () => number): Promise<Followed> {
  let start = 0;
  let seconds = 0;
  let half = 0;
  let whole = 0;
  let length = 0;
  let rest = '';
  const latencies: number[] = [];
  for await (const chunk of output) {
    const now = Date.now();
    if (start === 0) start = now;
    const part = rest + (chunk instanceof Buffer ? chunk.toString('latin1') : '');
    length += part.length - rest.length;
    if (half === 0 && length > 50_000_000) half = own();
    if (seconds === 0 && part.includes(written)) {
      seconds = (now - start) / 1000;
      whole = own();
    }
    if (seconds !== 0) {
      for (const [, time] of part.matchAll(/^tick (\d+\.\d+)\n/gm))
        if (Number(time) * 1000 > start + seconds * 1000) latencies.push(now / 1000 - Number(time));
    }
    rest = part.slice(part.lastIndexOf('\n') + 1).slice(-4096);
    if (latencies.length >= ticks) return { seconds, latencies, half, whole };
  }
  throw new Error('The follower ended before the log did.');
}

function rowsOf(way: string, ray: readonly Measured[], ours: readonly Measured[]): readonly Comparison[] {
  const row = (
    what: string,
    unit: Comparison['unit'],
    of: (one: Measured) => readonly number[],
    compared = true,
  ): Comparison => ({ what: what + way, unit, peer: ray.flatMap(of), ours: ours.flatMap(of), compared });
  return [
    row('the whole log', 's', ({ seconds }) => [seconds]),
    row(`latency of a new line (${ticks} in each run)`, 's', ({ latencies }) => latencies),
    row('memory of the client at most (PSS)', 'MB', ({ ownPeak }) => [ownPeak / 1e6]),
    row('its growth over the second half of the log', 'MB', ({ ownGrowth }) => [ownGrowth / 1e6], false),
    row('growth of the head at most (PSS)', 'MB', ({ headGrowth }) => [headGrowth / 1e6], false),
  ];
}
