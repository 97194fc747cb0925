import { copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { ensureRay } from '../cache/ray.ts';
import type { Head } from '../ray/head.ts';
import { bundled, packWorker } from './build.ts';
import { jsonOf } from './program.ts';
import type { BenchOptions, Comparison, SectionResult } from './table.ts';
import { withHead } from './withHead.ts';

const fileCount = 10_000;

/** Larger ones would not fit into what Ray's own client can upload of so many files. */
const largestFile = 64 * 1024;

const measuredShape = z.object({ seconds: z.number(), cpu: z.number(), bytes: z.number(), uri: z.string() });
type Measured = z.infer<typeof measuredShape>;

/** A folder of 10,000 files, ours beside `create_package`, and beside `_upload_package_if_needed` with a head. */
export async function benchPackaging(options: BenchOptions): Promise<SectionResult> {
  return withHead(options.version, (head) => compare(head, options));
}

async function compare(head: Head, { version, runs, scratch }: BenchOptions): Promise<SectionResult> {
  const bin = await ensureRay(version);
  const folder = path.join(scratch, 'files');
  const packOnce = await bundled('packOnce', scratch);
  const bytes = await plantFiles(path.join(bin, '..'), folder);
  const program = path.join(import.meta.dirname, 'ray_packaging.py');
  const ray = async (...more: readonly string[]): Promise<Measured> =>
    measuredShape.parse(await jsonOf(path.join(bin, 'python'), [program, folder, ...more]));
  const ours = async (...more: readonly string[]): Promise<Measured> =>
    measuredShape.parse(await jsonOf(process.execPath, [packOnce, folder, ...more]));
  const made = { ray: [] as Measured[], ours: [] as Measured[], alone: [] as Measured[] };
  const sent = { ray: [] as Measured[], ours: [] as Measured[] };
  for (let run = 0; run < runs; run++) {
    made.ray.push(await ray());
    made.ours.push(await ours(packWorker));
    made.alone.push(await ours(''));
    // A package that the head has is not uploaded again.
    await mark(folder);
    sent.ray.push(await ray(head.address));
    await mark(folder);
    sent.ours.push(await ours(packWorker, head.address));
  }
  const equal = made.ray.every(({ uri }, run) => uri === made.ours[run]?.uri && uri === made.alone[run]?.uri);
  if (!equal) throw new Error('Ray’s package and ours have not the same name.');
  const title = `packaging of ${fileCount.toLocaleString('en')} files, ${(bytes / 1e6).toFixed(1)} MB`;
  return {
    title,
    peer: 'Ray’s own client',
    rows: rowsOf(made, sent),
    note: 'Ray’s package and ours had the same name in each run.',
  };
}

interface Both {
  readonly ray: readonly Measured[];
  readonly ours: readonly Measured[];
}

function rowsOf(made: Both & { readonly alone: readonly Measured[] }, sent: Both): readonly Comparison[] {
  const row = (
    what: string,
    unit: Comparison['unit'],
    of: (one: Measured) => number,
    { ray, ours }: Both,
  ): Comparison => ({ what, unit, peer: ray.map(of), ours: ours.map(of) });
  const seconds = ({ seconds: taken }: Measured): number => taken;
  const cpu = ({ cpu: used }: Measured): number => used;
  const alone = { ray: made.ray, ours: made.alone };
  return [
    row('package and name made', 's', seconds, made),
    row('the same in one thread', 's', seconds, alone),
    row('CPU time of the first', 's', cpu, made),
    row('CPU time in one thread', 's', cpu, alone),
    row('size of the package', 'MB', ({ bytes }) => bytes / 1e6, made),
    row('made and uploaded to a head', 's', seconds, sent),
  ];
}

async function mark(folder: string): Promise<void> {
  await writeFile(path.join(folder, 'mark.txt'), String(process.hrtime.bigint()));
}

/** Copies real files, mostly Python sources, twice: the virtual environment of Ray has some five thousand that are small. */
async function plantFiles(from: string, folder: string): Promise<number> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const small: string[] = [];
  let bytes = 0;
  for (const file of files) {
    const { size } = await stat(file);
    if (size > largestFile || small.length === fileCount / 2) continue;
    small.push(file);
    bytes += 2 * size;
  }
  if (small.length < fileCount / 2)
    throw new Error(`${from} has only ${small.length} files of at most ${largestFile} bytes.`);
  for (const half of ['a', 'b']) {
    for (const file of small) {
      const target = path.join(folder, half, path.relative(from, file));
      await mkdir(path.dirname(target), { recursive: true });
      await copyFile(file, target);
    }
  }
  return bytes;
}
