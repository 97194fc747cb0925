import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import { xorInto } from './contentHash.ts';
import { unreadable } from './packagingError.ts';
import { localHeader } from './zipFormat.ts';
import type { PlacedEntry } from './zipFormat.ts';

/** A file to be packed. */
export interface PackItem {
  readonly absolute: string;
  /** Relative to the folder, as it enters the content hash. */
  readonly path: string;
  /** As it enters the zip file. */
  readonly name: string;
  readonly mode: number;
  /** Bytes when it was last looked at. */
  readonly size: number;
}

/** Files as a piece of a zip file, offsets counted from its start. */
export interface PackedBatch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly entries: readonly PlacedEntry[];
  /** Eight bytes: the digests of all of them combined. */
  readonly hash: Uint8Array;
}

/**
 * Level of DEFLATE. On Python sources 2 takes a tenth less time than 3 for 1.5 % more bytes; 6 is 8 % smaller again and takes 1.7 times
 * as long.
 */
export const deflateLevel = 2;

/**
 * Reads, hashes and deflates files in one go: what is hashed is what is packed, even if a file changes meanwhile.
 *
 * @throws PackagingError of kind `unreadable`
 */
export function packBatch(items: readonly PackItem[]): PackedBatch {
  const hash = new Uint8Array(8);
  const entries: PlacedEntry[] = [];
  const pieces: Uint8Array[] = [];
  let offset = 0;
  // With a byte more, so that the read that fills a file also tells its end.
  const room = Buffer.allocUnsafe(Math.max(...items.map(({ size }) => size)) + 1);
  for (const { absolute, path, name, mode } of items) {
    const content = contentOf(absolute, room);
    xorInto(hash, createHash('sha1').update(path).update(content).digest());
    const packed = content.length === 0 ? content : deflateRawSync(content, { level: deflateLevel });
    const deflated = packed.length < content.length;
    const data = deflated ? packed : Buffer.from(content);
    const sizes = { crc: crc32(content), size: content.length, packedSize: data.length };
    const entry = { name, mode, ...sizes, deflated, offset };
    const header = localHeader(entry);
    pieces.push(header, data);
    entries.push(entry);
    offset += header.length + data.length;
  }
  return { bytes: joined(pieces, offset), entries, hash };
}

/** The content of a file, in `room` until the next is read: half the time of a new buffer for each. One that has grown gets its own. */
function contentOf(absolute: string, room: Buffer): Buffer {
  try {
    const file = openSync(absolute, 'r');
    try {
      let size = 0;
      while (size < room.length) {
        const read = readSync(file, room, size, room.length - size, null);
        if (read === 0) return room.subarray(0, size);
        size += read;
      }
    } finally {
      closeSync(file);
    }
    return readFileSync(absolute);
  } catch (error) {
    throw unreadable(absolute, error);
  }
}

/** In a buffer of its own, which can be handed to another thread. */
function joined(pieces: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
