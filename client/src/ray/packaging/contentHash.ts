import { createHash } from 'node:crypto';

/** Bytes of a digest that count. */
const length = 8;

/**
 * The hash that names a package (`_hash_directory` of `ray/_private/runtime_env/packaging.py`): eight characters `0`, combined by xor
 * with the beginning of a SHA-1 of each path and, for files, content. The order of the paths does not matter.
 */
export class ContentHash {
  private readonly value = Buffer.alloc(length, '0');

  /** A folder, or something that has no content. */
  addName(path: string): void {
    this.add(createHash('sha1').update(path).digest());
  }

  /** The beginning of a digest, or several that have been combined. */
  add(digest: Uint8Array): void {
    xorInto(this.value, digest);
  }

  /** 16 hexadecimal digits. */
  toString(): string {
    return this.value.toString('hex');
  }
}

/** Combines the first eight bytes of `digest` into `value`. */
export function xorInto(value: Uint8Array, digest: Uint8Array): void {
  for (let at = 0; at < length; at++) value[at] = (value[at] ?? 0) ^ (digest[at] ?? 0);
}
