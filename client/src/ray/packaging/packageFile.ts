import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { deflateRawSync } from 'node:zlib';
import { crc32 } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { nameBiggest } from './biggest.ts';
import { ContentHash } from './contentHash.ts';
import { formatSize } from './formatSize.ts';
import { deflateLevel } from './packBatch.ts';
import { PackagingError, unreadable } from './packagingError.ts';
import { largestPackage } from './plan.ts';
import type { Package } from './plan.ts';
import { centralDirectory, localHeader } from './zipFormat.ts';

/**
 * A `.zip` or `.whl` that is uploaded as it is (`get_uri_for_package` of `ray/_private/runtime_env/packaging.py`). A wheel
 * keeps its name, which `pip` needs; that does not tell its content, so it is uploaded each time. Ray names a zip file by the SHA-1 of its bytes.
 *
 * @throws PackagingError of kind `not-found`, `unreadable` or `too-large`
 */
export async function planPackageFile(file: string): Promise<Package> {
  const absolute = path.resolve(file);
  const size = sizeOf(absolute);
  if (size > largestPackage) {
    throw new PackagingError(
      'too-large',
      `${absolute} has ${formatSize(size)}; the dashboard takes ${formatSize(largestPackage)}.`,
      { biggest: [{ path: path.basename(absolute), size }] },
    );
  }
  const isWheel = absolute.endsWith('.whl');
  const name = isWheel ? path.basename(absolute) : `_ray_pkg_${await sha1Of(absolute)}.zip`;
  const open = (): Readable => createReadStream(absolute);
  return { uri: `gcs://${name}`, name, size, namedByContent: !isWheel, open };
}

/**
 * A single `.py` file as a package, named as Ray does it for `ray.init` (`get_uri_for_file`); Ray's own Jobs client refuses it.
 *
 * @throws PackagingError of kind `not-found`, `unreadable` or `too-large`
 */
export async function planModuleFile(file: string): Promise<Package> {
  const absolute = path.resolve(file);
  const size = sizeOf(absolute);
  if (size > largestPackage) {
    const biggest = [{ path: path.basename(absolute), size }];
    throw new PackagingError('too-large', `It is too large to upload: ${nameBiggest(biggest)}.`, { biggest });
  }
  const content = await readFile(absolute).catch((error: unknown) => {
    throw unreadable(absolute, error);
  });
  const base = path.basename(absolute);
  const hash = new ContentHash();
  hash.add(createHash('sha1').update(base).update(content).digest());
  const data = deflateRawSync(content, { level: deflateLevel });
  const sizes = { crc: crc32(content), size: content.length, packedSize: data.length };
  const entry = { name: base, mode: statSync(absolute).mode, ...sizes, deflated: true, offset: 0 };
  const header = localHeader(entry);
  const bytes = Buffer.concat([header, data, centralDirectory([entry], header.length + data.length)]);
  const name = `_ray_pkg_${hash.toString()}.zip`;
  return { uri: `gcs://${name}`, name, size: bytes.length, namedByContent: true, open: () => Readable.from([bytes]) };
}

function sizeOf(absolute: string): number {
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) throw new PackagingError('not-found', `${absolute} is not a file.`);
  return stats.size;
}

async function sha1Of(absolute: string): Promise<string> {
  const sha1 = createHash('sha1');
  try {
    for await (const chunk of createReadStream(absolute)) if (chunk instanceof Buffer) sha1.update(chunk);
  } catch (error) {
    throw unreadable(absolute, error);
  }
  return sha1.digest('hex');
}
