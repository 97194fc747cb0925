import { copyFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { ensureRay } from '../cache/ray.ts';
import { startHead } from '../ray/head.ts';
import { packWorker } from './build.ts';
import { jsonOf } from './program.ts';
import { printTable, spread, times } from './table.ts';
import type { BenchOptions } from './table.ts';

const fileCount = 10_000;

/** Larger ones would not fit into what Ray's own client can upload of so many files. */
const largestFile = 64 * 1024;

const measuredShape = z.object({ seconds: z.number(), cpu: z.number(), bytes: z.number(), uri: z.string() });
type Measured = z.infer<typeof measuredShape>;

/** A folder of 10,000 files, ours beside `create_package`, and beside `_upload_package_if_needed` with a head. */
export async function benchPackaging({ version, runs }: BenchOptions): Promise<void> {
  const bin = await ensureRay(version);
  const folder = await mkdtemp(path.join(tmpdir(), 'openrlhf-bench-'));
  const head = await startHead({ version });
  try {
    const bytes = await plantFiles(path.join(bin, '..'), folder);
    const ray = async (...more: readonly string[]): Promise<Measured> =>
      measuredShape.parse(
        await jsonOf(path.join(bin, 'python'), [path.join(import.meta.dirname, 'ray_packaging.py'), folder, ...more]),
      );
    const ours = async (...more: readonly string[]): Promise<Measured> =>
      measuredShape.parse(
        await jsonOf(process.execPath, [
          '--import',
          'tsx',
          path.join(import.meta.dirname, 'packOnce.ts'),
          folder,
          ...more,
        ]),
      );
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
    const names = new Set([...made.ray, ...made.ours, ...made.alone].map(({ uri }) => uri));
    print(bytes, made, sent);
    console.log(
      `Names of the packages without marks: ${names.size === runs ? 'the same' : 'not the same'} in each run.\n`,
    );
  } finally {
    await head.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Rows {
  readonly ray: readonly Measured[];
  readonly ours: readonly Measured[];
}

function print(bytes: number, made: Rows & { readonly alone: readonly Measured[] }, sent: Rows): void {
  const seconds = (all: readonly Measured[]): number[] => all.map((one) => one.seconds);
  const cpu = (all: readonly Measured[]): number[] => all.map((one) => one.cpu);
  const megabytes = (all: readonly Measured[]): number[] => all.map((one) => one.bytes / 1e6);
  const row = (
    name: string,
    of: (all: readonly Measured[]) => number[],
    unit: string,
    { ray, ours }: Rows,
  ): string[] => [name, spread(of(ray), unit), spread(of(ours), unit), times(of(ray), of(ours))];
  printTable(
    `Packaging of ${fileCount} files, ${(bytes / 1e6).toFixed(1)} MB`,
    ['', 'Ray’s own client', 'ours', ''],
    [
      row('package and name made', seconds, 's', made),
      row('the same, without threads', seconds, 's', { ray: made.ray, ours: made.alone }),
      row('CPU time of that, with threads', cpu, 's', made),
      row('CPU time of that, without threads', cpu, 's', { ray: made.ray, ours: made.alone }),
      row('size of the package', megabytes, 'MB', made),
      row('made and uploaded to a head', seconds, 's', sent),
    ],
  );
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
