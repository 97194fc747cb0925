const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Bytes of a file as text. A byte order mark stays, as bash reads it too. Throws, with a reason for people, where they
 * are no UTF-8 text: what bash makes of other bytes cannot be told in the strings of JSON and LSP.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes.includes(0)) throw new Error('not a text file (it holds a NUL byte)');
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new Error('not UTF-8 text');
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  ENOTDIR: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'is a folder',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'the name is too long',
};

/** What went wrong with a file, in plain words. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return REASONS[code] ?? error.message;
}
