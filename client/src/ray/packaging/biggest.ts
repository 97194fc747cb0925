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
  const sizes = new Map<string, number>();
  const largestIn = new Map<string, number>();
  for (const { path, size } of files) {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const folder = path.slice(0, end + 1);
      sizes.set(folder, (sizes.get(folder) ?? 0) + size);
    }
  }
  const everything = [...files, ...[...sizes].map(([path, size]) => ({ path, size }))];
  for (const { path, size } of everything) {
    const parent = path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
    largestIn.set(parent, Math.max(largestIn.get(parent) ?? 0, size));
  }
  const telling = everything
    .filter(({ path, size }) => size > 0 && (!path.endsWith('/') || (largestIn.get(path) ?? 0) < size * 0.8))
    .sort((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1));
  const chosen: SizedPath[] = [];
  for (const one of telling) {
    if (chosen.length === count) break;
    if (!chosen.some(({ path }) => path.endsWith('/') && one.path.startsWith(path))) chosen.push(one);
  }
  return chosen;
}

/** `checkpoints/ (96 MiB), data/train.jsonl (12 MiB)`. */
export function nameBiggest(paths: readonly SizedPath[]): string {
  return paths.map(({ path, size }) => `${path} (${formatSize(size)})`).join(', ');
}
