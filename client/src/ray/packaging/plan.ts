import path from 'node:path';
import { Readable } from 'node:stream';
import { biggest, nameBiggest } from './biggest.ts';
import type { SizedPath } from './biggest.ts';
import { formatSize } from './formatSize.ts';
import { FolderPacking, PackTooLargeError } from './pack.ts';
import { PackagingError } from './packagingError.ts';
import { usualRules } from './rules.ts';
import type { PackageRules } from './rules.ts';
import { walkFolder } from './walk.ts';
import type { IgnoredPath, WalkedFolder, WalkedPath } from './walk.ts';

/** Largest body that the dashboard takes: `DASHBOARD_CLIENT_MAX_SIZE` of `ray/dashboard/consts.py`. */
export const largestPackage = 100 * 1024 * 1024;

/** Files of more than this in all are not even read: nobody means to upload them. */
const largestFolder = 2 * 1024 * 1024 * 1024;

/** Something to upload. */
export interface Package {
  /** `gcs://NAME`. */
  readonly uri: string;
  readonly name: string;
  /** Bytes to upload. */
  readonly size: number;
  /** Whether the name tells the content, so that a package of this name need not be uploaded again. */
  readonly namedByContent: boolean;
  readonly open: () => Readable;
}

/** A file that will be uploaded. */
export interface PackagedFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** `st_mode`. */
  readonly mode: number;
}

/** A folder that is ready to be uploaded. The zip file is in memory, at most 100 MiB. */
export interface PackagePlan extends Package {
  /** Absolute. */
  readonly folder: string;
  readonly files: readonly PackagedFile[];
  /** Bytes of the files, before DEFLATE. */
  readonly totalBytes: number;
  /** What is left out, and by which pattern; nothing below a folder that is left out. */
  readonly ignored: readonly IgnoredPath[];
  /** Links to a folder that holds the link, which are left out. */
  readonly loops: readonly string[];
  /** The folders and files that hold most. */
  readonly biggest: readonly SizedPath[];
}

export interface PlanOptions {
  /** `excludes` of the runtime environment. */
  readonly excludes?: readonly string[];
  readonly rules?: PackageRules;
  /** For `py_modules`: the names in the package begin with the name of the folder, and there are no default excludes. */
  readonly asModule?: boolean;
  /** File of the bundled `packWorker.ts`: large folders are then packed in threads, beside the caller's. */
  readonly worker?: string | undefined;
  /** Bytes of files that are packed, of how many. */
  readonly onProgress?: (done: number, total: number) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Finds what would be in the package of a folder, without reading the files: names, sizes and what is left out. */
export async function listPackage(folder: string, options: PlanOptions = {}): Promise<WalkedFolder> {
  return walk(folder, options);
}

async function walk(folder: string, options: PlanOptions, onFile?: (file: WalkedPath) => void): Promise<WalkedFolder> {
  const { rules = usualRules, excludes = [], asModule = false, signal } = options;
  const lines = asModule ? excludes : [...rules.defaultExcludes, ...excludes];
  return walkFolder(folder, { rules, excludes: lines, onFile, signal });
}

/**
 * Packages a folder as Ray's own client does, under the same name (`get_uri_for_directory` and `create_package` of
 * `ray/_private/runtime_env/packaging.py`), but with DEFLATE.
 *
 * @throws PackagingError of kind `not-found`, `unreadable`, `empty`, `too-large` or `cancelled`
 */
export async function planPackage(folder: string, options: PlanOptions = {}): Promise<PackagePlan> {
  const top = path.resolve(folder);
  const progress = new Progress(options.onProgress);
  const packing = new FolderPacking(top, {
    prefix: options.asModule === true ? `${path.basename(top)}/` : '',
    worker: options.worker,
    most: largestPackage,
    onProgress: (bytes) => {
      progress.add(bytes);
    },
    signal: options.signal,
  });
  try {
    let found = 0;
    const walked = await walk(top, options, (file) => {
      found += file.size;
      if (found <= largestFolder) packing.add(file);
    });
    return await finish(walked, packing, progress);
  } finally {
    await packing.close();
  }
}

async function finish(walked: WalkedFolder, packing: FolderPacking, progress: Progress): Promise<PackagePlan> {
  const files = walked.paths
    .filter(({ kind }) => kind === 'file')
    .map(({ path: name, size, mode }): PackagedFile => ({ path: name, size, mode }));
  if (files.length === 0) throw emptyPackage(walked);
  const totalBytes = files.reduce((sum, { size }) => sum + size, 0);
  const largest = biggest(files);
  if (totalBytes > largestFolder) throw tooLarge(walked.folder, formatSize(totalBytes), largest);
  progress.begin(totalBytes);
  const packed = await packing.finish(walked.paths).catch((error: unknown) => {
    if (!(error instanceof PackTooLargeError)) throw error;
    const packedOf = `more than ${formatSize(largestPackage)} of its ${formatSize(totalBytes)} after compression`;
    throw tooLarge(walked.folder, packedOf, largest);
  });
  const name = `_ray_pkg_${packed.hash}.zip`;
  return {
    uri: `gcs://${name}`,
    name,
    size: packed.size,
    namedByContent: true,
    open: () => Readable.from(packed.bytes, { objectMode: false }),
    folder: walked.folder,
    files,
    totalBytes,
    ignored: walked.ignored,
    loops: walked.loops,
    biggest: largest,
  };
}

/** Tells progress once it is known of how many bytes. */
class Progress {
  private done = 0;
  private total: number | undefined;
  private readonly tell: PlanOptions['onProgress'];

  constructor(tell: PlanOptions['onProgress']) {
    this.tell = tell;
  }

  begin(total: number): void {
    this.total = total;
  }

  add(bytes: number): void {
    this.done += bytes;
    if (this.total !== undefined) this.tell?.(this.done, this.total);
  }
}

/** What leaves a file out of a package; `undefined` where nothing does. `file` is relative to the folder, with `/`. */
export function whyIgnored(ignored: readonly IgnoredPath[], file: string): IgnoredPath | undefined {
  return ignored.find(({ path: left }) => left === file || (left.endsWith('/') && file.startsWith(left)));
}

function tooLarge(folder: string, size: string, largest: readonly SizedPath[]): PackagingError {
  return new PackagingError(
    'too-large',
    `${folder} is too large to upload: ${size}; the dashboard takes ${formatSize(largestPackage)}. ` +
      `Biggest: ${nameBiggest(largest)}. Exclude what the run does not need with "excludes" or a .rayignore file.`,
    { biggest: largest },
  );
}

function emptyPackage({ folder, ignored }: WalkedFolder): PackagingError {
  const by = [...new Set(ignored.map(({ source, pattern }) => `"${pattern}" (${source})`))];
  const why =
    by.length === 0
      ? 'it holds no files'
      : `everything in it is excluded by ${by.slice(0, 5).join(', ')}${by.length > 5 ? ' and others' : ''}`;
  return new PackagingError('empty', `There is nothing to upload in ${folder}: ${why}.`);
}
