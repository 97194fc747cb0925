import { unzipSync } from 'fflate';

/** An entry of a zip file. */
export interface Unzipped {
  readonly name: string;
  /** `st_mode` of the external attributes. */
  readonly mode: number;
  readonly deflated: boolean;
  readonly content: Uint8Array;
}

/** The entries of a zip file, in the order of its central directory. */
export function unzipped(zip: Uint8Array): readonly Unzipped[] {
  const contents = unzipSync(zip);
  const view = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = view.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const entries: Unzipped[] = [];
  let at = view.readUInt32LE(end + 16);
  for (let left = view.readUInt16LE(end + 10); left > 0; left--) {
    const nameLength = view.readUInt16LE(at + 28);
    const name = view.toString('utf8', at + 46, at + 46 + nameLength);
    const mode = view.readUInt32LE(at + 38) >>> 16;
    entries.push({
      name,
      mode,
      deflated: view.readUInt16LE(at + 10) === 8,
      content: contents[name] ?? new Uint8Array(),
    });
    at += 46 + nameLength + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
  }
  return entries;
}
