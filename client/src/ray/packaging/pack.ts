import { ContentHash } from './contentHash.ts';
import type { PackItem } from './packBatch.ts';
import { packLarge } from './packLarge.ts';
import { cancelled, throwIfCancelled } from './packagingError.ts';
import { packHere, packInThreads } from './packThreads.ts';
import type { Packer } from './packThreads.ts';
import type { WalkedPath } from './walk.ts';
import { centralHeaders, endOfDirectory, localHeader, moveHeaders } from './zipFormat.ts';
import type { ZipEntry } from './zipFormat.ts';

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
  /** Bytes that the zip file may have. */
  readonly most: number;
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

/** The zip file would have more bytes than it may have. */
export class PackTooLargeError extends Error {}

/** Part of the zip file, with offsets from its own start. */
interface Piece {
  readonly bytes: readonly Uint8Array[];
  readonly directory: Uint8Array;
  readonly count: number;
}

/**
 * Makes the zip file that Ray's client would make of a folder, but deflated. Threads begin while files are still being found.
 * `close` has to be called in any case.
 */
export class FolderPacking {
  private readonly folder: string;
  private readonly options: PackOptions;
  private readonly hash = new ContentHash();
  /** By their places in the zip file; small files are together in one. */
  private readonly pieces = new Map<number, Promise<Piece>>();
  private places = 0;
  /** Small and large files that nobody has begun with. */
  private batches: { readonly place: number; readonly items: readonly PackItem[] }[] = [];
  private readonly large: { readonly place: number; readonly item: PackItem }[] = [];
  private open: PackItem[] = [];
  private openBytes = 0;
  private packer: Packer | undefined;
  private files = 0;
  private foundBytes = 0;
  private packedBytes = 0;
  private failure: unknown;

  /** @param folder absolute */
  constructor(folder: string, options: PackOptions) {
    this.folder = folder;
    this.options = options;
  }

  /** Takes a file that belongs to it. */
  add(file: PackItem): void {
    this.files += 1;
    this.foundBytes += file.size;
    if (file.size >= largeFile) {
      this.large.push({ place: this.places++, item: file });
      return;
    }
    if (this.open.length >= batchFiles || this.openBytes + file.size > batchBytes) this.endBatch();
    this.open.push(file);
    this.openBytes += file.size;
  }

  /**
   * The rest, once all files are added. `paths` are all paths of the folder; of them the names and the empty folders count.
   *
   * @throws PackTooLargeError; PackagingError of kind `unreadable` or `cancelled`
   */
  async finish(paths: readonly WalkedPath[]): Promise<PackedFolder> {
    this.endBatch();
    for (const { path, kind } of paths) if (kind !== 'file') this.hash.addName(path);
    this.beginBatches((this.packer ??= packHere()));
    let last: Promise<unknown> = Promise.resolve();
    for (const { place, item } of this.large) {
      const piece = last.then(async () => this.packLarge(item));
      this.pieces.set(place, this.watched(piece));
      last = piece;
    }
    const inOrder = [...this.pieces].sort(([one], [other]) => one - other).map(([, piece]) => piece);
    const pieces = await Promise.all(inOrder).catch((error: unknown) => {
      throw this.failure ?? error;
    });
    const packed = assemble([...pieces, ...emptyFolders(paths, this.options.prefix)], this.hash);
    if (packed.size > this.options.most) throw new PackTooLargeError();
    return packed;
  }

  async close(): Promise<void> {
    await this.packer?.close();
  }

  private endBatch(): void {
    if (this.open.length === 0) return;
    this.batches.push({ place: this.places++, items: this.open });
    this.open = [];
    this.openBytes = 0;
    const { worker } = this.options;
    const many = this.files >= threadFiles || this.foundBytes >= threadBytes;
    if (worker !== undefined && many) this.packer ??= packInThreads(worker);
    if (this.packer !== undefined) this.beginBatches(this.packer);
  }

  private beginBatches(packer: Packer): void {
    for (const { place, items } of this.batches) this.pieces.set(place, this.watched(this.packSmall(packer, items)));
    this.batches = [];
  }

  private async packSmall(packer: Packer, items: readonly PackItem[]): Promise<Piece> {
    const { prefix, signal, onProgress } = this.options;
    const { bytes, directory, count, hash } = await packer.pack({
      folder: this.folder,
      prefix,
      paths: items.map(({ path }) => path),
      modes: items.map(({ mode }) => mode),
      sizes: items.map(({ size }) => size),
    });
    throwIfCancelled(signal);
    this.count(bytes.length);
    this.hash.add(hash);
    onProgress?.(items.reduce((sum, { size }) => sum + size, 0));
    return { bytes: [bytes], directory, count };
  }

  private async packLarge(item: PackItem): Promise<Piece> {
    const { prefix, signal, onProgress } = this.options;
    const { bytes, entry, hash } = await packLarge(this.folder, prefix, item, (more) => {
      throwIfCancelled(signal);
      this.count(more);
    });
    this.hash.add(hash);
    onProgress?.(item.size);
    return { bytes, directory: centralHeaders([{ ...entry, offset: 0 }]), count: 1 };
  }

  private count(more: number): void {
    // What failed before is what `finish` throws.
    if (this.failure !== undefined) throw cancelled();
    this.packedBytes += more;
    if (this.packedBytes > this.options.most) throw new PackTooLargeError();
  }

  /** The first failure ends all, and is thrown by `finish`, which may be called later. */
  private watched(piece: Promise<Piece>): Promise<Piece> {
    piece.catch((error: unknown) => {
      if (this.failure !== undefined) return;
      this.failure = error;
      void this.packer?.close();
    });
    return piece;
  }
}

function emptyFolders(paths: readonly WalkedPath[], prefix: string): readonly Piece[] {
  return paths
    .filter(({ kind, path }) => kind === 'empty-folder' && path !== '.')
    .map(({ path, mode }) => {
      const none = { crc: 0, size: 0, packedSize: 0, deflated: false };
      const entry: ZipEntry = { name: `${prefix}${path}/`, mode, ...none };
      return { bytes: [localHeader(entry)], directory: centralHeaders([{ ...entry, offset: 0 }]), count: 1 };
    });
}

function assemble(pieces: readonly Piece[], hash: ContentHash): PackedFolder {
  const bytes: Uint8Array[] = [];
  let size = 0;
  let count = 0;
  let directorySize = 0;
  for (const piece of pieces) {
    moveHeaders(piece.directory, size);
    for (const part of piece.bytes) {
      bytes.push(part);
      size += part.length;
    }
    count += piece.count;
    directorySize += piece.directory.length;
  }
  for (const { directory } of pieces) bytes.push(directory);
  const end = endOfDirectory(count, directorySize, size);
  bytes.push(end);
  return { bytes, size: size + directorySize + end.length, hash: hash.toString() };
}
