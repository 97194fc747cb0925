import { formatSize } from './formatSize.ts';

/** A file or folder with its size. */
export interface SizedPath {
  /** With `/`; a folder ends in one. */
  readonly path: string;
  /** Bytes, uncompressed; of a folder all that is packaged below it. */
  readonly size: number;
}

/**
 * What makes a package large: the folders and files that hold most, largest first. A folder whose size comes from one
 * thing in it gives way to that, and nothing is counted twice.
 */
export function biggest(files: readonly SizedPath[], count = 5): readonly SizedPath[] {
  const sizes = folderSizes(files);
  const everything = [...files, ...[...sizes].map(([path, size]) => ({ path, size }))];
  const largestIn = new Map<string, number>();
  for (const { path, size } of everything) {
    const parent = path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
    if (size > (largestIn.get(parent) ?? 0)) largestIn.set(parent, size);
  }
  let left = everything.filter(
    ({ path, size }) => size > 0 && (!path.endsWith('/') || (largestIn.get(path) ?? 0) < size * 0.8),
  );
  const chosen: SizedPath[] = [];
  while (chosen.length < count) {
    const [first, ...others] = left;
    if (first === undefined) break;
    const next = others.reduce((one, other) => (comesBefore(other, one) ? other : one), first);
    chosen.push(next);
    left = left.filter((one) => one !== next && !(next.path.endsWith('/') && one.path.startsWith(next.path)));
  }
  return chosen;
}

function comesBefore(one: SizedPath, other: SizedPath): boolean {
  return one.size > other.size || (one.size === other.size && one.path < other.path);
}

/** What is in each folder and below; files of the same folder come one after the other. */
function folderSizes(files: readonly SizedPath[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  let folder = '';
  let inFolder = 0;
  const count = (): void => {
    for (let end = folder.indexOf('/'); end !== -1; end = folder.indexOf('/', end + 1)) {
      const above = folder.slice(0, end + 1);
      sizes.set(above, (sizes.get(above) ?? 0) + inFolder);
    }
  };
  for (const { path, size } of files) {
    if (!path.startsWith(folder) || path.includes('/', folder.length) || folder === '') {
      count();
      folder = path.slice(0, path.lastIndexOf('/') + 1);
      inFolder = 0;
    }
    inFolder += size;
  }
  count();
  return sizes;
}

/** `checkpoints/ (96 MiB), data/train.jsonl (12 MiB)`. */
export function nameBiggest(paths: readonly SizedPath[]): string {
  return paths.map(({ path, size }) => `${path} (${formatSize(size)})`).join(', ');
}
