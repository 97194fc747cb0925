import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { crc32, createDeflateRaw, deflateRaw } from 'node:zlib';
import { deflateLevel } from './packBatch.ts';
import type { PackItem } from './packBatch.ts';
import { unreadable } from './packagingError.ts';
import { localHeader } from './zipFormat.ts';
import type { ZipEntry } from './zipFormat.ts';

const chunkSize = 1024 * 1024;

/** A sample that DEFLATE does not make smaller than this part of it is not worth the time. */
const worthwhile = 0.95;

/** A large file as a piece of a zip file. */
export interface PackedFile {
  readonly entry: ZipEntry;
  readonly bytes: readonly Uint8Array[];
  readonly hash: Uint8Array;
}

/**
 * Packs a file chunk by chunk. Only what goes into the package stays in memory; whether it is deflated is decided on its first MiB.
 *
 * @param prefix put before the path in the zip file
 * @param onPacked hears how many more bytes there are, and throws when they are too many
 * @throws PackagingError of kind `unreadable`, and what `onPacked` throws
 */
export async function packLarge(
  folder: string,
  prefix: string,
  item: PackItem,
  onPacked: (bytes: number) => void,
): Promise<PackedFile> {
  const absolute = `${folder}/${item.path}`;
  const file = await open(absolute).catch((error: unknown) => {
    throw unreadable(absolute, error);
  });
  try {
    return await packOpen(chunksOf(file, absolute), prefix, item, onPacked);
  } finally {
    await file.close();
  }
}

async function packOpen(
  chunks: AsyncIterable<Buffer>,
  prefix: string,
  item: PackItem,
  onPacked: (bytes: number) => void,
): Promise<PackedFile> {
  const sha1 = createHash('sha1').update(item.path);
  let crc = 0;
  let size = 0;
  const bytes: Uint8Array[] = [];
  const keep = (piece: Uint8Array): void => {
    bytes.push(piece);
    onPacked(piece.length);
  };
  let deflater: Deflater | undefined;
  for await (const chunk of chunks) {
    if (size === 0 && (await isWorthwhile(chunk))) deflater = new Deflater();
    sha1.update(chunk);
    crc = crc32(chunk, crc);
    size += chunk.length;
    for (const piece of deflater === undefined ? [chunk] : await deflater.write(chunk)) keep(piece);
  }
  for (const piece of (await deflater?.end()) ?? []) keep(piece);
  const packedSize = bytes.reduce((sum, { length }) => sum + length, 0);
  const entry = { name: prefix + item.path, mode: item.mode, crc, size, packedSize, deflated: deflater !== undefined };
  return { entry, bytes: [localHeader(entry), ...bytes], hash: sha1.digest() };
}

async function* chunksOf(file: FileHandle, absolute: string): AsyncGenerator<Buffer, void> {
  for (;;) {
    // A new buffer each time: a stored chunk is kept as it is.
    const { bytesRead, buffer } = await file
      .read(Buffer.allocUnsafe(chunkSize), 0, chunkSize)
      .catch((error: unknown) => {
        throw unreadable(absolute, error);
      });
    if (bytesRead === 0) return;
    yield bytesRead === chunkSize ? buffer : Buffer.from(buffer.subarray(0, bytesRead));
  }
}

async function isWorthwhile(sample: Buffer): Promise<boolean> {
  const packed = await promisify(deflateRaw)(sample, { level: deflateLevel });
  return packed.length < sample.length * worthwhile;
}

/** A DEFLATE stream that gives what has come out so far. */
class Deflater {
  private readonly stream = createDeflateRaw({ level: deflateLevel, chunkSize: 256 * 1024 });
  private pieces: Buffer[] = [];

  constructor() {
    this.stream.on('data', (piece: Buffer) => this.pieces.push(piece));
  }

  async write(chunk: Buffer): Promise<readonly Buffer[]> {
    await new Promise<void>((resolve, reject) => {
      this.stream.write(chunk, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
    return this.taken();
  }

  async end(): Promise<readonly Buffer[]> {
    await new Promise<void>((resolve, reject) => {
      this.stream.once('end', resolve).once('error', reject).end();
    });
    return this.taken();
  }

  private taken(): readonly Buffer[] {
    const { pieces } = this;
    this.pieces = [];
    return pieces;
  }
}
