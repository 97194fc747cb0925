import { ContentHash } from './contentHash.ts';
import type { PackItem } from './packBatch.ts';
import { packLarge } from './packLarge.ts';
import { throwIfCancelled } from './packagingError.ts';
import { packHere, packInThreads } from './packThreads.ts';
import type { Packer } from './packThreads.ts';
import type { WalkedFolder, WalkedPath } from './walk.ts';
import { centralDirectory, localHeader } from './zipFormat.ts';
import type { PlacedEntry, ZipEntry } from './zipFormat.ts';

/** Files of this size and more are read in chunks. */
const largeFile = 4 * 1024 * 1024;

const batchFiles = 64;
const batchBytes = 1024 * 1024;

/** Fewer bytes and files than this are packed before a thread has started. */
const threadFiles = 400;
const threadBytes = 4 * 1024 * 1024;

export interface PackOptions {
  /** Put before every name in the zip file; empty, or with a `/` at its end. */
  readonly prefix: string;
  /** The bundled `packWorker.ts`. */
  readonly worker?: string | undefined;
  /** Hears how many bytes of the zip file there are, and throws when they are too many. */
  readonly onPacked: (bytes: number) => void;
  /** Hears how many bytes of files are done. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The zip file in pieces, and its content hash. */
export interface PackedFolder {
  readonly bytes: readonly Uint8Array[];
  readonly size: number;
  readonly hash: string;
}

/** Makes the zip file that Ray's client would make of these paths, but deflated. */
export async function packFolder(walked: WalkedFolder, options: PackOptions): Promise<PackedFolder> {
  const hash = new ContentHash();
  for (const { path, kind } of walked.paths) if (kind !== 'file') hash.addName(path);
  const files = walked.paths.filter(({ kind }) => kind === 'file');
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const { worker } = options;
  const many = files.length >= threadFiles || total >= threadBytes;
  const packer = worker !== undefined && many ? packInThreads(worker) : packHere();
  try {
    const units = unitsOf(files);
    const pieces = await packUnits(units, packer, walked.folder, hash, options);
    pieces.push(...emptyFolders(walked.paths, options.prefix));
    return assemble(pieces, hash);
  } finally {
    await packer.close();
  }
}

/** Part of the zip file, with offsets from its own start. */
interface Piece {
  readonly bytes: readonly Uint8Array[];
  readonly entries: readonly PlacedEntry[];
}

/** Small files that are packed together, or one large file. */
type Unit = readonly WalkedPath[];

function unitsOf(files: readonly WalkedPath[]): readonly Unit[] {
  const units: WalkedPath[][] = [];
  let open: WalkedPath[] = [];
  let bytes = 0;
  for (const file of files) {
    if (file.size >= largeFile) {
      units.push([file]);
      continue;
    }
    if (open.length === 0 || open.length >= batchFiles || bytes + file.size > batchBytes) {
      open = [];
      bytes = 0;
      units.push(open);
    }
    open.push(file);
    bytes += file.size;
  }
  return units;
}

async function packUnits(
  units: readonly Unit[],
  packer: Packer,
  folder: string,
  hash: ContentHash,
  options: PackOptions,
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  const itemOf = ({ path, mode, size }: WalkedPath): PackItem => ({
    absolute: `${folder}/${path}`,
    path,
    name: `${options.prefix}${path}`,
    mode,
    size,
  });
  const done = (unit: Unit): void => options.onProgress?.(unit.reduce((sum, { size }) => sum + size, 0));
  const all = [...units.entries()];
  const small = all.filter(([, unit]) => (unit[0]?.size ?? 0) < largeFile).values();
  const large = all.filter(([, unit]) => (unit[0]?.size ?? 0) >= largeFile);
  let failed = false;
  const stop = (error: unknown): never => {
    failed = true;
    throw error;
  };
  const packSmall = async (): Promise<void> => {
    for (const [at, unit] of small) {
      throwIfCancelled(options.signal);
      if (failed) return;
      const { bytes, entries, hash: combined } = await packer.pack(unit.map(itemOf));
      options.onPacked(bytes.length);
      hash.add(combined);
      pieces[at] = { bytes: [bytes], entries };
      done(unit);
    }
  };
  const packAllLarge = async (): Promise<void> => {
    for (const [at, unit] of large) {
      for (const item of unit.map(itemOf)) {
        const packed = await packLarge(item, (bytes) => {
          throwIfCancelled(options.signal);
          options.onPacked(bytes);
        });
        hash.add(packed.hash);
        pieces[at] = { bytes: packed.bytes, entries: [{ ...packed.entry, offset: 0 }] };
      }
      if (failed) return;
      done(unit);
    }
  };
  const work = [...Array.from({ length: packer.width }, packSmall), packAllLarge()];
  const results = await Promise.allSettled(work.map((one) => one.catch(stop)));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return pieces;
}

function emptyFolders(paths: readonly WalkedPath[], prefix: string): readonly Piece[] {
  return paths
    .filter(({ kind, path }) => kind === 'empty-folder' && path !== '.')
    .map(({ path, mode }) => {
      const none = { crc: 0, size: 0, packedSize: 0, deflated: false };
      const entry: ZipEntry = { name: `${prefix}${path}/`, mode, ...none };
      return { bytes: [localHeader(entry)], entries: [{ ...entry, offset: 0 }] };
    });
}

function assemble(pieces: readonly Piece[], hash: ContentHash): PackedFolder {
  const bytes: Uint8Array[] = [];
  const entries: PlacedEntry[] = [];
  let size = 0;
  for (const piece of pieces) {
    for (const entry of piece.entries) entries.push({ ...entry, offset: entry.offset + size });
    for (const part of piece.bytes) {
      bytes.push(part);
      size += part.length;
    }
  }
  const directory = centralDirectory(entries, size);
  bytes.push(directory);
  return { bytes, size: size + directory.length, hash: hash.toString() };
}
