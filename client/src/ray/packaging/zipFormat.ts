/** An entry of a zip file, as its headers tell of it. Sizes are below 4 GiB. */
export interface ZipEntry {
  /** With `/`; of a folder with one at its end. */
  readonly name: string;
  /** `st_mode`, kept in the external attributes, from where Ray restores it. */
  readonly mode: number;
  readonly crc: number;
  readonly size: number;
  /** Bytes in the zip file. */
  readonly packedSize: number;
  readonly deflated: boolean;
}

/** Where the entry begins in the zip file. */
export interface PlacedEntry extends ZipEntry {
  readonly offset: number;
}

/** 1980-01-01 00:00: the same content yields the same bytes, and Ray restores no times. */
const dosTime = 0x00210000;
const utf8Names = 0x0800;

/** Local header, which comes before the bytes of an entry. */
export function localHeader(entry: ZipEntry): Buffer {
  const name = Buffer.from(entry.name);
  // Every byte is written below.
  const header = Buffer.allocUnsafe(30 + name.length);
  header.writeUInt32LE(0x04034b50, 0);
  writeCommon(header, 4, entry, name.length);
  name.copy(header, 30);
  return header;
}

/** Central directory and end record. */
export function centralDirectory(entries: readonly PlacedEntry[], start: number): Buffer {
  const headers = centralHeaders(entries);
  return Buffer.concat([headers, endOfDirectory(entries.length, headers.length, start)]);
}

/** The headers of the central directory of these entries. */
export function centralHeaders(entries: readonly PlacedEntry[]): Buffer {
  return Buffer.concat(entries.map(centralHeader));
}

/** Adds to the offsets in headers of a central directory, in place. */
export function moveHeaders(headers: Uint8Array, by: number): void {
  const view = new DataView(headers.buffer, headers.byteOffset, headers.length);
  for (let at = 0; at < headers.length; at += 46 + view.getUint16(at + 28, true)) {
    view.setUint32(at + 42, view.getUint32(at + 42, true) + by, true);
  }
}

/**
 * The end record, after the one of zip64 where there are more than 65,535 entries.
 *
 * @param size bytes of the headers of the central directory
 * @param start where they begin
 */
export function endOfDirectory(count: number, size: number, start: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(start, 16);
  return count > 0xffff ? Buffer.concat([zip64End(count, size, start), end]) : end;
}

function centralHeader(entry: PlacedEntry): Buffer {
  const name = Buffer.from(entry.name);
  const header = Buffer.allocUnsafe(46 + name.length).fill(0, 0, 46);
  header.writeUInt32LE(0x02014b50, 0);
  // Made on Unix: the upper half of the attributes is a mode.
  header.writeUInt16LE(0x0314, 4);
  writeCommon(header, 6, entry, name.length);
  const folder = entry.name.endsWith('/') ? 0x10 : 0;
  header.writeUInt32LE((((entry.mode & 0xffff) << 16) | folder) >>> 0, 38);
  header.writeUInt32LE(entry.offset, 42);
  name.copy(header, 46);
  return header;
}

/** The 26 bytes that both headers share. */
function writeCommon(header: Buffer, at: number, entry: ZipEntry, nameLength: number): void {
  header.writeUInt16LE(20, at);
  header.writeUInt16LE(utf8Names, at + 2);
  header.writeUInt16LE(entry.deflated ? 8 : 0, at + 4);
  header.writeUInt32LE(dosTime, at + 6);
  header.writeUInt32LE(entry.crc, at + 10);
  header.writeUInt32LE(entry.packedSize, at + 14);
  header.writeUInt32LE(entry.size, at + 18);
  header.writeUInt16LE(nameLength, at + 22);
  header.writeUInt16LE(0, at + 24);
}

function zip64End(count: number, size: number, start: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(0x0314, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(start + size), 64);
  record.writeUInt32LE(1, 72);
  return record;
}
